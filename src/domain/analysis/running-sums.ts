import { smoothElevations, sumWithHysteresis } from '@/domain/tracks/metrics/elevation-profile'
import { KMH_PER_MS, SECONDS_PER_HOUR } from '@/domain/tracks/metrics/units'
import { type Course, stepAt } from './course'

/** Maximum age of a reading in seconds in a regular recording. After a longer gap the value is unknown. */
export const MAX_HOLD_TIME = 10
/** The same in an irregular recording, in which the device skips samples as long as little changes. */
export const MAX_SPARSE_HOLD_TIME = 60

type Sensor = 'hr' | 'cadence' | 'power'

/** Maximum plausible reading, in beats per minute and watts. */
export const MAX_READ = { hr: 255, power: 3000, cadence: Number.POSITIVE_INFINITY } as const

/** Clamps a reading between zero and `most`. NaN stays NaN. */
export const countedReading = (reading: number, most: number): number =>
  Math.min(most, Math.max(0, reading))

/**
 * Cumulative readings multiplied by the seconds to which they apply, for each point. In a regular recording a reading
 * applies to the time since the previous point, in an irregular one to the time until the next point, at most
 * `MAX_SPARSE_HOLD_TIME`. Breaks, gaps and points without a reading add nothing. `seconds` is the cumulative time
 * covered.
 */
export interface SummedReadings {
  readonly sum: Float64Array
  readonly seconds: Float64Array
}

/** The reading that applies to the time between the previous point and point `i`; NaN if there is none. */
export const readingBefore = (course: Course, sensor: Sensor, i: number): number =>
  course[sensor][course.isIrregular ? i - 1 : i] ?? Number.NaN

/** Seconds between the previous point and point `i` to which a reading applies. */
function heldSeconds({ seconds, isIrregular }: Course, i: number): number {
  const elapsed = stepAt(seconds, i)
  if (isIrregular) return Math.min(elapsed, MAX_SPARSE_HOLD_TIME)
  return elapsed <= MAX_HOLD_TIME ? elapsed : 0
}

/** Sums the readings of a sensor; undefined if it has none. */
export function sumReadings(course: Course, sensor: Sensor): SummedReadings | undefined {
  const readings = course[sensor]
  const most = MAX_READ[sensor]
  let first = 0
  while (first < readings.length && Number.isNaN(readings[first])) first += 1
  if (first === readings.length) return undefined
  const sum = new Float64Array(course.size)
  const seconds = new Float64Array(course.size)
  let work = 0
  let covered = 0
  let nextBreak = 0
  for (let i = 1; i < course.size; i++) {
    const reading = readingBefore(course, sensor, i)
    const isBreak = course.breaks[nextBreak] === i
    if (isBreak) nextBreak += 1
    if (!isBreak && !Number.isNaN(reading)) {
      const held = heldSeconds(course, i)
      work += countedReading(reading, most) * held
      covered += held
    }
    sum[i] = work
    seconds[i] = covered
  }
  return covered > 0 ? { sum, seconds } : undefined
}

/** Sums that several analyses of a course share; undefined where nothing was measured. */
export interface CourseSums {
  readonly hr: SummedReadings | undefined
  readonly power: SummedReadings | undefined
  /** The smooth profile of elevations without holes. */
  readonly profile: Float64Array | undefined
}

export const sumCourse = (course: Course): CourseSums => ({
  hr: sumReadings(course, 'hr'),
  power: sumReadings(course, 'power'),
  profile: smoothProfile(course),
})

/**
 * Cumulative seconds in motion, i.e. faster than `threshold` km/h, by the same rule as the moving time of a workout.
 */
export function sumMoving(
  { seconds, metres, size, breaks }: Course,
  threshold: number,
): Float64Array {
  const limit = (threshold || 1) / KMH_PER_MS
  const starts = new Set(breaks)
  const sum = new Float64Array(size)
  for (let i = 1; i < size; i++) {
    const elapsed = stepAt(seconds, i)
    const length = stepAt(metres, i)
    const moves = elapsed > 0 && length > limit * elapsed && !starts.has(i)
    sum[i] = (sum[i - 1] ?? 0) + (moves ? elapsed : 0)
  }
  return sum
}

/**
 * Cumulative metres of ascent and descent, of the smooth profile and with hysteresis (of `sumWithHysteresis`, in metres);
 * breaks add nothing.
 */
export function sumClimbs(
  course: Pick<Course, 'size' | 'breaks'>,
  profile: Float64Array,
  hysteresis?: number,
): { up: Float64Array; down: Float64Array } {
  const up = new Float64Array(course.size)
  const down = new Float64Array(course.size)
  for (const [from, to] of partsOf(course)) {
    const part = sumWithHysteresis(profile.subarray(from, to), hysteresis)
    const [before, fallen] = [up[from - 1] ?? 0, down[from - 1] ?? 0]
    for (let i = from; i < to; i++) {
      up[i] = before + (part.up[i - from] ?? 0)
      down[i] = fallen + (part.down[i - from] ?? 0)
    }
  }
  return { up, down }
}

