import { type Course, stepAt } from './course'
import { smoothProfile, sumClimbs } from './running-sums'

/**
 * Metres before and after a point over which its gradient is averaged. Over a shorter distance, elevations that drift by metres look
 * like hills, and hills cost more than level ground in both directions.
 */
const REACH = 125
/** Maximum gradient for which the formula was measured. */
const STEEPEST = 0.45

/**
 * Cumulative metres of level ground that would have cost the same energy, for each point; undefined without elevations.
 * Uses the cost of running uphill and downhill by A. E. Minetti et al., "Energy cost of walking and running at extreme
 * uphill and downhill slopes", Journal of Applied Physiology 93 (2002): a polynomial of the gradient, in joules per
 * kilogram and metre. Pass the `profile` of the course if it has already been computed.
 */
export function sumLevelMetres(
  course: Course,
  profile = smoothProfile(course),
): Float64Array | undefined {
  if (!profile) return undefined
  const gradients = gradientsOf(course, withoutDrift(course, profile))
  const level = new Float64Array(course.size)
  for (let i = 1; i < course.size; i++) {
    const step = stepAt(course.metres, i)
    level[i] = (level[i - 1] ?? 0) + step * relativeEnergyCost(gradients[i] ?? 0)
  }
  return level
}

/** Metres: a smaller rise or fall cannot be told from the drift of barometers and receivers. */
const MIN_HILL = 10

/** Returns a profile in which only rises and falls of at least `MIN_HILL` metres remain, and no step at a break. */
function withoutDrift(course: Course, profile: Float64Array): Float64Array {
  const { up, down } = sumClimbs(course, profile, MIN_HILL)
  return up.map((metres, i) => metres - (down[i] ?? 0))
}

/** Rise over length around each point. */
function gradientsOf({ metres, size }: Course, ele: Float64Array): Float64Array {
  const gradients = new Float64Array(size)
  let first = 0
  let last = 0
  for (let i = 0; i < size; i++) {
    const here = metres[i] ?? 0
    while ((metres[first] ?? 0) < here - REACH) first += 1
    while ((metres[last + 1] ?? Number.POSITIVE_INFINITY) <= here + REACH) last += 1
    const length = (metres[last] ?? 0) - (metres[first] ?? 0)
    gradients[i] = length > 0 ? ((ele[last] ?? 0) - (ele[first] ?? 0)) / length : 0
  }
  return gradients
}

const LEVEL_COST = 3.6

/** Energy cost of a metre at a gradient (rise over length), relative to a metre of level ground. */
export function relativeEnergyCost(gradient: number): number {
  const within = Math.max(-STEEPEST, Math.min(STEEPEST, gradient))
  const steep = ((155.4 * within - 30.4) * within - 43.3) * within + 46.3
  return ((steep * within + 19.5) * within + LEVEL_COST) / LEVEL_COST
}
