import { findRankedDay } from '@/domain/statistics/find-ranked-day'
import {
  type CountedWorkout,
  contributionToPeriod,
  type PeriodSums,
} from '@/domain/statistics/group'
import {
  type Period,
  periodNumber,
  periodNumbers,
  possibleInstants,
} from '@/domain/statistics/periods'
import { divideSpan, type Span } from '@/domain/statistics/spans'
import type { Db } from '@/store/db/connections/open'
import { listWorkoutNumbers } from './workout-statistics'
import { listPeriodCounts, listPeriodSums } from './workout-totals'

/** Selects the workouts of a user, optionally of one sport. */
interface Scope {
  userId: number
  timezone: string
  sportId: number | undefined
}

/** The oldest of the most recent workouts. */
export interface Cutoff {
  /** Number of its day in the user's time zone. */
  day: number
  /** Those of that day, newest first. */
  workouts: (CountedWorkout & { id: number })[]
}

/** Selects the workouts of a user and the periods to sum up. */
export interface SumRequest extends Scope {
  period: Period
  /** Beginning of a day; earlier workouts are excluded. */
  from: number | undefined
  /** Before; the end of a day. */
  until: number | undefined
  /** Includes only the most recent workouts, up to a cutoff. */
  cutoff: Cutoff | undefined
}

/**
 * Finds the oldest of the `count` most recent workouts; undefined if there are fewer. Reads only the workouts of one
 * day, which is found from stored totals, so that the cost does not depend on `count`.
 */
export async function findCutoff(
  db: Db,
  { userId, timezone, sportId }: Scope,
  count: number,
): Promise<Cutoff | undefined> {
  const found = await findRankedDay(count, (period, span) =>
    listPeriodCounts(db, { userId, sportId, period, ...span }),
  )
  if (!found) return undefined
  const { day, newer } = found
  const [since, until] = [possibleInstants(day).earliest, possibleInstants(day + 1).latest]
  const rows = await listWorkoutNumbers(db, { userId, sportId, since, until, limit: count })
  const dayOf = periodNumbers('day', timezone)
  const workouts = rows.filter(({ workout_date }) => dayOf(workout_date) === day)
  return { day, workouts: workouts.slice(0, count - newer) }
}

/**
 * Returns sums by period and sport; a period may have several parts. They are computed from stored totals, so that the
 * cost depends on the number of periods only.
 */
export async function collectSums(db: Db, request: SumRequest): Promise<PeriodSums[]> {
  const { period, cutoff } = request
  const dayOf = periodNumbers('day', request.timezone)
  const earliest = request.from === undefined ? -Infinity : dayOf(request.from)
  const last = request.until === undefined ? Infinity : dayOf(request.until - 1)
  const isCut = cutoff !== undefined && cutoff.day >= earliest
  const first = isCut ? cutoff.day + 1 : earliest
  const sums = await listStoredSums(db, request, { first, last })
  if (!isCut || cutoff.day > last) return sums
  const number = periodNumber(period, cutoff.day)
  return [...sums, ...cutoff.workouts.map((workout) => contributionToPeriod(workout, number))]
}

/** Sums of the most recent workouts by sport; a sport may have several parts. */
export const collectSumsSince = (db: Db, scope: Scope, cutoff: Cutoff): Promise<PeriodSums[]> =>
  collectSums(db, { ...scope, period: 'year', from: undefined, until: undefined, cutoff })

async function listStoredSums(
  db: Db,
  { userId, sportId, period }: SumRequest,
  span: Span,
): Promise<PeriodSums[]> {
  const { whole, days } = divideSpan(period, span)
  const sums = await listPeriodSums(db, { userId, sportId, period, ...bounded(whole) })
  for (const part of days)
    for (const ofDay of await listPeriodSums(db, { userId, sportId, period: 'day', ...part }))
      sums.push({ ...ofDay, number: periodNumber(period, ofDay.number) })
  return sums
}

/** SQLite integers cannot be infinite. */
const bounded = ({ first, last }: Span): Span => ({
  first: Math.max(first, Number.MIN_SAFE_INTEGER),
  last: Math.min(last, Number.MAX_SAFE_INTEGER),
})
