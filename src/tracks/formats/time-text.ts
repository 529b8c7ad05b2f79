/** In a second. */
export const MICROSECONDS = 1_000_000
const SECONDS_PER_DAY = 86_400

const LOOSE_DATE_TIME = /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{1,2}):(\d{1,2})(?=\D|$)/
const FRACTION_AND_ZONE = /^(?:\.(\d{1,15}))?(?:Z|([+\-\u2212])(\d\d)(?::?(\d\d)?)?)?$/

/**
 * Reads `YYYY-M-D`, `T` or a blank, `h:m:s`, an optional fraction (six digits kept) and an optional `Z` or
 * `±hh[:mm]`; without a zone the time is UTC. The result is in microseconds since the Unix epoch, NaN when the
 * text has another form or names an instant that does not exist (30 February, 08:00:60).
 */
export function parseTimeText(text: string): number {
  const seconds = parsePaddedDateTime(text)
  if (Number.isNaN(seconds)) return parseLooseTime(text)
  const fraction = utcFraction(text)
  if (fraction >= 0) return seconds * MICROSECONDS + fraction
  return withFractionAndZone(seconds, text.slice(19))
}

/** Microseconds of an ending like `Z` or `.123Z` behind the seconds; -1 for every other ending. */
function utcFraction(text: string): number {
  const end = text.length - 1
  if (text.charCodeAt(end) !== 90 || end === 20 || end > 26) return -1
  if (end === 19) return 0
  if (text.charCodeAt(19) !== 46) return -1
  let microseconds = 0
  for (let position = 20; position < 26; position++) {
    const digit = position < end ? text.charCodeAt(position) - 48 : 0
    if (digit < 0 || digit > 9) return -1
    microseconds = microseconds * 10 + digit
  }
  return microseconds
}

/** The usual form with every part at its place, read without allocating. */
function parsePaddedDateTime(text: string): number {
  if (
    text.charCodeAt(4) !== 45 ||
    text.charCodeAt(7) !== 45 ||
    text.charCodeAt(13) !== 58 ||
    text.charCodeAt(16) !== 58
  )
    return Number.NaN
  const separator = text.charCodeAt(10)
  if (separator !== 84 && separator !== 32) return Number.NaN
  return (
    secondsSinceEpoch(
      twoDigits(text, 0) * 100 + twoDigits(text, 2),
      twoDigits(text, 5),
      twoDigits(text, 8),
    ) + secondsOfDay(twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17))
  )
}

function parseLooseTime(text: string): number {
  const match = LOOSE_DATE_TIME.exec(text)
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

/** NaN when one of the two characters is no digit. */
function twoDigits(text: string, position: number): number {
  const tens = text.charCodeAt(position) - 48
  const ones = text.charCodeAt(position + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

function secondsOfDay(hour: number, minute: number, second: number): number {
  return hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : Number.NaN
}

/**
 * Midnight of a date of the proleptic Gregorian calendar, by counting days from 1 March of the year 0; NaN for one that
 * does not exist.
 */
export function secondsSinceEpoch(year: number, month: number, day: number): number {
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month)))
    return Number.NaN
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = month > 2 ? month - 3 : month + 9
  const days =
    marchYear * 365 +
    Math.floor(marchYear / 4) -
    Math.floor(marchYear / 100) +
    Math.floor(marchYear / 400) +
    Math.floor((marchMonth * 153 + 2) / 5) +
    day -
    1
  return (days - DAYS_UNTIL_EPOCH) * SECONDS_PER_DAY
}

/** Days from 1 March of the year 0 to 1 January 1970. */
const DAYS_UNTIL_EPOCH = 719_468

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
