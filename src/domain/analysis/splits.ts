import { type Course, stepAt } from './course'
import { sumLevelMetres } from './graded'
import {
  type SummedReadings,
  smoothProfile,
  sumClimbs,
  sumMoving,
  sumReadings,
} from './running-sums'

/** A section of a workout between two distance marks. */
export interface Split {
  /** Metres. The last split is the remainder. */
  readonly distance: number
  /** Seconds from the start of the recording to the start of the split. */
  readonly start: number
  /** Duration in seconds, including pauses. */
  readonly elapsed: number
  /** Seconds in motion. */
  readonly moving: number
  /**
   * Metres per second in motion, without steps that are implausibly fast, so that no split contradicts the maximum speed;
   * null without motion.
   */
  readonly speed: number | null
  /** Metres of ascent and descent; null without elevations. */
  readonly ascent: number | null
  readonly descent: number | null
  /** Metres of level ground that would have required the same effort; null without elevations. */
  readonly levelDistance: number | null
  /** Mean over the measured time; null without the sensor. */
  readonly aveHr: number | null
  readonly aveCadence: number | null
  readonly avePower: number | null
}

/** A position between two points: point `index` plus `share` of the step to the next one. */
interface Place {
  readonly index: number
  readonly share: number
}

/** A remainder shorter than this, in metres, is only a rounding error. */
const MINIMUM = 0.5

/**
 * Divides a workout into splits of `length` metres; the last one may be shorter. Values at a mark are interpolated
 * linearly, so that the splits add up to the whole. Speeds of up to `threshold` km/h count as standing. Returns an
 * empty list if there would be more than MAX_SPLITS.
 */
export function splitCourse(course: Course, length: number, threshold: number): Split[] {
  const whole = course.metres[course.size - 1] ?? 0
  const sums = sumsOf(course, threshold)
  const splits: Split[] = []
  if (!(whole / length <= MAX_SPLITS)) return splits
  let from: Place = { index: 0, share: 0 }
  for (let count = 1; (count - 1) * length < whole - MINIMUM; count++) {
    const isLast = count * length >= whole - MINIMUM
    const to = isLast ? { index: course.size - 1, share: 0 } : placeOf(course, count * length, from)
    const distance = isLast ? whole - (count - 1) * length : length
    splits.push(partBetween(course, sums, { from, to, distance }))
    from = to
  }
  return splits
}

/** Equals the maximum distance of a workout in kilometres. */
const MAX_SPLITS = 1_000_000

interface Sums {
  moving: Float64Array
  plausible: Float64Array
  /** Metres per second of the fastest plausible step. */
  fastest: number
  climbs: ReturnType<typeof sumClimbs> | undefined
  level: Float64Array | undefined
  hr: SummedReadings | undefined
  cadence: SummedReadings | undefined
  power: SummedReadings | undefined
}

function sumsOf(course: Course, threshold: number): Sums {
  const profile = smoothProfile(course)
  return {
    moving: sumMoving(course, threshold),
    plausible: course.plausibleMetres,
    fastest: fastestStep(course),
    climbs: profile && sumClimbs(course, profile),
    level: profile && sumLevelMetres({ ...course, metres: course.plausibleMetres }, profile),
    hr: sumReadings(course, 'hr'),
    cadence: sumReadings(course, 'cadence'),
    power: sumReadings(course, 'power'),
  }
}

function fastestStep({ plausibleMetres, seconds }: Course): number {
  let fastest = 0
  for (let i = 1; i < seconds.length; i++) {
    const elapsed = stepAt(seconds, i)
    if (elapsed > 0) fastest = Math.max(fastest, stepAt(plausibleMetres, i) / elapsed)
  }
  return fastest
}

/** Finds where a distance in metres is first reached, searching forward from an earlier place. */
function placeOf({ metres }: Course, target: number, { index }: Place): Place {
  let next = index
  while ((metres[next] ?? Number.POSITIVE_INFINITY) < target) next += 1
  const [before, after] = [metres[next - 1] ?? 0, metres[next] ?? 0]
  if (after === target || next === 0) return { index: next, share: 0 }
  return { index: next - 1, share: (target - before) / (after - before) }
}

function partBetween(
  course: Course,
  { moving, plausible, fastest, climbs, level, hr, cadence, power }: Sums,
  { from, to, distance }: { from: Place; to: Place; distance: number },
): Split {
  const between = (column: Float64Array) => valueAt(column, to) - valueAt(column, from)
  const mean = (readings: SummedReadings | undefined): number | null => {
    const seconds = readings ? between(readings.seconds) : 0
    return readings && seconds > 0 ? between(readings.sum) / seconds : null
  }
  const seconds = between(moving)
  return {
    distance,
    start: valueAt(course.seconds, from),
    elapsed: between(course.seconds),
    moving: seconds,
    // Distance covered too slowly to count as motion would otherwise be added to that in motion.
    speed: seconds > 0 ? Math.min(between(plausible) / seconds, fastest) : null,
    ascent: climbs ? between(climbs.up) : null,
    descent: climbs ? between(climbs.down) : null,
    levelDistance: level ? between(level) : null,
    aveHr: mean(hr),
    aveCadence: mean(cadence),
    avePower: mean(power),
  }
}

function valueAt(column: Float64Array, { index, share }: Place): number {
  const here = column[index] ?? 0
  return share === 0 ? here : here + share * ((column[index + 1] ?? here) - here)
}
