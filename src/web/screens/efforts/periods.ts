import type { Days } from '@/web/api/workouts/efforts'
import { formatIsoDay } from '@/web/format/dates'
import { addDays } from '@/web/format/days'

/** Periods that end today. */
export const PERIODS = ['month', 'quarter', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]

/** All periods that can be selected, including all time and custom days. */
export const TIMES = [...PERIODS, 'ever', 'days'] as const
export type TimeName = (typeof TIMES)[number]

/** What a period can be compared with. */
export const OTHER_TIMES = ['before', 'ever', 'days', 'nothing'] as const
export type OtherTimeName = (typeof OTHER_TIMES)[number]

const DAYS: Readonly<Record<PeriodName, number>> = { month: 28, quarter: 90, year: 365 }

const DAY_TEXT = /^\d{4}-\d\d-\d\d$/

/** The first day (`YYYY-MM-DD`) of the period that ends today in a time zone. */
export function startOfPeriod(name: PeriodName, now: Date, timeZone: string): string {
  const today = formatIsoDay(now, { timeZone, language: 'en', dateFormat: 'yyyy-MM-dd' })
  return addDays(today, 1 - DAYS[name])
}

/** The range between two entered days; omits those that are invalid. */
export const daysIn = (from: string | undefined, to: string | undefined): Days => ({
  ...(from && isDay(from) && { from }),
  ...(to && isDay(to) && { to }),
})

const isDay = (text: string) => DAY_TEXT.test(text) && !Number.isNaN(Date.parse(text))

/** The days of a period; `own` are the custom ones. */
export function getDays(time: TimeName, own: Days, now: Date, timeZone: string): Days {
  if (time === 'ever') return {}
  return time === 'days' ? own : { from: startOfPeriod(time, now, timeZone) }
}

/** The days to compare with; undefined for the year before a period without a start. */
export function getOtherDays(other: OtherTimeName, own: Days, { from }: Days): Days | undefined {
  switch (other) {
    case 'before':
      return from === undefined
        ? undefined
        : { from: addDays(from, -DAYS.year), to: addDays(from, -1) }
    case 'ever':
      return {}
    case 'days':
      return own
    case 'nothing':
      return undefined
  }
}
