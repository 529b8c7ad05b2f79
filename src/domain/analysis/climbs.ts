import { type Course, stepAt } from './course'
import { findGreatestGain, Line } from './fastest-interval'
import { smoothProfile, withoutJumps } from './running-sums'

/** Categories from hardest to easiest; `none` for a climb that is too small for any. */
export const CLIMB_CATEGORIES = ['HC', '1', '2', '3', '4', 'none'] as const
export type ClimbCategory = (typeof CLIMB_CATEGORIES)[number]

/** An uphill section of a recording. */
export interface Climb {
  /** Seconds from the start of the recording to the foot of the climb. */
  readonly start: number
  /** Duration in seconds, including pauses. */
  readonly elapsed: number
  /** Distance in metres from the start of the recording to the foot, and length of the climb in metres. */
  readonly from: number
  readonly length: number
  /** Elevation gain in metres from foot to top. */
  readonly gain: number
  /** Gradient of the steepest 100 metres, in percent. */
  readonly steepest: number
  readonly category: ClimbCategory
}

/** Minimum gradient (rise over length): sections that rise less do not count as climbing. */
const MIN_GRADIENT = 0.03
/** Metres. */
export const MIN_GAIN = 20
const MIN_LENGTH = 300
const STEEPEST_OVER = 100

/** Minimum product of length in metres and mean gradient in percent of each category, by the common convention. */
const MIN_PRODUCTS: readonly (readonly [ClimbCategory, number])[] = [
  ...([['HC', 80_000] as const, ['1', 64_000] as const] as const),
  ...([['2', 32_000] as const, ['3', 16_000] as const, ['4', 8000] as const] as const),
]

/**
 * Finds the climbs of a recording, in order. Each step scores its gain in elevation minus 3 cm per metre of distance. A
 * climb is a maximal scoring section: it scores more than any longer or shorter section around it. Dips and flat parts
 * belong to a climb when the ascent after them outweighs them. Climbs below the minimum gain or length are omitted.
 */
export function findClimbs(course: Course): Climb[] {
  const profile = smoothProfile(course)
  if (!profile) return []
  const ele = withoutJumps(profile, course)
  return findMaximalIntervals(worthOf(course, ele))
    .map((stretch) => climbOf(course, ele, stretch))
    .filter(({ gain, length }) => gain >= MIN_GAIN && length >= MIN_LENGTH)
}

/** Maximum change of elevation in metres across a break for a climb to continue after it. */
const SAME_HEIGHT = 10
/** Score of a step that no climb may cross. */
const WALL = -1e9

/** Scores each step. A step across a break scores nothing, or ends the climb when the elevation changes too much. */
function worthOf({ metres, breaks, size }: Course, ele: Float64Array): Float64Array {
  const worth = new Float64Array(size)
  for (let i = 1; i < size; i++) worth[i] = stepAt(ele, i) - MIN_GRADIENT * stepAt(metres, i)
  for (const i of breaks) worth[i] = Math.abs(stepAt(ele, i)) <= SAME_HEIGHT ? 0 : WALL
  return worth
}

/** The section from point `from` to point `to`, with all steps between them. */
interface Stretch {
  from: number
  to: number
}

/** A candidate, with the cumulative score before its first step and after its last. */
interface Candidate extends Stretch {
  before: number
  through: number
}

/**
 * A stored candidate. `left` is the index of the nearest earlier one with a lower cumulative score before it, or -1.
 */
interface Found extends Candidate {
  left: number
}

/**
 * Finds all maximal scoring sections: no section can be lengthened, shortened or joined with another to score more.
 * Takes linear time: W. L. Ruzzo and M. Tompa, "A Linear Time Algorithm for Finding All Maximal Scoring Subsequences",
 * ISMB 1999.
 */
export function findMaximalIntervals(worth: Float64Array): Stretch[] {
  const found: Found[] = []
  let sum = 0
  for (let i = 1; i < worth.length; i++) {
    const step = worth[i] ?? 0
    const before = sum
    sum += step
    if (step > 0) add(found, { from: i - 1, to: i, before, through: sum })
  }
  return found.map(({ from, to }) => ({ from, to }))
}

/**
 * Adds a candidate, merged with earlier ones as long as that raises the score. Following `left` skips the candidates
 * that cannot be merged, which makes the whole search linear.
 */
function add(found: Found[], candidate: Candidate): void {
  let left = found.length - 1
  for (;;) {
    while (left >= 0 && (found[left]?.before ?? 0) >= candidate.before)
      left = found[left]?.left ?? -1
    const partner = found[left]
    if (!partner || partner.through >= candidate.through) {
      found.push({ ...candidate, left })
      return
    }
    found.length = left
    candidate = { ...partner, to: candidate.to, through: candidate.through }
    left = partner.left
  }
}

function climbOf({ seconds, metres }: Course, ele: Float64Array, { from, to }: Stretch): Climb {
  const length = (metres[to] ?? 0) - (metres[from] ?? 0)
  const gain = (ele[to] ?? 0) - (ele[from] ?? 0)
  const part = new Line(metres.subarray(from, to + 1), ele.subarray(from, to + 1))
  const over = Math.min(STEEPEST_OVER, length)
  const steepest = findGreatestGain(part, over)?.value ?? gain
  const product = gain * 100
  return {
    start: seconds[from] ?? 0,
    elapsed: (seconds[to] ?? 0) - (seconds[from] ?? 0),
    from: metres[from] ?? 0,
    length,
    gain,
    steepest: (steepest / over) * 100,
    category: MIN_PRODUCTS.find(([, least]) => product >= least)?.[0] ?? 'none',
  }
}
