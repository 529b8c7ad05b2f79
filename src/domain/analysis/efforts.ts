import { METRES_PER_MILE } from '@/domain/reference/lengths'
import { lastAtOrBefore } from '@/domain/tracks/metrics/cursor'
import { SECONDS_PER_HOUR, SECONDS_PER_MINUTE } from '@/domain/tracks/metrics/units'
import { MIN_GAIN } from './climbs'
import type { Course } from './course'
import { findFastestInterval, findGreatestGain, Line } from './fastest-interval'
import { type CourseSums, type SummedReadings, sumCourse, withoutJumps } from './running-sums'

/**
 * Kinds of best efforts: `distance` is the shortest time for a distance; the others are the longest distance, highest
 * mean power in watts, highest mean heart rate in beats per minute, and fastest climb in metres per hour (VAM) for a
 * duration.
 */
export const EFFORT_KINDS = ['distance', 'duration', 'power', 'heart_rate', 'climbing'] as const
export type EffortKind = (typeof EFFORT_KINDS)[number]

/** The best effort of a workout for one target. */
export interface Effort {
  readonly kind: EffortKind
  /** Metres for `distance`, otherwise seconds. */
  readonly target: number
  readonly value: number
  /** Seconds from the start of the recording to the start of the effort. */
  readonly start: number
  /** Duration in seconds. */
  readonly elapsed: number
}

/** Metres. */
export const EFFORT_DISTANCES = [
  ...[
    400,
    METRES_PER_MILE / 2,
    1000,
    METRES_PER_MILE,
    2 * METRES_PER_MILE,
    5000,
    10_000,
    15_000,
    21_097.5,
  ],
  ...[20 * METRES_PER_MILE, 42_195, 50_000, 100_000],
] as const

/** Durations in seconds for each of the other kinds. */
export const EFFORT_SECONDS = {
  duration: [12 * SECONDS_PER_MINUTE, SECONDS_PER_HOUR],
  power: [
    ...[
      1,
      2,
      5,
      10,
      15,
      20,
      30,
      SECONDS_PER_MINUTE,
      2 * SECONDS_PER_MINUTE,
      3 * SECONDS_PER_MINUTE,
      5 * SECONDS_PER_MINUTE,
      8 * SECONDS_PER_MINUTE,
    ],
    ...[
      10 * SECONDS_PER_MINUTE,
      15 * SECONDS_PER_MINUTE,
      20 * SECONDS_PER_MINUTE,
      30 * SECONDS_PER_MINUTE,
      45 * SECONDS_PER_MINUTE,
      SECONDS_PER_HOUR,
      90 * SECONDS_PER_MINUTE,
    ],
    ...[2 * SECONDS_PER_HOUR, 3 * SECONDS_PER_HOUR, 4 * SECONDS_PER_HOUR, 5 * SECONDS_PER_HOUR],
  ],
  heart_rate: [
    ...[
      10,
      30,
      SECONDS_PER_MINUTE,
      2 * SECONDS_PER_MINUTE,
      5 * SECONDS_PER_MINUTE,
      10 * SECONDS_PER_MINUTE,
      20 * SECONDS_PER_MINUTE,
      30 * SECONDS_PER_MINUTE,
    ],
    ...[SECONDS_PER_HOUR, 2 * SECONDS_PER_HOUR, 3 * SECONDS_PER_HOUR, 5 * SECONDS_PER_HOUR],
  ],
  climbing: [
    ...[
      SECONDS_PER_MINUTE,
      2 * SECONDS_PER_MINUTE,
      5 * SECONDS_PER_MINUTE,
      10 * SECONDS_PER_MINUTE,
      20 * SECONDS_PER_MINUTE,
      30 * SECONDS_PER_MINUTE,
      SECONDS_PER_HOUR,
    ],
    ...[2 * SECONDS_PER_HOUR, 3 * SECONDS_PER_HOUR, 5 * SECONDS_PER_HOUR],
  ],
} as const

