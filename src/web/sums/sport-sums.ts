import type { PeriodSums } from '@/web/api/statistics'
import type { Bar, Measure } from './measures'

/** Sums by the name of the period and the id of the sport, as the API tells them. */
export type Sums = Readonly<Record<string, Record<string, PeriodSums>>>

/** The sums of one sport only; all of them when none is given. */
export const sumsOfSport = (sums: Sums, sportId: string): Sums =>
  sportId === ''
    ? sums
    : Object.fromEntries(
        Object.entries(sums).map(([name, sports]) => {
          const own = sports[sportId]
          return [name, own ? { [sportId]: own } : {}]
        }),
      )

/** What the sports of a period add up to. */
export const sumOf = (sports: Record<string, PeriodSums> | undefined, measure: Measure): number =>
  Object.values(sports ?? {}).reduce((sum, figures) => sum + (figures[measure] ?? 0), 0)

/** Bars of what a workout had on average in each period. */
export const averageBars = (names: readonly string[], sums: Sums, measure: Measure): Bar[] =>
  names.map((name) => {
    const count = sumOf(sums[name], 'total_workouts')
    const sum = count === 0 ? 0 : sumOf(sums[name], measure) / count
    return { name, parts: sum > 0 ? [{ sportId: 0, value: sum }] : [], sum }
  })

/** A year, month by month: what there was from its beginning to the end of each. */
export type YearLine = { year: string; values: number[] }

const MONTHS = 12

/** The years up to the one of `today` (`YYYY-MM-DD`), latest first, from sums by month; this year ends with its month. */
export function yearLines(
  sums: Sums,
  { today, count, measure }: { today: string; count: number; measure: Measure },
): YearLine[] {
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return Array.from({ length: count }, (_, back) => {
    const year = String(thisYear - back)
    let sum = 0
    const values = Array.from({ length: back === 0 ? thisMonth : MONTHS }, (_, month) => {
      sum += sumOf(sums[`${year}-${String(month + 1).padStart(2, '0')}`], measure)
      return sum
    })
    return { year, values }
  })
}
