import type { Course } from './course'
import { sumLevelMetres } from './graded'
import { type SummedReadings, sumClimbs, sumMoving, sumReadings } from './running-sums'

/** A part of a workout between two marks of its distance. */
export interface Split {
  /** Metres; the last one is what is left. */
  readonly distance: number
  /** Seconds from the start of the recording to its beginning. */
  readonly start: number
  /** Seconds, pauses included. */
  readonly elapsed: number
  /** Seconds in motion. */
  readonly moving: number
  /** Metres climbed and descended; null without elevations. */
  readonly ascent: number | null
  readonly descent: number | null
  /** Metres of level ground that would have been as hard; null without elevations. */
  readonly levelDistance: number | null
  /** Mean over the time that was measured; null without the sensor. */
  readonly aveHr: number | null
  readonly aveCadence: number | null
  readonly avePower: number | null
}

/** A place between two points: behind point `index` by `share` of the way to the next. */
interface Place {
  readonly index: number
  readonly share: number
}

/** Of a last part shorter than this, in metres, no more than rounding is left. */
const SHORTEST = 0.5

/**
 * The parts of a workout, each `length` metres long but for the last. Times and everything else at a mark are taken to
 * grow evenly between the points around it, so that the parts add up to the whole. `threshold` is the speed in km/h up to
 * which one stands.
 */
export function splitCourse(course: Course, length: number, threshold: number): Split[] {
  const whole = course.metres[course.size - 1] ?? 0
  const sums = sumsOf(course, threshold)
  const splits: Split[] = []
  let from: Place = { index: 0, share: 0 }
  for (let count = 1; (count - 1) * length < whole - SHORTEST; count++) {
    const isLast = count * length >= whole - SHORTEST
    const to = isLast ? { index: course.size - 1, share: 0 } : placeOf(course, count * length, from)
    const distance = isLast ? whole - (count - 1) * length : length
    splits.push(partBetween(course, sums, { from, to, distance }))
    from = to
  }
  return splits
}

interface Sums {
  moving: Float64Array
  climbs: ReturnType<typeof sumClimbs> | undefined
  level: Float64Array | undefined
  hr: SummedReadings | undefined
  cadence: SummedReadings | undefined
  power: SummedReadings | undefined
}

const sumsOf = (course: Course, threshold: number): Sums => ({
  moving: sumMoving(course, threshold),
  climbs: course.ele.some((metres) => !Number.isNaN(metres)) ? sumClimbs(course) : undefined,
  level: sumLevelMetres(course),
  hr: sumReadings(course, 'hr'),
  cadence: sumReadings(course, 'cadence'),
  power: sumReadings(course, 'power'),
})

/** Where so many metres are reached first, looked for from an earlier place on. */
function placeOf({ metres }: Course, target: number, { index }: Place): Place {
  let next = index
  while ((metres[next] ?? Number.POSITIVE_INFINITY) < target) next += 1
  const [before, after] = [metres[next - 1] ?? 0, metres[next] ?? 0]
  if (after === target || next === 0) return { index: next, share: 0 }
  return { index: next - 1, share: (target - before) / (after - before) }
}

function partBetween(
  course: Course,
  { moving, climbs, level, hr, cadence, power }: Sums,
  { from, to, distance }: { from: Place; to: Place; distance: number },
): Split {
  const between = (column: Float64Array) => valueAt(column, to) - valueAt(column, from)
  const mean = (readings: SummedReadings | undefined): number | null => {
    const seconds = readings ? between(readings.seconds) : 0
    return readings && seconds > 0 ? between(readings.sum) / seconds : null
  }
  return {
    distance,
    start: valueAt(course.seconds, from),
    elapsed: between(course.seconds),
    moving: between(moving),
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
