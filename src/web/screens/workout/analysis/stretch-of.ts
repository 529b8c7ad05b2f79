import type { Stretch } from '@/web/charts/cursor'
import { indexAt } from '@/web/charts/index-at'
import type { Track } from '@/web/charts/track'

/** The points between two moments of a workout, in seconds from its start; null where there are fewer than two. */
export function stretchOf(
  { points }: Track,
  { start, duration }: { start: number; duration: number },
): Stretch | null {
  const moments = points.map((point) => point.duration)
  const [from, to] = [indexAt(moments, start), indexAt(moments, start + duration)]
  return to > from ? { from, to } : null
}
