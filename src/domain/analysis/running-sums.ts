import { climbSteps } from '@/domain/tracks/metrics/elevation'
import { KMH_PER_MS } from '@/domain/tracks/metrics/units'
import { type Course, stepAt } from './course'

/** Maximum age of a reading in seconds. After a longer gap the value is unknown. */
export const MAX_HOLD_TIME = 10

type Sensor = 'hr' | 'cadence' | 'power'

/** Maximum plausible reading, in beats per minute and watts. */
export const MAX_READ = { hr: 255, power: 3000, cadence: Number.POSITIVE_INFINITY } as const

/** Clamps a reading between zero and `most`. NaN stays NaN. */
export const countedReading = (reading: number, most: number): number =>
  Math.min(most, Math.max(0, reading))

/**
 * Cumulative readings multiplied by the seconds to which they apply, for each point. A reading applies to the time
 * since the previous point. Breaks, gaps and points without a reading add nothing. `seconds` is the cumulative time
 * covered.
 */
export interface SummedReadings {
  readonly sum: Float64Array
  readonly seconds: Float64Array
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
    const elapsed = stepAt(course.seconds, i)
    const reading = readings[i] ?? Number.NaN
    const isBreak = course.breaks[nextBreak] === i
    if (isBreak) nextBreak += 1
    if (!isBreak && !Number.isNaN(reading) && elapsed <= MAX_HOLD_TIME) {
      work += countedReading(reading, most) * elapsed
      covered += elapsed
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
  /** Elevations with holes filled by interpolation. */
  readonly ele: Float64Array | undefined
}

export const sumCourse = (course: Course): CourseSums => ({
  hr: sumReadings(course, 'hr'),
  power: sumReadings(course, 'power'),
  ele: fillHoles(course),
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
    const [elapsed, length] = [stepAt(seconds, i), stepAt(metres, i)]
    const moves = elapsed > 0 && length > limit * elapsed && !starts.has(i)
    sum[i] = (sum[i - 1] ?? 0) + (moves ? elapsed : 0)
  }
  return sum
}

/** Cumulative metres of ascent and descent, smoothed like the ascent of a workout. */
export function sumClimbs({ ele, size, breaks }: Course): { up: Float64Array; down: Float64Array } {
  const up = new Float64Array(size)
  const down = new Float64Array(size)
  const bounds = [0, ...breaks, size]
  for (let part = 0; part + 1 < bounds.length; part++) {
    const [from, to] = [bounds[part] ?? 0, bounds[part + 1] ?? 0]
    const steps = climbSteps(ele.subarray(from, to))
    for (let i = from; i < to; i++) {
      const change = steps[i - from] ?? 0
      up[i] = (up[i - 1] ?? 0) + Math.max(0, change)
      down[i] = (down[i - 1] ?? 0) + Math.max(0, -change)
    }
  }
  return { up, down }
}

/**
 * Fills holes in the elevations by linear interpolation over time. Undefined when fewer than two elevations are known.
 */
export function fillHoles({ ele, seconds, size }: Course): Float64Array | undefined {
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
