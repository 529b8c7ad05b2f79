import { type Course, stepAt } from './course'
import { withoutHoles } from './running-sums'

/** Metres before and behind a point over which the gradient there is taken. */
const REACH = 25
/** Gradients up to which the formula was measured. */
const STEEPEST = 0.45

/**
 * Metres of level ground that would have cost as much energy, up to each point; undefined without elevations. The cost of
 * running up and down by A. E. Minetti et al., "Energy cost of walking and running at extreme uphill and downhill slopes",
 * Journal of Applied Physiology 93 (2002): a polynomial of the gradient, in joules per kilogram and metre. `ele` are the
 * elevations without holes, for who has them already.
 */
export function sumLevelMetres(
  course: Course,
  ele = withoutHoles(course),
): Float64Array | undefined {
  if (!ele) return undefined
  const gradients = gradientsOf(course, ele)
  const level = new Float64Array(course.size)
  for (let i = 1; i < course.size; i++) {
    const step = stepAt(course.metres, i)
    level[i] = (level[i - 1] ?? 0) + step * relativeCost(gradients[i] ?? 0)
  }
  return level
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

/** How many times as much energy a metre of a gradient (rise over length) takes as a level one. */
export function relativeCost(gradient: number): number {
  const within = Math.max(-STEEPEST, Math.min(STEEPEST, gradient))
  const steep = ((155.4 * within - 30.4) * within - 43.3) * within + 46.3
  return ((steep * within + 19.5) * within + LEVEL_COST) / LEVEL_COST
}
