/** Lowest and highest elevation in metres, both null when no point has one. */
export interface Extremes {
  readonly min: number | null
  readonly max: number | null
}

/** Metres climbed and descended, both positive. */
export interface Climbs {
  readonly ascent: number
  readonly descent: number
}

/** Metres above or below 0 from which an elevation is implausible. */
export const MAX_PLAUSIBLE_ELEVATION = 9999.99

/** Replaces implausible elevations by NaN: 0, and values of at least 9999.99 m above or below 0. */
export function cleanElevations(ele: Float64Array): Float64Array {
  const clean = new Float64Array(ele.length)
  for (let i = 0; i < ele.length; i++) {
    const value = ele[i] ?? 0
    clean[i] = value !== 0 && Math.abs(value) < MAX_PLAUSIBLE_ELEVATION ? value : Number.NaN
  }
  return clean
}

/** Returns the lowest and highest elevation of a column. */
export function findExtremes(ele: Float64Array): Extremes {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < ele.length; i++) {
    const value = ele[i] ?? Number.NaN
    if (value < min) min = value
    if (value > max) max = value
  }
  return min > max ? { min: null, max: null } : { min, max }
}

/** Combines the extremes of several columns. */
export function joinExtremes(parts: readonly Extremes[]): Extremes {
  return {
    min: parts.reduce<number | null>((min, part) => smaller(min, part.min), null),
    max: parts.reduce<number | null>((max, part) => larger(max, part.max), null),
  }
}

/** Returns the larger value. Null counts as missing. */
export function larger(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}

/** Sums up ascent and descent, as computed by `climbSteps`. */
export function measureClimbs(ele: Float64Array): Climbs {
  const steps = climbSteps(ele)
  let ascent = 0
  let descent = 0
  for (let i = 1; i < steps.length; i++) {
    const change = steps[i] ?? 0
    if (change > 0) ascent += change
    else descent -= change
  }
  return { ascent, descent }
}

/**
 * Returns the rise in metres (negative for a fall) from the previous point with an elevation, after smoothing each
 * value with its neighbours (0.3, 0.4, 0.3). Points without elevation are skipped and get 0.
 */
function climbSteps(ele: Float64Array): Float64Array {
  const known = knownOf(ele)
  const steps = new Float64Array(ele.length)
  let before = known[0] ?? 0
  let k = 0
  for (let i = 0; i < ele.length; i++) {
    if (Number.isNaN(ele[i] ?? Number.NaN)) continue
    const height = smoothed(known, k)
    steps[i] = height - before
    before = height
    k += 1
  }
  return steps
}

function knownOf(ele: Float64Array): Float64Array {
  const known = new Float64Array(ele.length)
  let count = 0
  for (let i = 0; i < ele.length; i++) {
    const value = ele[i] ?? Number.NaN
    if (Number.isNaN(value)) continue
    known[count] = value
    count += 1
  }
  return known.subarray(0, count)
}

function smoothed(values: Float64Array, i: number): number {
  const value = values[i] ?? 0
  if (i === 0 || i === values.length - 1) return value
  return (values[i - 1] ?? 0) * 0.3 + value * 0.4 + (values[i + 1] ?? 0) * 0.3
}

function smaller(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}
