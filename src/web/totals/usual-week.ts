import { DAY_MS, getWeekStart, toDay } from '@/web/format/days'
import type { Measure } from './measures'
import { getPeriodTotal, type Totals } from './period-totals'

/** The number of past weeks that are averaged. */
const WEEKS = 8
const DAYS = 7

/** The first day (`YYYY-MM-DD`) of the weeks that `computeUsualTotal` averages. */
export const getUsualFrom = (today: string, fromMonday: boolean): string =>
  toDay(getWeekStart(Date.parse(today), fromMonday) - WEEKS * DAYS * DAY_MS)

/**
 * Returns the average total from the start of the week up to the weekday of `today`, over the last eight weeks; weeks
 * before the first workout among them do not count. Undefined without a workout in these weeks.
 *
 * @param totals totals by day
 */
export function computeUsualTotal(
  totals: Totals,
  { today, fromMonday, measure }: { today: string; fromMonday: boolean; measure: Measure },
): number | undefined {
  const now = Date.parse(today)
  const thisWeek = getWeekStart(now, fromMonday)
  const sumDays = (start: number, days: number) =>
    Array.from({ length: days }, (_, day) =>
      getPeriodTotal(totals[toDay(start + day * DAY_MS)], measure),
    ).reduce((sum, value) => sum + value, 0)
  const starts = Array.from(
    { length: WEEKS },
    (_, week) => thisWeek - (WEEKS - week) * DAYS * DAY_MS,
  )
  const first = starts.findIndex((start) => sumDays(start, DAYS) > 0)
  if (first < 0) return undefined
  const counted = starts.slice(first)
  const elapsed = (now - thisWeek) / DAY_MS + 1
  return counted.reduce((sum, start) => sum + sumDays(start, elapsed), 0) / counted.length
}
