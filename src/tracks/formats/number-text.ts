/** Powers of ten that a double holds exactly, so that one division rounds correctly. */
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)

/** More digits than this may not fit the 53 bits of a double's significand. */
export const EXACT_DIGITS = 15

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const INFINITE = /^([+-]?)inf(?:inity)?$/i
const NOT_A_NUMBER = /^[+-]?nan$/i
const INTEGER = /^[+-]?\d+$/

/**
 * The number written in `text`, blanks around it ignored: a decimal with optional exponent, `inf` or `nan`.
 * Hexadecimal, digit groups and the empty text are no numbers: `undefined`.
 */
export function parseDecimalText(text: string): number | undefined {
  const length = text.length
  let position = text.charCodeAt(0) === 45 ? 1 : 0
  const start = position
  let digits = 0
  let pointAt = -1
  for (; position < length; position++) {
    const code = text.charCodeAt(position)
    if (code >= 48 && code <= 57) digits = digits * 10 + (code - 48)
    else if (code === 46 && pointAt < 0) pointAt = position
    else return parseUnusualDecimal(text)
  }
  const count = length - start - (pointAt < 0 ? 0 : 1)
  if (count === 0 || count > EXACT_DIGITS) return parseUnusualDecimal(text)
  const scale = pointAt < 0 ? 0 : length - pointAt - 1
  const value = digits / (POWERS_OF_TEN[scale] ?? 1)
  return start === 1 ? -value : value
}

/** The integer written in `text`, blanks around it ignored; `undefined` for anything else, `12.0` included. */
export function parseIntegerText(text: string): number | undefined {
  const length = text.length
  if (length === 0 || length > EXACT_DIGITS) return parseUnusualInteger(text)
  let value = 0
  for (let position = 0; position < length; position++) {
    const digit = text.charCodeAt(position) - 48
    if (digit < 0 || digit > 9) return parseUnusualInteger(text)
    value = value * 10 + digit
  }
  return value
}

/** Like `parseDecimalText` with the fraction cut off; what has no integer part (`nan`, `inf`) is `undefined`. */
export function parseTruncatedText(text: string): number | undefined {
  const value = parseDecimalText(text)
  return value === undefined || !Number.isFinite(value) ? undefined : Math.trunc(value)
}

function parseUnusualInteger(text: string): number | undefined {
  const trimmed = text.trim()
  return INTEGER.test(trimmed) ? Number(trimmed) : undefined
}

function parseUnusualDecimal(text: string): number | undefined {
  const trimmed = text.trim()
  if (DECIMAL.test(trimmed)) return Number(trimmed)
  if (NOT_A_NUMBER.test(trimmed)) return Number.NaN
  const infinite = INFINITE.exec(trimmed)
  if (infinite === null) return undefined
  return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}
