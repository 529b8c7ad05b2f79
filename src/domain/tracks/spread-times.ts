import { stepDistances } from './metrics/distance'
import type { Segment } from './track'

/**
 * Assigns times to a line without times, as if it had been followed at constant speed: from `begin` to `end`, in
 * microseconds since the Unix epoch, in proportion to the distance. Gaps between segments take one microsecond.
 */
export function spreadTimes(segments: readonly Segment[], begin: number, end: number): void {
  const steps = segments.map(stepDistances)
  const total = steps.reduce((sum, each) => each.reduce((inner, step) => inner + step, sum), 0)
  const count = segments.reduce((sum, { size }) => sum + size, 0)
  let travelled = 0
  let passed = 0
  for (const [index, { time, size }] of segments.entries())
    for (let i = 0; i < size; i++) {
      travelled += steps[index]?.[i] ?? 0
      // On a line without length, times are spread evenly over the points.
      const share = total > 0 ? travelled / total : passed / Math.max(1, count - 1)
      time[i] = begin + Math.round(share * (end - begin)) + (total > 0 ? index : 0)
      passed += 1
    }
}

/** Whether no point of a recording with positions has a time. */
export const hasNoTimes = (segments: readonly Segment[]): boolean =>
  segments.length > 0 && segments.every(({ time }) => time.every(Number.isNaN))
