import { type Course, stepAt } from './course'
import { withoutHoles } from './running-sums'
import { greatestGain, Line } from './sweep'

/** Categories from hardest to easiest; `none` for a climb that is too small for any. */
export const CLIMB_CATEGORIES = ['HC', '1', '2', '3', '4', 'none'] as const
export type ClimbCategory = (typeof CLIMB_CATEGORIES)[number]

/** A stretch that leads up. */
export interface Climb {
  /** Seconds from the start of the recording to its foot. */
  readonly start: number
  /** Seconds up, pauses included. */
  readonly elapsed: number
  /** Metres along the way to its foot, and its length. */
  readonly from: number
  readonly length: number
  /** Metres from foot to top. */
  readonly gain: number
  /** Of its steepest 100 metres, percent. */
  readonly steepest: number
  readonly category: ClimbCategory
}

/** A way that rises less than this, metre by metre, is no climb. */
const LEAST_GRADIENT = 0.03
/** Metres. */
const LEAST_GAIN = 20
const LEAST_LENGTH = 300
const STEEPEST_OVER = 100

/**
 * The least product of length in metres and mean gradient in percent of each category, as they are commonly told: 80,000
 * for HC, then 64,000, 32,000, 16,000 and 8,000.
 */
const LEAST_PRODUCTS: readonly (readonly [ClimbCategory, number])[] = [
  ...([['HC', 80_000] as const, ['1', 64_000] as const] as const),
  ...([['2', 32_000] as const, ['3', 16_000] as const, ['4', 8000] as const] as const),
]

/**
 * The climbs of a recording in order. Every metre of height is worth what it is, every metre of the way costs 3 cm: a
 * climb is a stretch that is worth most, so that no longer and no shorter one around it is worth more, and a dip or a
 * flat is part of it where what follows makes up for it. Those that are hardly noticed are left out.
 */
export function findClimbs(course: Course): Climb[] {
  const ele = withoutHoles(course)
  if (!ele) return []
  return maximalStretches(worthOf(course, ele))
    .map((stretch) => climbOf(course, ele, stretch))
    .filter(({ gain, length }) => gain >= LEAST_GAIN && length >= LEAST_LENGTH)
}

/** Metres of height by which a recording may go on elsewhere after a break, and a climb with it. */
const SAME_HEIGHT = 10
/** No climb is worth crossing it. */
const WALL = -1e9

/** What each step is worth. A step over a break is nobody's merit. */
function worthOf({ metres, breaks, size }: Course, ele: Float64Array): Float64Array {
  const worth = new Float64Array(size)
  for (let i = 1; i < size; i++) worth[i] = stepAt(ele, i) - LEAST_GRADIENT * stepAt(metres, i)
  for (const i of breaks) worth[i] = Math.abs(stepAt(ele, i)) <= SAME_HEIGHT ? 0 : WALL
  return worth
}

/** Points `from` to `to`; the steps between them belong to it. */
interface Stretch {
  from: number
  to: number
}

/** A candidate, with the sums of all steps before it and to its end. */
interface Candidate extends Stretch {
  before: number
  through: number
}

/** A candidate that was found, and where the next one to its left is that began lower; -1 for none. */
interface Found extends Candidate {
  left: number
}

/**
 * All maximal scoring stretches of steps: none can be made longer or shorter, nor be joined with another, and be worth
 * more. In linear time by W. L. Ruzzo and M. Tompa, "A Linear Time Algorithm for Finding All Maximal Scoring
 * Subsequences", ISMB 1999.
 */
export function maximalStretches(worth: Float64Array): Stretch[] {
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
 * Adds a candidate, joined with those before it for as long as that is worth more. Whatever lies between one that was found
 * and the one to its left began no lower than itself, so it need not be looked at again: that makes the time linear.
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
  const steepest = greatestGain(part, over)?.value ?? gain
  const product = gain * 100
  return {
    start: seconds[from] ?? 0,
    elapsed: (seconds[to] ?? 0) - (seconds[from] ?? 0),
    from: metres[from] ?? 0,
    length,
    gain,
    steepest: (steepest / over) * 100,
    category: LEAST_PRODUCTS.find(([, least]) => product >= least)?.[0] ?? 'none',
  }
}
