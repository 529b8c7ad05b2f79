const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const NON_FINITE = /^[+-]?(?:nan|inf(?:inity)?)$/i
const INTEGER = /^[+-]?\d+$/

/**
 * Parses a decimal number with optional exponent, ignoring blanks around it. `inf`, `nan` and decimals beyond the range
 * of a double are missing values: NaN. Returns undefined for other texts, including hexadecimal, digit groups and the
 * empty text.
 */
export function parseDecimalText(text: string): number | undefined {
  const trimmed = text.trim()
  if (DECIMAL.test(trimmed)) return finiteOrNaN(Number(trimmed))
  return NON_FINITE.test(trimmed) ? Number.NaN : undefined
}

/** Parses an integer, ignoring blanks around it. Returns undefined for other texts, including `12.0`. */
export function parseIntegerText(text: string): number | undefined {
  const trimmed = text.trim()
  return INTEGER.test(trimmed) ? Number(trimmed) : undefined
}

/** Parses a decimal number and drops its fraction. Returns undefined for values without an integer part (`nan`, `inf`). */
export function parseTruncatedText(text: string): number | undefined {
  const value = parseDecimalText(text)
  return value === undefined || !Number.isFinite(value) ? undefined : Math.trunc(value)
}

/** Replaces an infinite number by NaN, which stands for a missing value. */
export const finiteOrNaN = (value: number): number => (Number.isFinite(value) ? value : Number.NaN)
