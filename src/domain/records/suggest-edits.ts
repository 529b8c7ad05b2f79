import { joinMeasured } from '@/domain/analysis/analyse-segments'
import type { Course } from '@/domain/analysis/course'
import { correctSpikes } from '@/domain/tracks/edits/spikes'
import type { TrackEdit } from '@/domain/tracks/edits/track-edit'
import { MICROSECONDS, MICROSECONDS_PER_MILLISECOND } from '@/domain/tracks/metrics/units'
import type { MeasuredSegment } from '@/domain/tracks/streams/packed-segment'

/** An edit that would correct a recording, and the reason. */
export interface EditSuggestion {
  readonly edit: TrackEdit
  readonly reason: 'too_fast' | 'spikes'
}

/** The greatest plausible speeds in metres per second: of a minute, and of a moment. Null when not known. */
export interface SpeedLimits {
  readonly sustained: number | null
  readonly momentary: number | null
}

/** Seconds over which a speed must be exceeded. */
const WINDOW = 60
/** Seconds that are too few to keep before or after a ride in a car: the way to it or from it. */
const MIN_REST = 300

/**
 * Suggests edits of a recording: removing a part that is faster than any human, such as a ride in a car after a run,
 * and deleting spikes. A fast part at the start or end is trimmed, one in the middle removed.
 */
export function suggestEdits(
  segments: readonly MeasuredSegment[],
  { sustained, momentary }: SpeedLimits,
): EditSuggestion[] {
  const points = segments.map((segment) => segment.points)
  const course = joinMeasured(segments)
  const start = Math.min(
    ...points.map(({ time }) => time.find((at) => !Number.isNaN(at)) ?? Infinity),
  )
  const fast = sustained === null ? undefined : findFastPart(course, sustained)
  const suggestions: EditSuggestion[] = []
  if (fast && Number.isFinite(start)) {
    const instantAt = (i: number) =>
      Math.floor((start + (course.seconds[i] ?? 0) * MICROSECONDS) / MICROSECONDS_PER_MILLISECOND)
    const edit = removalOf(course, fast, instantAt)
    if (edit) suggestions.push({ edit, reason: 'too_fast' })
  }
  if (correctSpikes(points, momentary).removed > 0)
    suggestions.push({ edit: { kind: 'spikes', max_speed: momentary }, reason: 'spikes' })
  return suggestions
}

/** The first and last point of the part that begins and ends with too fast a minute; undefined when there is none. */
function findFastPart({ seconds, metres, size }: Course, limit: number) {
  let found: { first: number; last: number } | undefined
  let from = 0
  for (let to = 1; to < size; to++) {
    while ((seconds[to] ?? 0) - (seconds[from + 1] ?? Number.POSITIVE_INFINITY) >= WINDOW) from += 1
    const elapsed = (seconds[to] ?? 0) - (seconds[from] ?? 0)
    if (elapsed < WINDOW) continue
    if ((metres[to] ?? 0) - (metres[from] ?? 0) <= limit * elapsed) continue
    found = { first: found?.first ?? from, last: to }
  }
  return found && withAcceleration({ seconds, metres }, found, limit)
}

/** Extends a fast part by the seconds in which the car accelerated and braked: while the speed changes in one direction. */
function withAcceleration(
  { seconds, metres }: Pick<Course, 'seconds' | 'metres'>,
  { first, last }: { first: number; last: number },
  limit: number,
) {
  const speedAt = (i: number) => {
    const elapsed = (seconds[i] ?? 0) - (seconds[i - 1] ?? 0)
    return elapsed > 0 ? ((metres[i] ?? 0) - (metres[i - 1] ?? 0)) / elapsed : 0
  }
  let start = first
  // A window may begin before the car does, so its slow beginning is skipped.
  while (start < last && speedAt(start + 1) <= limit / 2) start += 1
  while (start > 0 && speedAt(start) > limit / 2) start -= 1
  let end = last
  while (end > start && speedAt(end) <= limit / 2) end -= 1
  while (end < seconds.length - 1 && speedAt(end + 1) > limit / 2) end += 1
  return { first: start, last: end }
}

function removalOf(
  { seconds, size }: Course,
  { first, last }: { first: number; last: number },
  instantAt: (point: number) => number,
): TrackEdit | undefined {
  const [before, after] = [seconds[first] ?? 0, (seconds[size - 1] ?? 0) - (seconds[last] ?? 0)]
  if (before < MIN_REST && after < MIN_REST) return undefined
  if (after < MIN_REST) return { kind: 'trim', from: null, to: instantAt(first) }
  if (before < MIN_REST) return { kind: 'trim', from: instantAt(last), to: null }
  return { kind: 'remove', from: instantAt(first) + 1, to: instantAt(last) - 1 }
}
