import type { Course } from '@/domain/analysis/course'
import { sumReadings } from '@/domain/analysis/running-sums'
import { lastAtOrBefore } from '@/domain/tracks/metrics/cursor'
import { strokesPerMinute } from '@/domain/tracks/metrics/pool-swim'
import { listSwimParts, MIN_REST, type SwimPart } from '@/domain/tracks/metrics/swim-parts'
import type { DeviceLaps, SwimLength } from '@/domain/tracks/track'

/** Consecutive lengths of a pool between two rests. Drills are separate sets. */
export interface SwimSet {
  /** Seconds from the start of the recording. */
  readonly start: number
  /** Seconds from its start to the end of its last length. */
  readonly elapsed: number
  /** Seconds swum: the sum of its lengths. */
  readonly swum: number
  readonly metres: number
  /** Number of lengths; 0 for a drill that the device only timed. */
  readonly lengths: number
  /** Index of the first one among all lengths of the recording, rests included. */
  readonly firstLength: number
  readonly isDrill: boolean
  /** `mixed` if its lengths differ; undefined if unknown. */
  readonly stroke: SwimLength['stroke']
  /** Number of strokes, and strokes per minute; undefined if unknown. */
  readonly strokes: number | undefined
  readonly strokeRate: number | undefined
  /** Mean of seconds plus strokes of a length; undefined if unknown. */
  readonly swolf: number | undefined
  /** Beats per minute; undefined if not measured. */
  readonly aveHr: number | undefined
  /** Seconds until the next set; undefined after the last one. */
  readonly rest: number | undefined
}

/**
 * Divides the lengths of a pool into sets, in order; empty if the device counted no lengths. `startedAt` is the start of
 * the recording in microseconds since the Unix epoch, and `course` contains the heart rates.
 */
export function findSwimSets(
  device: DeviceLaps | undefined,
  startedAt: number,
  course: Course,
): SwimSet[] {
  if (!device?.poolLength) return []
  const groups = groupParts(listSwimParts(device, startedAt))
  if (!groups.some((parts) => parts.some(({ length }) => length !== undefined))) return []
  const heartRate = readHeartRates(course)
  return groups.map((parts, i) => describeSet(parts, groups[i + 1]?.[0]?.start, heartRate))
}

/** A set ends with a rest, and when drills begin or end. */
function groupParts(parts: readonly (SwimPart | null)[]): SwimPart[][] {
  const groups: SwimPart[][] = []
  let current: SwimPart[] | undefined
  for (const part of parts) {
    const last = current?.at(-1)
    const continues =
      part && last && part.isDrill === last.isDrill && part.start - last.end < MIN_REST
    if (part && continues) current?.push(part)
    else if (part) {
      current = [part]
      groups.push(current)
    } else current = undefined
  }
  return groups
}

function describeSet(
  parts: readonly SwimPart[],
  next: number | undefined,
  heartRate: HeartRateReader,
): SwimSet {
  const lengths = parts.flatMap(({ length }) => length ?? [])
  // The first sample may be later than the start of the first length.
  const start = Math.max(parts[0]?.start ?? 0, 0)
  const end = Math.max(parts.at(-1)?.end ?? start, start)
  return {
    start,
    elapsed: end - start,
    swum: parts.reduce((sum, part) => sum + part.swum, 0),
    metres: parts.reduce((sum, part) => sum + part.metres, 0),
    lengths: lengths.length,
    firstLength: parts[0]?.index ?? 0,
    isDrill: parts[0]?.isDrill === true,
    stroke: commonStroke(lengths),
    strokes: totalStrokes(lengths),
    strokeRate: strokesPerMinute(lengths),
    swolf: meanSwolf(lengths),
    aveHr: heartRate(start, end) ?? lapHeartRate(parts),
    rest: next === undefined ? undefined : Math.max(next - end, 0),
  }
}

function commonStroke(lengths: readonly SwimLength[]): SwimLength['stroke'] {
  const known = new Set(lengths.flatMap(({ stroke }) => stroke ?? []))
  return known.size > 1 ? 'mixed' : [...known][0]
}

/** Undefined unless strokes were counted. */
function totalStrokes(lengths: readonly SwimLength[]): number | undefined {
  const sum = lengths.reduce((all, { strokes = 0 }) => all + strokes, 0)
  return sum > 0 ? sum : undefined
}

/** Seconds plus strokes; undefined for a rest, or when one of the two is unknown. */
export function swolfOf({ elapsed, isActive, strokes }: SwimLength): number | undefined {
  if (!isActive || elapsed === undefined || strokes === undefined || strokes === 0) return undefined
  return elapsed + strokes
}

/** Mean SWOLF of the lengths for which it is known; undefined if there are none. */
export function meanSwolf(lengths: readonly SwimLength[]): number | undefined {
  const known = lengths.flatMap((length) => swolfOf(length) ?? [])
  if (known.length === 0) return undefined
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

/** The mean that the device recorded, if all parts are in one lap. */
function lapHeartRate(parts: readonly SwimPart[]): number | undefined {
  const laps = new Set(parts.map(({ lap }) => lap))
  return laps.size === 1 ? parts[0]?.lap.aveHr : undefined
}

/** Returns the mean heart rate between two times in seconds; undefined without readings. */
type HeartRateReader = (from: number, to: number) => number | undefined

function readHeartRates(course: Course): HeartRateReader {
  const sums = sumReadings(course, 'hr')
  if (!sums) return () => undefined
  return (from, to) => {
    const first = lastAtOrBefore(course.seconds, from)
    const last = lastAtOrBefore(course.seconds, to)
    const seconds = (sums.seconds[last] ?? 0) - (sums.seconds[first] ?? 0)
    return seconds > 0 ? ((sums.sum[last] ?? 0) - (sums.sum[first] ?? 0)) / seconds : undefined
  }
}