/** First point and end (exclusive) of each part of a course between breaks. */
const partsOf = ({
  size,
  breaks,
}: Pick<Course, 'size' | 'breaks'>): [from: number, to: number][] =>
  size === 0 ? [] : [0, ...breaks].map((from, i) => [from, breaks[i] ?? size])

/**
 * Returns the elevations of a course, smooth and without holes; undefined when fewer than two are known. Breaks are not
 * smoothed over, because the device may have been somewhere else afterwards.
 */
export function smoothProfile(course: Course): Float64Array | undefined {
  const ele = fillHoles(course)
  if (!ele) return undefined
  for (const [from, to] of partsOf(course)) {
    const part = (column: Float64Array) => column.subarray(from, to)
    const along = { metres: part(course.metres), seconds: part(course.seconds) }
    ele.set(smoothElevations(part(ele), along), from)
  }
  return ele
}

/**
 * Metres per hour. Higher speeds are impossible by one's own power over the time for which elevations are averaged: elite
 * stair runners reach about 2,000 over minutes, cyclists a little more over one. Faster are lifts, aircraft, and errors of the
 * elevation.
 */
const MAX_CLIMBING_SPEED = 3000

/**
 * Seconds before and after a step over which its climbing speed is averaged: times in whole seconds leave some steps
 * without a duration, and the first and last elevations of a part are hardly smooth.
 */
const CLIMBING_REACH = 5
/** Points that are looked at before and after a step. A malformed recording can have any number at the same time. */
const MAX_CLIMBING_POINTS = 10 * CLIMBING_REACH

/**
 * Returns a profile without its implausibly fast rises: everything after such a rise is lower by it. Recordings whose
 * points all have the same time keep their rises, because nothing is known about their speed.
 */
export function withoutJumps(profile: Float64Array, { seconds }: Course): Float64Array {
  const limit = MAX_CLIMBING_SPEED / SECONDS_PER_HOUR
  const plausible = new Float64Array(profile.length)
  plausible[0] = profile[0] ?? 0
  for (let i = 1; i < profile.length; i++) {
    const rise = stepAt(profile, i)
    const isTooFast =
      rise > limit * stepAt(seconds, i) && climbingSpeed(profile, seconds, i) > limit
    plausible[i] = (plausible[i - 1] ?? 0) + (isTooFast ? 0 : rise)
  }
  return plausible
}

/** Adds up the rises around a step, and returns their mean speed in metres per second; 0 where no time passed. */
function climbingSpeed(profile: Float64Array, seconds: Float64Array, step: number): number {
  let [from, to] = [step - 1, step]
  const earliest = (seconds[step] ?? 0) - CLIMBING_REACH
  const latest = (seconds[step - 1] ?? 0) + CLIMBING_REACH
  while (step - from < MAX_CLIMBING_POINTS && (seconds[from - 1] ?? earliest - 1) >= earliest)
    from -= 1
  while (to - step < MAX_CLIMBING_POINTS && (seconds[to + 1] ?? latest + 1) <= latest) to += 1
  let rises = 0
  for (let i = from + 1; i <= to; i++) rises += Math.max(0, stepAt(profile, i))
  const elapsed = (seconds[to] ?? 0) - (seconds[from] ?? 0)
  return elapsed > 0 ? rises / elapsed : 0
}

/**
 * Fills holes in the elevations by linear interpolation over time. Undefined when fewer than two elevations are known.
 */
function fillHoles({ ele, seconds, size }: Course): Float64Array | undefined {
  const filled = ele.slice()
  let known = -1
  let count = 0
  for (let i = 0; i < size; i++) {
    if (Number.isNaN(ele[i] ?? Number.NaN)) continue
    if (known === -1) filled.fill(ele[i] ?? 0, 0, i)
    else fillBetween(filled, seconds, known, i)
    known = i
    count += 1
  }
  if (count < 2) return undefined
  return filled.fill(ele[known] ?? 0, known + 1)
}

function fillBetween(column: Float64Array, seconds: Float64Array, a: number, b: number): void {
  const span = (seconds[b] ?? 0) - (seconds[a] ?? 0)
  for (let i = a + 1; i < b; i++) {
    const share = span > 0 ? ((seconds[i] ?? 0) - (seconds[a] ?? 0)) / span : 0
    column[i] = (column[a] ?? 0) + share * ((column[b] ?? 0) - (column[a] ?? 0))
  }
}
