import type { Days } from '@/web/api/efforts'
import { dayOf } from '@/web/format/dates'
import { daysAfter } from '@/web/format/days'

/** Times that can be held against the whole. */
export const PERIODS = ['month', 'quarter', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]

/** All times that can be chosen: also everything, and days of one's own. */
export const TIMES = [...PERIODS, 'ever', 'days'] as const
export type TimeName = (typeof TIMES)[number]

/** What a time can be held against. */
export const OTHER_TIMES = ['before', 'ever', 'days', 'nothing'] as const
export type OtherTimeName = (typeof OTHER_TIMES)[number]

const DAYS: Readonly<Record<PeriodName, number>> = { month: 28, quarter: 90, year: 365 }

const DAY_TEXT = /^\d{4}-\d\d-\d\d$/

/** The first day (`YYYY-MM-DD`) of the time of that length that ends today, in a time zone. */
export function startOfPeriod(name: PeriodName, now: Date, timeZone: string): string {
  const today = dayOf(now, { timeZone, language: 'en', dateFormat: 'yyyy-MM-dd' })
  return daysAfter(today, 1 - DAYS[name])
}

/** Of the days that were typed those that are days. */
export const daysIn = (from: string | undefined, to: string | undefined): Days => ({
  ...(from && isDay(from) && { from }),
  ...(to && isDay(to) && { to }),
})

const isDay = (text: string) => DAY_TEXT.test(text) && !Number.isNaN(Date.parse(text))

/** The days of a time; `own` are those that were typed. */
export function daysOf(time: TimeName, own: Days, now: Date, timeZone: string): Days {
  if (time === 'ever') return {}
  return time === 'days' ? own : { from: startOfPeriod(time, now, timeZone) }
}

/** The days that a time is held against; the year before it has none where that time has no beginning. */
export function otherDaysOf(other: OtherTimeName, own: Days, { from }: Days): Days | undefined {
  switch (other) {
    case 'before':
      return from === undefined
        ? undefined
        : { from: daysAfter(from, -DAYS.year), to: daysAfter(from, -1) }
    case 'ever':
      return {}
    case 'days':
      return own
    case 'nothing':
      return undefined
  }
}
