/** Powers of ten, which doubles represent exactly; the index is the number of decimals. */
const POWERS = Float64Array.of(1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10)

/** Number of decimals. */
export type Scale = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

// Below this product, the error of multiplying by a power of ten is smaller than the doubtful zone around a tie, so
// that a value outside the zone rounds the same way as in exact arithmetic.
const SAFE_PRODUCT = 2 ** 40
const DOUBTFUL_ZONE = 1e-3
// From here on the distance between neighbouring doubles is larger than the distance between ties.
const COARSE_PRODUCT = 2 ** 52

/**
 * Rounds as PostgreSQL does when it stores a double in a NUMERIC column: takes the shortest decimal text that parses to
 * the same double, and rounds half away from zero. Never returns negative zero; NaN stays NaN.
 */
export function roundHalfAway(value: number, scale: Scale): number {
  return round(value, scale, countInText)
}

/**
 * Rounds as Python's `round(value, scale)` does: takes the exact binary value of the double, and rounds half to even.
 * Never returns negative zero; NaN stays NaN.
 */
export function roundHalfEven(value: number, scale: Scale): number {
  return round(value, scale, countInBinary)
}

/** The shortest decimal text of a finite number, never in exponent form (`1e-7` → `0.0000001`). */
export function plainDecimal(value: number): string {
  const [mantissa = '', exponent] = String(Math.abs(value)).split('e')
  if (exponent === undefined) return String(value)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const sign = value < 0 ? '-' : ''
  const places = Number(exponent)
  if (places < 0) return `${sign}0.${'0'.repeat(-places - 1)}${whole}${fraction}`
  return `${sign}${whole}${fraction.padEnd(places, '0')}`
}

/** Counts units of 10^-scale in the exact size of a number. */
type CountExactly = (size: number, scale: Scale) => number

function round(value: number, scale: Scale, countExactly: CountExactly): number {
  const power = POWERS[scale] ?? 1
  const product = Math.abs(value) * power
  const count = Math.floor(product + 0.5)
  const isSure = product < SAFE_PRODUCT && Math.abs(count - product) < 0.5 - DOUBTFUL_ZONE
  if (!isSure) return roundDoubtful(value, scale, countExactly)
  // Adding zero turns negative zero into zero.
  return (value < 0 ? -count : count) / power + 0
}

function roundDoubtful(value: number, scale: Scale, countExactly: CountExactly): number {
  const size = Math.abs(value)
  const power = POWERS[scale] ?? 1
  if (!(size * power < COARSE_PRODUCT))
    return Number.isFinite(value) ? Number(value.toFixed(scale)) : value
  return (Math.sign(value) * countExactly(size, scale)) / power + 0
}

/** Units of 10^-scale in the shortest decimal text, half away from zero. */
function countInText(size: number, scale: Scale): number {
  const [whole = '', fraction = ''] = plainDecimal(size).split('.')
  const rounded = Number(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return fraction.charAt(scale) >= '5' ? rounded + 1 : rounded
}

/** Units of 10^-scale in the exact binary value, half to even. */
function countInBinary(size: number, scale: Scale): number {
  const nearest = Number(size.toFixed(scale).replace('.', ''))
  // A tie is an odd multiple of 2^-(scale+1), a product that a double represents exactly. toFixed rounds ties up.
  const halves = size * 2 ** (scale + 1)
  const isTie = Number.isInteger(halves) && halves % 2 === 1
  return isTie && nearest % 2 === 1 ? nearest - 1 : nearest
}

/** Parses decimal digits as a safe integer. Returns undefined for any other text. */
export function parseWholeNumber(text: string): number | undefined {
  const value = /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

/** Reads an integer of a payload from a number or a text of digits. Returns undefined for any other value. */
export function readInteger(value: unknown): number | undefined {
  if (typeof value === 'string') return parseWholeNumber(value)
  return Number.isSafeInteger(value) ? Number(value) : undefined
}
