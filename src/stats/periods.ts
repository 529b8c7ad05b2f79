import { DAY } from '@/lib/clock'
import { wallClock } from '@/lib/local-date'

const MONTHS_PER_YEAR = 12
const DAYS_PER_WEEK = 7
/** Days since the Unix epoch of a Sunday and a Monday. */
const A_SUNDAY = 3
const A_MONDAY = 4

/** Spans that statistics are summed up over; `week` begins on Sunday, `weekm` on Monday. */
export type Period = 'day' | 'week' | 'weekm' | 'month' | 'year'

/** The period behind a name of the API: everything that begins with `week` but is not just that begins on Monday. */
export function parsePeriod(name: string): Period | undefined {
  if (name === 'day' || name === 'week' || name === 'month' || name === 'year') return name
  return name.startsWith('week') ? 'weekm' : undefined
}

/**
 * Numbers the period that an instant (milliseconds) lies in, by the clocks of a time zone; later periods have greater
 * numbers.
 */
export function periodNumbers(period: Period, timezone: string): (instant: number) => number {
  const numberOf = NUMBERS[period]
  return (instant) => numberOf(wallClock(instant, timezone))
}

/** The number of the period that a numbered day lies in. */
export const numberOfDay = (period: Period, day: number): number => NUMBERS[period](day * DAY)

const dayOf = (wall: number) => Math.floor(wall / DAY)

/** From a wall clock, as milliseconds of the same date and time in UTC; weeks have the number of their first day. */
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

/** The same day of the week as `day`, on or before `latest`. */
const lastOn = (day: number, latest: number) =>
  latest - ((((latest - day) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK)

/** The name of a numbered period: `2018`, `2018-05`, or its first day, `2018-05-13`. */
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
