import type { Interval } from '@/web/charts/cursor'
import { findNearestIndex } from '@/web/charts/nearest-index'

/** Seconds from the start of a workout for each of its points; undefined until the points are loaded. */
export type Moments = readonly number[] | undefined

/**
 * The range of points between two times of a workout, in seconds from its start. Null if the points are not loaded, or
 * the range contains fewer than two.
 */
export function findInterval(
  moments: Moments,
  { start, duration }: { start: number; duration: number },
): Interval | null {
  if (!moments) return null
  const [from, to] = [findNearestIndex(moments, start), findNearestIndex(moments, start + duration)]
  return to > from ? { from, to } : null
}
