import { DAY, HOUR } from '@/lib/time/clock'
import { toWallClock } from '@/lib/time/local-date'

const MONTHS_PER_YEAR = 12
const DAYS_PER_WEEK = 7
/** A Sunday and a Monday, in days since the Unix epoch. */
const A_SUNDAY = 3
const A_MONDAY = 4
/** No time zone has ever been further from UTC: -15:56 in Manila until 1844, +15:13 in Alaska until 1867. */
const MAX_UTC_OFFSET = 16 * HOUR

/** Periods of statistics. `week` begins on Sunday, `weekm` on Monday. */
export type Period = 'day' | 'week' | 'weekm' | 'month' | 'year'

/**
 * Parses the name of a period. As in the contract, every other name that begins with `week` means weeks that begin on
 * Monday.
 */
export function parsePeriod(name: string): Period | undefined {
  if (name === 'day' || name === 'week' || name === 'month' || name === 'year') return name
  return name.startsWith('week') ? 'weekm' : undefined
}

/**
 * Returns a function that numbers the period of an instant (milliseconds) in a time zone. Later periods have greater
 * numbers.
 */
export function periodNumbers(period: Period, timezone: string): (instant: number) => number {
  const numberOf = NUMBERS[period]
  return (instant) => numberOf(toWallClock(instant, timezone))
}

/** Returns the number of the period that contains a numbered day. */
export const periodNumber = (period: Period, day: number): number => NUMBERS[period](day * DAY)

/** Returns the first day of a numbered year or month. */
export function firstDay(period: 'year' | 'month', number: number): number {
  const month = period === 'year' ? number * MONTHS_PER_YEAR : number
  // `Date.UTC` would interpret the years 0 to 99 as 1900 to 1999.
  return dayOf(new Date(0).setUTCFullYear(0, month, 1))
}

/** Returns the earliest and the latest instant at which a numbered day begins in any time zone. */
export const possibleInstants = (day: number): { earliest: number; latest: number } => ({
  earliest: day * DAY - MAX_UTC_OFFSET,
  latest: day * DAY + MAX_UTC_OFFSET,
})

const dayOf = (wall: number) => Math.floor(wall / DAY)

/**
 * Number of the period for a local time, given as the milliseconds of the same date and time in UTC. A week has the
 * number of its first day.
 */
const NUMBERS: Record<Period, (wall: number) => number> = {
  day: dayOf,
  week: (wall) => lastOn(A_SUNDAY, dayOf(wall)),
  weekm: (wall) => lastOn(A_MONDAY, dayOf(wall)),
  month: (wall) => {
    const date = new Date(wall)
    return date.getUTCFullYear() * MONTHS_PER_YEAR + date.getUTCMonth()
  },
  year: (wall) => new Date(wall).getUTCFullYear(),
}

/** Returns the last day on or before `latest` that has the same weekday as `day`. */
const lastOn = (day: number, latest: number) =>
  latest - ((((latest - day) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK)

/** Returns the name of a numbered period: `2018`, `2018-05`, or its first day, `2018-05-13`. */
export function periodName(period: Period, number: number): string {
  if (period === 'year') return padded(number, 4)
  if (period === 'month') {
    const month = number % MONTHS_PER_YEAR
    return `${padded((number - month) / MONTHS_PER_YEAR, 4)}-${padded(month + 1, 2)}`
  }
  const date = new Date(number * DAY)
  const monthName = `${padded(date.getUTCFullYear(), 4)}-${padded(date.getUTCMonth() + 1, 2)}`
  return `${monthName}-${padded(date.getUTCDate(), 2)}`
}

const padded = (value: number, digits: number) => String(value).padStart(digits, '0')
