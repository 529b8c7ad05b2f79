import type { Stretch } from '@/web/charts/cursor'
import { indexAt } from '@/web/charts/index-at'

/**
 * The points between two moments of a workout, in seconds from its start, where `moments` are those of its points; null
 * where there are fewer than two, or the points are not known.
 */
export function stretchOf(
  moments: readonly number[] | undefined,
  { start, duration }: { start: number; duration: number },
): Stretch | null {
  if (!moments) return null
  const [from, to] = [indexAt(moments, start), indexAt(moments, start + duration)]
  return to > from ? { from, to } : null
}
