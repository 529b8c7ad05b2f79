import { distanceOf } from '@/domain/reference/sport-distance'
import type { Measure } from './measures'
import type { Totals } from './period-totals'

/** A sport this year, compared with the same part of last year. */
export interface SportYear {
  sportId: number
  measure: Measure
  /** Total of this year. */
  now: number
  /** Total of last year up to the same day. */
  before: number
  /** Running totals at the end of each month of this year, up to the current one. */
  thisYear: number[]
  /** Running totals at the end of each month of last year. */
  lastYear: number[]
}

const MONTHS = 12

/** Returns the same day one year earlier; 28 February for 29 February. Both are `YYYY-MM-DD`. */
export function getSameDayLastYear(today: string): string {
  const year = Number(today.slice(0, 4)) - 1
  const day = today.slice(4)
  return `${year}${day === '-02-29' ? '-02-28' : day}`
}

/** Distance is compared where the sport has one, otherwise duration. */
const measureOf = (sportId: number): Measure =>
  distanceOf(sportId) === 'never' ? 'total_duration' : 'total_distance'

/**
 * Compares this year with the same part of last year by sport. The sports with the longest duration this year come
 * first, sports of last year only come last.
 *
 * @param months totals by month since January of last year
 * @param before totals of last year up to the same day, by year
 */
export function compareYears(
  { months, before }: { months: Totals; before: Totals },
  today: string,
): SportYear[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const [earlier = {}] = Object.values(before)
  const sumMonths = (of: number, count: number, sportId: number, measure: Measure): number[] => {
    let sum = 0
    return Array.from({ length: count }, (_, index) => {
      const name = `${of}-${String(index + 1).padStart(2, '0')}`
      sum += months[name]?.[sportId]?.[measure] ?? 0
      return sum
    })
  }
  const sportIds = new Set([...Object.values(months), earlier].flatMap(Object.keys).map(Number))
  const durationOf = (sportId: number) =>
    sumMonths(year, month, sportId, 'total_duration').at(-1) ?? 0
  return [...sportIds]
    .map((sportId) => {
      const measure = measureOf(sportId)
      const thisYear = sumMonths(year, month, sportId, measure)
      return {
        ...{ sportId, measure, thisYear, now: thisYear.at(-1) ?? 0 },
        before: earlier[sportId]?.[measure] ?? 0,
        lastYear: sumMonths(year - 1, MONTHS, sportId, measure),
      }
    })
    .filter(({ now, before: past }) => now > 0 || past > 0)
    .toSorted((one, other) => durationOf(other.sportId) - durationOf(one.sportId))
}
