/** Microseconds per second. */
export const MICROSECONDS = 1_000_000
const SECONDS_PER_DAY = 86_400

const DATE_TIME = /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{1,2}):(\d{1,2})(?=\D|$)/
const FRACTION_AND_ZONE = /^(?:\.(\d{1,15}))?(?:Z|([+\-\u2212])(\d\d)(?::?(\d\d)?)?)?$/

/**
 * Parses `YYYY-M-D`, `T` or a blank, `h:m:s`, an optional fraction (six digits are used) and an optional `Z` or
 * `±hh[:mm]`; without a zone the time is UTC. Returns microseconds since the Unix epoch, or NaN for other texts and for
 * instants that do not exist (30 February, 08:00:60).
 */
export function parseTimeText(text: string): number {
  const match = DATE_TIME.exec(text)
  if (match === null) return Number.NaN
  const part = (index: number) => Number(match[index])
  const seconds =
    secondsSinceEpoch(part(1), part(2), part(3)) + secondsOfDay(part(4), part(5), part(6))
  return withFractionAndZone(seconds, text.slice(match[0].length))
}

function withFractionAndZone(seconds: number, rest: string): number {
  const match = FRACTION_AND_ZONE.exec(rest)
  if (match === null) return Number.NaN
  const [, fraction = '', sign, hours = '0', minutes = '0'] = match
  const offset = Number(hours) * 3600 + Number(minutes) * 60
  if (offset >= SECONDS_PER_DAY) return Number.NaN
  const utc = sign === '+' ? seconds - offset : seconds + offset
  return utc * MICROSECONDS + Number(fraction.slice(0, 6).padEnd(6, '0'))
}

function secondsOfDay(hour: number, minute: number, second: number): number {
  return hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : Number.NaN
}

/**
 * Returns the seconds from the Unix epoch to midnight of a date in the proleptic Gregorian calendar; NaN for a date
 * that does not exist.
 */
export function secondsSinceEpoch(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.getTime() / 1000 : Number.NaN
}
