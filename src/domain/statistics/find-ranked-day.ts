import { firstDay, periodNumber } from './periods'
import type { Span } from './spans'

/** Periods from coarse to fine; each consists of whole numbers of the next. */
const PERIODS = ['year', 'month', 'day'] as const

/** Number of workouts in a numbered period. */
export interface PeriodCount {
  number: number
  count: number
}

/** Returns the counts of a span of periods, latest first. Periods without workouts may be missing. */
export type ListCounts = (
  period: (typeof PERIODS)[number],
  span: Span,
) => Promise<readonly PeriodCount[]>

/** Day on which the workout with a given rank took place. */
export interface RankedDay {
  day: number
  /** Number of workouts on later days. */
  newer: number
}

/**
 * Finds the day of the workout with a rank, where 1 is the newest; undefined when there are fewer workouts. Counts
 * years, then the months of one year, then the days of one month, so that the cost does not depend on the rank.
 */
export async function findRankedDay(
  rank: number,
  listCounts: ListCounts,
): Promise<RankedDay | undefined> {
  let newer = 0
  let span: Span = { first: Number.MIN_SAFE_INTEGER, last: Number.MAX_SAFE_INTEGER }
  for (const period of PERIODS) {
    const found = findRanked(await listCounts(period, span), rank - newer)
    if (!found) return undefined
    newer += found.newer
    if (period === 'day') return { day: found.number, newer }
    span = partsOf(period, found.number)
  }
  return undefined
}

/** Returns the period that contains a rank, and the number of workouts in the periods listed before it. */
function findRanked(counts: readonly PeriodCount[], rank: number) {
  let newer = 0
  for (const { number, count } of counts) {
    if (newer + count >= rank) return { number, newer }
    newer += count
  }
  return undefined
}

/** Returns the months of a year, or the days of a month. */
function partsOf(period: 'year' | 'month', number: number): Span {
  const [first, last] = [firstDay(period, number), firstDay(period, number + 1) - 1]
  if (period === 'month') return { first, last }
  return { first: periodNumber('month', first), last: periodNumber('month', last) }
}
