import { DAY_MS, getWeekStart, toDay } from '@/web/format/days'

const DAYS_PER_WEEK = 7

/** A calendar month: whole weeks of days (`YYYY-MM-DD`). */
export type CalendarMonth = { weeks: string[][]; from: string; to: string }

/** The weeks of a month (`YYYY-MM`), starting on Sunday or Monday. */
export function calendarMonth(month: string, fromMonday: boolean): CalendarMonth {
  const first = new Date(`${month}-01T00:00:00Z`)
  const start = getWeekStart(first.getTime(), fromMonday)
  const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)
  const count = Math.ceil(((end - start) / DAY_MS + 1) / DAYS_PER_WEEK)
  const weeks = Array.from({ length: count }, (_, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_, day) =>
      toDay(start + (week * DAYS_PER_WEEK + day) * DAY_MS),
    ),
  )
  return { weeks, from: toDay(start), to: weeks.at(-1)?.at(-1) ?? toDay(end) }
}

/** The month (`YYYY-MM`) `steps` months after another. */
export function monthAfter(month: string, steps: number): string {
  const [year, number] = month.split('-').map(Number)
  return toDay(Date.UTC(year ?? 0, (number ?? 1) - 1 + steps, 1)).slice(0, 7)
}

/** The number of consecutive periods with something in them, up to the last one, which may still be empty. */
export function countStreak(names: readonly string[], has: (name: string) => boolean): number {
  const ended = names.at(-1)
  const counted = ended !== undefined && has(ended) ? names : names.slice(0, -1)
  const last = counted.findLastIndex((name) => !has(name))
  return counted.length - 1 - last
}
