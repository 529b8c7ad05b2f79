import { DAY_MS, getWeekStart, toDay } from '@/web/format/days'

/** Kinds of periods; a `week` begins on Sunday, a `weekm` on Monday. */
export type PeriodKind = 'week' | 'weekm' | 'month' | 'year'

/** Consecutive periods: their names, and the first and last day of the whole range (`YYYY-MM-DD`). */
export type Periods = { names: string[]; from: string; to: string }

const COUNTS: Record<PeriodKind, number> = { week: 16, weekm: 16, month: 12, year: 10 }

/**
 * Returns the first day of the period `steps` periods after the one that contains `day` (`YYYY-MM-DD`), in UTC
 * milliseconds.
 */
function getPeriodStart(day: string, kind: PeriodKind, steps: number): number {
  const date = new Date(`${day}T00:00:00Z`)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (kind === 'year') return Date.UTC(year + steps, 0, 1)
  if (kind === 'month') return Date.UTC(year, month + steps, 1)
  return getWeekStart(date.getTime(), kind === 'weekm') + steps * 7 * DAY_MS
}

const NAME_LENGTHS: Record<PeriodKind, number> = { week: 10, weekm: 10, month: 7, year: 4 }

/**
 * Returns `count` consecutive periods, oldest first. With `pages` 0 they end with the period of `today`, otherwise
 * `pages` times `count` periods earlier. Names are those of the API: `2026`, `2026-05`, or the first day of the week.
 */
export function listPeriods(
  today: string,
  kind: PeriodKind,
  pages: number,
  count = COUNTS[kind],
): Periods {
  const last = -pages * count
  const starts = Array.from({ length: count }, (_, index) =>
    getPeriodStart(today, kind, last - count + 1 + index),
  )
  return {
    names: starts.map((start) => toDay(start).slice(0, NAME_LENGTHS[kind])),
    from: toDay(starts[0] ?? 0),
    to: toDay(getPeriodStart(today, kind, last + 1) - DAY_MS),
  }
}
