import { plausibleCourse } from './peak-speed'

/** Relative excess of a step over the limit that is only a rounding error. */
const TOLERANCE = 1e-6

/**
 * Returns the metres between points such that no interval is faster than `limit` in metres per second, which makes best
 * efforts and splits agree with the maximum speed. Metres above the limit are carried over to the following steps, so
 * that the sum is the same. Implausibly fast steps, which no effort counts, stay as they are.
 */
export function limitSteps(time: Float64Array, steps: Float64Array, limit: number): Float64Array {
  const { seconds, metres, points } = plausibleCourse(time, steps)
  const elapsed = (k: number) => (seconds[k] ?? 0) - (seconds[k - 1] ?? 0)
  const isFast = (k: number) =>
    (metres[k] ?? 0) - (metres[k - 1] ?? 0) > limit * elapsed(k) * (1 + TOLERANCE)
  if (!metres.some((_, k) => k > 0 && isFast(k))) return steps
  const limited = Float64Array.from(metres)
  for (let k = 1; k < limited.length; k++)
    limited[k] = Math.min(limited[k] ?? 0, (limited[k - 1] ?? 0) + limit * elapsed(k))
  // What is left at the end is made up for by starting earlier.
  const last = limited.length - 1
  limited[last] = metres[last] ?? 0
  for (let k = last; k > 0; k--)
    limited[k - 1] = Math.max(limited[k - 1] ?? 0, (limited[k] ?? 0) - limit * elapsed(k))
  // The whole is faster than the limit.
  if ((limited[0] ?? 0) > 0) return steps
  const result = Float64Array.from(steps)
  for (let k = 1; k < limited.length; k++) {
    const change = (column: Float64Array) => (column[k] ?? 0) - (column[k - 1] ?? 0)
    const point = points[k] ?? 0
    result[point] = (result[point] ?? 0) + change(limited) - change(metres)
  }
  return result
}
