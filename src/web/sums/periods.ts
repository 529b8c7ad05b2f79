import { DAY_MS, dayAt, startOfWeek } from '@/web/format/days'

/** Kinds of periods; weeks begin on Sunday or, with an m, on Monday. */
export type PeriodKind = 'week' | 'weekm' | 'month' | 'year'

/** Consecutive periods: their names, and the days they reach from and to. */
export type Periods = { names: string[]; from: string; to: string }

const COUNTS: Record<PeriodKind, number> = { week: 16, weekm: 16, month: 12, year: 10 }

/** First day of the period that lies `steps` periods from the one of `day` (`YYYY-MM-DD`), as UTC milliseconds. */
function startOf(day: string, kind: PeriodKind, steps: number): number {
  const date = new Date(`${day}T00:00:00Z`)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (kind === 'year') return Date.UTC(year + steps, 0, 1)
  if (kind === 'month') return Date.UTC(year, month + steps, 1)
  return startOfWeek(date.getTime(), kind === 'weekm') + steps * 7 * DAY_MS
}

const NAME_LENGTHS: Record<PeriodKind, number> = { week: 10, weekm: 10, month: 7, year: 4 }

/**
 * A stretch of periods, oldest first, that ends with the one of `today`, or `pages` stretches earlier. Names are those
 * of the API: `2026`, `2026-05`, or the first day of the week.
 */
export function periodsUntil(
  today: string,
  kind: PeriodKind,
  pages: number,
  count = COUNTS[kind],
): Periods {
  const last = -pages * count
  const starts = Array.from({ length: count }, (_, index) =>
    startOf(today, kind, last - count + 1 + index),
  )
  return {
    names: starts.map((start) => dayAt(start).slice(0, NAME_LENGTHS[kind])),
    from: dayAt(starts[0] ?? 0),
    to: dayAt(startOf(today, kind, last + 1) - DAY_MS),
  }
}
