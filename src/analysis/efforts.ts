import { METRES_PER_MILE } from '@/tracks/metrics/units'
import type { Course } from './course'
import { type CourseSums, type SummedReadings, sumCourse } from './running-sums'
import { fastestStretch, greatestGain, Line } from './sweep'

/**
 * What is best in an effort: least seconds for so many metres, or, over so many seconds, most metres, highest mean watts,
 * highest mean beats per minute, or most metres gained an hour (VAM).
 */
export const EFFORT_KINDS = ['distance', 'duration', 'power', 'heart_rate', 'climbing'] as const
export type EffortKind = (typeof EFFORT_KINDS)[number]

/** The best that a workout holds for one target. */
export interface Effort {
  readonly kind: EffortKind
  /** Metres for `distance`, else seconds. */
  readonly target: number
  readonly value: number
  /** Seconds from the start of the recording to its beginning. */
  readonly start: number
  /** Seconds that it lasts. */
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

const MINUTE = 60
const HOUR = 3600

/** Seconds of the efforts of each other kind. */
export const EFFORT_SECONDS = {
  duration: [12 * MINUTE, HOUR],
  power: [
    ...[1, 2, 5, 10, 15, 20, 30, MINUTE, 2 * MINUTE, 3 * MINUTE, 5 * MINUTE, 8 * MINUTE],
    ...[10 * MINUTE, 15 * MINUTE, 20 * MINUTE, 30 * MINUTE, 45 * MINUTE, HOUR, 90 * MINUTE],
    ...[2 * HOUR, 3 * HOUR, 4 * HOUR, 5 * HOUR],
  ],
  heart_rate: [
    ...[10, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE],
    ...[HOUR, 2 * HOUR, 3 * HOUR, 5 * HOUR],
  ],
  climbing: [
    ...[MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR],
    ...[2 * HOUR, 3 * HOUR, 5 * HOUR],
  ],
} as const

/**
 * The best efforts anywhere inside a recording, exact between its points. Time is elapsed time: a pause counts, and so
 * does a gap, as time without power; only of the heart the time in which it was measured counts. Steps that nobody can
 * have made count as time without distance. `sums` are those of the course, for who has them already.
 */
export function findEfforts(course: Course, sums: CourseSums = sumCourse(course)): Effort[] {
  const { seconds } = course
  return [
    ...distanceEfforts(course),
    ...durationEfforts(course),
    ...(sums.power ? powerEfforts(seconds, sums.power) : []),
    ...(sums.hr ? heartRateEfforts(seconds, sums.hr) : []),
    ...(sums.ele ? climbingEfforts(seconds, sums.ele) : []),
  ]
}

function distanceEfforts({ plausibleMetres, seconds }: Course): Effort[] {
  const line = new Line(plausibleMetres, seconds)
  return EFFORT_DISTANCES.flatMap((target) => {
    const best = fastestStretch(line, target)
    // Nothing is covered in no time: such points were recorded at one moment.
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

/** A heart goes on beating in a pause in which nobody counts: a mean with zeros would be none. */
function heartRateEfforts(seconds: Float64Array, readings: SummedReadings): Effort[] {
  const line = new Line(readings.seconds, readings.sum)
  return gains('heart_rate', line, (sum, measured) => sum / measured).map((effort) => {
    const start = timeOfLeaving(readings.seconds, seconds, effort.start)
    const end = timeOfReaching(readings.seconds, seconds, effort.start + effort.target)
    return { ...effort, start, elapsed: end - start }
  })
}

function climbingEfforts(seconds: Float64Array, ele: Float64Array): Effort[] {
  const line = new Line(seconds, ele)
  return gains('climbing', line, (metres, elapsed) => (metres / elapsed) * HOUR)
}

function gains(
  kind: Exclude<EffortKind, 'distance'>,
  line: Line,
  toValue: (gain: number, seconds: number) => number,
): Effort[] {
  return EFFORT_SECONDS[kind].flatMap((target) => {
    const best = greatestGain(line, target)
    if (!best || best.value <= 0) return []
    const value = toValue(best.value, target)
    return [{ kind, target, value, start: best.from, elapsed: target }]
  })
}

/** When a place on the way was left: standing there before is no part of what follows. */
function timeOfLeaving(along: Float64Array, seconds: Float64Array, place: number): number {
  let low = 0
  let high = along.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((along[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return timeBetween(along, seconds, low, place)
}

/** When a place on the way was reached. */
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

/** The time at a place at point `i`, or between it and the next. */
function timeBetween(along: Float64Array, seconds: Float64Array, i: number, place: number): number {
  const [here, next] = [along[i] ?? 0, along[i + 1]]
  const now = seconds[i] ?? 0
  if (next === undefined || here === place) return now
  return now + ((place - here) / (next - here)) * ((seconds[i + 1] ?? 0) - now)
}