/**
 * Finds the best efforts anywhere in a recording, interpolated between points. Uses elapsed time: pauses count, and
 * gaps count as time without power. Heart rate efforts count only time in which it was measured. Implausibly fast steps
 * count as time without distance. Pass `sums` if they have already been computed.
 */
export function findEfforts(course: Course, sums: CourseSums = sumCourse(course)): Effort[] {
  const { seconds } = course
  return [
    ...distanceEfforts(course),
    ...durationEfforts(course),
    ...(sums.power ? powerEfforts(seconds, sums.power) : []),
    ...(sums.hr ? heartRateEfforts(seconds, sums.hr) : []),
    ...(sums.profile ? climbingEfforts(course, sums.profile) : []),
  ]
}

function distanceEfforts({ plausibleMetres, seconds }: Course): Effort[] {
  const line = new Line(plausibleMetres, seconds)
  return EFFORT_DISTANCES.flatMap((target) => {
    const best = findFastestInterval(line, target)
    // Points recorded at the same moment would give a distance in zero time.
    if (!best || best.value <= 0) return []
    const start = timeOfLeaving(plausibleMetres, seconds, best.from)
    return [{ kind: 'distance', target, value: best.value, start, elapsed: best.value }]
  })
}

function durationEfforts({ plausibleMetres, seconds }: Course): Effort[] {
  return gains('duration', new Line(seconds, plausibleMetres), (metres) => metres)
}

function powerEfforts(seconds: Float64Array, { sum: work }: SummedReadings): Effort[] {
  const line = new Line(seconds, work)
  return gains('power', line, (sum, elapsed) => sum / elapsed)
}

/** The heart keeps beating during a pause, so time without readings is excluded rather than counted as zero. */
function heartRateEfforts(seconds: Float64Array, readings: SummedReadings): Effort[] {
  const line = new Line(readings.seconds, readings.sum)
  return gains('heart_rate', line, (sum, measured) => sum / measured).map((effort) => {
    const start = timeOfLeaving(readings.seconds, seconds, effort.start)
    const end = timeOfReaching(readings.seconds, seconds, effort.start + effort.target)
    return { ...effort, start, elapsed: end - start }
  })
}

/**
 * Like climbs, efforts need a gain of at least `MIN_GAIN` metres: elevations drift by metres, which over a minute would
 * look like a fast climb.
 */
function climbingEfforts(course: Course, profile: Float64Array): Effort[] {
  const line = new Line(course.seconds, withoutJumps(profile, course))
  const perHour = (metres: number, elapsed: number) => (metres / elapsed) * SECONDS_PER_HOUR
  return gains('climbing', line, perHour).filter(
    ({ value, target }) => value >= perHour(MIN_GAIN, target),
  )
}

function gains(
  kind: Exclude<EffortKind, 'distance'>,
  line: Line,
  toValue: (gain: number, seconds: number) => number,
): Effort[] {
  return EFFORT_SECONDS[kind].flatMap((target) => {
    const best = findGreatestGain(line, target)
    if (!best || best.value <= 0) return []
    const value = toValue(best.value, target)
    return [{ kind, target, value, start: best.from, elapsed: target }]
  })
}

/** The time at which a position was left. Time spent there before is not part of the effort. */
function timeOfLeaving(along: Float64Array, seconds: Float64Array, place: number): number {
  return timeBetween(along, seconds, lastAtOrBefore(along, place), place)
}

/** The time at which a position was first reached. */
function timeOfReaching(along: Float64Array, seconds: Float64Array, place: number): number {
  let low = 0
  let high = along.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((along[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return along[low] === place || low === 0
    ? (seconds[low] ?? 0)
    : timeBetween(along, seconds, low - 1, place)
}

/** Interpolates the time of a position at or after point `i` and before the next point. */
function timeBetween(along: Float64Array, seconds: Float64Array, i: number, place: number): number {
  const [here, next] = [along[i] ?? 0, along[i + 1]]
  const now = seconds[i] ?? 0
  if (next === undefined || here === place) return now
  return now + ((place - here) / (next - here)) * ((seconds[i + 1] ?? 0) - now)
}
