import { asciiIn, digitAt } from './number-bytes'
import { MICROSECONDS, parseTimeText, secondsSinceEpoch } from './time-text'

const [DASH, COLON, DOT, SPACE, T, Z] = [45, 58, 46, 32, 84, 90] as const

/** Length of `YYYY-MM-DD` and of `YYYY-MM-DDThh:mm:ss`. */
const DATE_END = 10
const SECONDS_END = 19
const MAX_FRACTION = 6

/**
 * Reads times from ASCII characters. Caches the last date, because most times have the same date as the previous one.
 */
export class TimeReader {
  readonly #bytes: Uint8Array
  #dateAt = 0
  #midnight = Number.NaN

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Like `parseTimeText`, without creating a string if the time has the usual form and is in UTC. */
  read(start: number, end: number): number {
    const bytes = this.#bytes
    const fraction = fractionIn(bytes, start + SECONDS_END, end)
    const seconds = fraction < 0 ? -1 : secondsOfDayIn(bytes, start + DATE_END)
    if (seconds >= 0) {
      const midnight = this.#midnightAt(start)
      if (!Number.isNaN(midnight)) return (midnight + seconds) * MICROSECONDS + fraction
    }
    return parseTimeText(asciiIn(bytes, start, end))
  }

  #midnightAt(start: number): number {
    const bytes = this.#bytes
    const known = this.#dateAt
    for (let i = 0; i < DATE_END; i++) {
      if (bytes[start + i] === bytes[known + i]) continue
      this.#dateAt = start
      this.#midnight = midnightIn(bytes, start)
      break
    }
    return this.#midnight
  }
}

/** Microseconds of an ending such as `Z` or `.123Z`; -1 for any other ending. */
function fractionIn(bytes: Uint8Array, start: number, end: number): number {
  const last = end - 1
  if (bytes[last] !== Z) return -1
  if (last === start) return 0
  if (bytes[start] !== DOT || last < start + 2 || last > start + 1 + MAX_FRACTION) return -1
  let microseconds = 0
  for (let at = start + 1; at <= start + MAX_FRACTION; at++) {
    const digit = at < last ? digitAt(bytes, at) : 0
    if (digit < 0 || digit > 9) return -1
    microseconds = microseconds * 10 + digit
  }
  return microseconds
}

/** Seconds of `Thh:mm:ss`; -1 for another form or a time that does not exist. */
function secondsOfDayIn(bytes: Uint8Array, start: number): number {
  const separator = bytes[start]
  if (separator !== T && separator !== SPACE) return -1
  if (bytes[start + 3] !== COLON || bytes[start + 6] !== COLON) return -1
  const hour = twoDigits(bytes, start + 1)
  const minute = twoDigits(bytes, start + 4)
  const second = twoDigits(bytes, start + 7)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1
  return hour * 3600 + minute * 60 + second
}

/** NaN for another form or a date that does not exist. */
function midnightIn(bytes: Uint8Array, start: number): number {
  if (bytes[start + 4] !== DASH || bytes[start + 7] !== DASH) return Number.NaN
  const century = twoDigits(bytes, start)
  const year = twoDigits(bytes, start + 2)
  if (century < 0 || year < 0) return Number.NaN
  const month = twoDigits(bytes, start + 5)
  return secondsSinceEpoch(century * 100 + year, month, twoDigits(bytes, start + 8))
}

/** Parses two digits; -1 when one of the characters is not a digit. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = digitAt(bytes, at)
  const ones = digitAt(bytes, at + 1)
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}
