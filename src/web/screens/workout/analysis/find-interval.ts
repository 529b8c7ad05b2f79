import type { Interval } from '@/web/charts/cursor'
import { findNearestIndex } from '@/web/charts/nearest-index'

/**
 * The range of points between two times of a workout, in seconds from its start. `moments` are the times of the points.
 * Null if they are unknown or the range contains fewer than two points.
 */
export function findInterval(
  moments: readonly number[] | undefined,
  { start, duration }: { start: number; duration: number },
): Interval | null {
  if (!moments) return null
  const [from, to] = [findNearestIndex(moments, start), findNearestIndex(moments, start + duration)]
  return to > from ? { from, to } : null
}
