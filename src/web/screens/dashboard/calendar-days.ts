import { DAY_MS, dayAt, startOfWeek } from '@/web/format/days'

const DAYS_PER_WEEK = 7

/** A month as a calendar shows it: whole weeks of days `YYYY-MM-DD`. */
export type CalendarMonth = { weeks: string[][]; from: string; to: string }

/** The weeks that a month (`YYYY-MM`) has days in, from Sunday or from Monday. */
export function calendarMonth(month: string, fromMonday: boolean): CalendarMonth {
  const first = new Date(`${month}-01T00:00:00Z`)
  const start = startOfWeek(first.getTime(), fromMonday)
  const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)
  const count = Math.ceil(((end - start) / DAY_MS + 1) / DAYS_PER_WEEK)
  const weeks = Array.from({ length: count }, (_, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_, day) =>
      dayAt(start + (week * DAYS_PER_WEEK + day) * DAY_MS),
    ),
  )
  return { weeks, from: dayAt(start), to: weeks.at(-1)?.at(-1) ?? dayAt(end) }
}

/** The month (`YYYY-MM`) so many months after another. */
export function monthAfter(month: string, steps: number): string {
  const [year, number] = month.split('-').map(Number)
  return dayAt(Date.UTC(year ?? 0, (number ?? 1) - 1 + steps, 1)).slice(0, 7)
}

/** Consecutive periods with something in them, up to the last one; that one may still be empty. */
export function streakOf(names: readonly string[], has: (name: string) => boolean): number {
  const ended = names.at(-1)
  const counted = ended !== undefined && has(ended) ? names : names.slice(0, -1)
  const last = counted.findLastIndex((name) => !has(name))
  return counted.length - 1 - last
}
