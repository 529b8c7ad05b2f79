import type { Period } from '@/domain/privacy/public-recording'
import type { VisiblePart } from '@/domain/privacy/visible-parts'
import type { StoredPoints } from '@/domain/tracks/metrics/units'

/**
 * Whether others may not see all of a period of a recording. The samples before and after the period belong to it,
 * because its ends are interpolated.
 */
export function isPartHidden(
  segments: readonly { points: StoredPoints }[],
  parts: readonly VisiblePart[],
  { from, to }: Period,
): boolean {
  return segments.some(({ points: { time, size } }, segment) => {
    const first = time.findLastIndex((at) => at <= from)
    const next = time.findIndex((at) => at >= to)
    const last = next < 0 ? size - 1 : next
    // All of the segment is before or after the period.
    if ((time[last] ?? Number.NaN) < from || (time[0] ?? Number.NaN) > to) return false
    const own = parts.filter((part) => part.segment === segment)
    return !own.some((part) => part.start <= Math.max(first, 0) && part.end > last)
  })
}
