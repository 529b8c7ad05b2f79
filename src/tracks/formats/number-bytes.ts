import { EXACT_DIGITS, parseDecimalText } from './number-text'

const MINUS = 45
const ZERO = 48
/** The point as a digit: two characters before zero. */
const POINT = -2

/** So many digits fit into 32 bits, where calculating is quickest. */
const QUICK_DIGITS = 9
const POWERS_OF_TEN = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power)

/** `parseDecimalText` of ASCII characters, without a string where the number has the usual form. */
export function decimalIn(bytes: Uint8Array, start: number, end: number): number | undefined {
  const first = bytes[start] === MINUS ? start + 1 : start
  let digits = 0
  let pointAt = end
  for (let at = first; at < end; at++) {
    const digit = digitAt(bytes, at)
    if (digit >= 0 && digit <= 9) digits = (Math.imul(digits, 10) + digit) | 0
    else if (digit === POINT && pointAt === end) pointAt = at
    else return parseDecimalText(asciiIn(bytes, start, end))
  }
  const fraction = pointAt === end ? 0 : end - pointAt - 1
  const count = end - first - (pointAt === end ? 0 : 1)
  if (count === 0 || count > QUICK_DIGITS)
    return longDecimalIn(bytes, { start, end, count, fraction })
  // Both are exact, so the division rounds correctly.
  const value = digits / (POWERS_OF_TEN[fraction] ?? 1)
  return first === start ? value : -value
}

/** A number of digits, perhaps a sign and a point; so many of the digits are behind the point. */
interface LongDecimal {
  readonly start: number
  readonly end: number
  readonly count: number
  readonly fraction: number
}

function longDecimalIn(bytes: Uint8Array, number: LongDecimal): number | undefined {
  const { start, end, count, fraction } = number
  if (count === 0 || count > EXACT_DIGITS) return parseDecimalText(asciiIn(bytes, start, end))
  let digits = 0
  for (let at = start; at < end; at++) {
    const digit = digitAt(bytes, at)
    if (digit >= 0) digits = digits * 10 + digit
  }
  const value = digits / (POWERS_OF_TEN[fraction] ?? 1)
  return bytes[start] === MINUS ? -value : value
}

/** `parseIntegerText` of ASCII characters, of at most nine digits; undefined for everything else. */
export function smallIntegerIn(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end === start || end - start > QUICK_DIGITS) return undefined
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = digitAt(bytes, at)
    if (digit < 0 || digit > 9) return undefined
    value = (Math.imul(value, 10) + digit) | 0
  }
  return value
}

/** A digit has a value from 0 to 9, other characters have other values. */
export const digitAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) - ZERO

/** The characters as a string. */
export const asciiIn = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
