import { dayOf } from '@/web/format/dates'

/** Times that can be held against the whole. */
export const PERIODS = ['month', 'quarter', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]

const DAYS: Readonly<Record<PeriodName, number>> = { month: 28, quarter: 90, year: 365 }

const DAY = 86_400_000

/** The first day (`YYYY-MM-DD`) of the time of that length that ends today, in a time zone. */
export function startOfPeriod(name: PeriodName, now: Date, timeZone: string): string {
  const today = dayOf(now, { timeZone, language: 'en', dateFormat: 'yyyy-MM-dd' })
  // Days of a calendar, not of 24 hours: clocks may have changed meanwhile.
  const first = Date.parse(today) - (DAYS[name] - 1) * DAY
  return new Date(first).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
