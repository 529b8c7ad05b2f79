import type { PeriodTotals } from '@/web/api/workouts/statistics'
import type { Bar, Measure } from './measures'

/** Totals by name of the period and id of the sport, as the API returns them. */
export type Totals = Readonly<Record<string, Record<string, PeriodTotals>>>

/** Returns the totals of one sport; all totals if `sportId` is empty. */
export const selectSport = (totals: Totals, sportId: string): Totals =>
  sportId === ''
    ? totals
    : Object.fromEntries(
        Object.entries(totals).map(([name, sports]) => {
          const own = sports[sportId]
          return [name, own ? { [sportId]: own } : {}]
        }),
      )

/** Returns the total of all sports in a period; 0 without workouts. */
export const getPeriodTotal = (
  sports: Record<string, PeriodTotals> | undefined,
  measure: Measure,
): number => Object.values(sports ?? {}).reduce((sum, figures) => sum + (figures[measure] ?? 0), 0)

/** Returns bars with the average per workout in each period. */
export const createAverageBars = (
  names: readonly string[],
  totals: Totals,
  measure: Measure,
): Bar[] =>
  names.map((name) => {
    const count = getPeriodTotal(totals[name], 'total_workouts')
    const average = count === 0 ? 0 : getPeriodTotal(totals[name], measure) / count
    return { name, parts: average > 0 ? [{ sportId: 0, value: average }] : [], total: average }
  })

/** A year, with the running total at the end of each month. */
export type YearLine = { year: string; values: number[] }

const MONTHS = 12

/**
 * Returns running totals of the last `count` years, latest first, from totals by month. The current year ends with the
 * month of `today` (`YYYY-MM-DD`).
 */
export function createYearLines(
  totals: Totals,
  { today, count, measure }: { today: string; count: number; measure: Measure },
): YearLine[] {
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return Array.from({ length: count }, (_, back) => {
    const year = String(thisYear - back)
    let sum = 0
    const values = Array.from({ length: back === 0 ? thisMonth : MONTHS }, (_, month) => {
      sum += getPeriodTotal(totals[`${year}-${String(month + 1).padStart(2, '0')}`], measure)
      return sum
    })
    return { year, values }
  })
}
