import { parseDecimalText } from './number-text'

const MINUS = 45
const ZERO = 48
/** Value of the decimal point when treated as a digit: two characters before zero. */
const POINT = -2

/** More digits than this may not fit the 53 bits of a double's significand. */
const EXACT_DIGITS = 15
/** Powers of ten that a double represents exactly, so that one division rounds correctly. */
const POWERS_OF_TEN = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power)

/** Like `parseDecimalText` for ASCII characters, without creating a string if the number has the usual form. */
export function decimalIn(bytes: Uint8Array, start: number, end: number): number | undefined {
  const first = bytes[start] === MINUS ? start + 1 : start
  let digits = 0
  let pointAt = end
  for (let at = first; at < end; at++) {
    const digit = digitAt(bytes, at)
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit
    else if (digit === POINT && pointAt === end) pointAt = at
    else return parseDecimalText(asciiIn(bytes, start, end))
  }
  const fraction = pointAt === end ? 0 : end - pointAt - 1
  const count = end - first - (pointAt === end ? 0 : 1)
  if (count === 0 || count > EXACT_DIGITS) return parseDecimalText(asciiIn(bytes, start, end))
  const value = digits / (POWERS_OF_TEN[fraction] ?? 1)
  return first === start ? value : -value
}

/** Like `parseIntegerText` for at most 15 ASCII digits; undefined for everything else. */
export function smallIntegerIn(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end === start || end - start > EXACT_DIGITS) return undefined
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = digitAt(bytes, at)
    if (digit < 0 || digit > 9) return undefined
    value = value * 10 + digit
  }
  return value
}

/** Value of a digit, 0 to 9; other characters have other values. */
export const digitAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) - ZERO

/** Returns the characters as a string. */
export const asciiIn = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
