import { alignOutlines } from './align'
import { type Outline, type Places, resampleLine } from './outline'
import {
  findPosition,
  interpolateAt,
  type Position,
  type Trace,
  totalLength,
} from './placed-course'

/** Progress of another recording at places of a first one; NaN where the two do not follow the same line. */
export interface TraceGap {
  /**
   * Seconds by which the other recording is behind, counted from the first common place; negative where it is ahead.
   * Includes pauses.
   */
  readonly seconds: Float64Array
  /** Metres that the other recording had travelled at each place. */
  readonly metres: Float64Array
}

/** Shorter common sections, in metres, are only crossings. */
const MIN_TOGETHER = 200
/** Maximum number of consecutive unmatched places of the first line, e.g. GPS spikes, within a common section. */
const MAX_MISSED = 2
/** Minimum ratio of the other recording's distance to the first one's: at a crossing the other advances far less. */
const MIN_PROGRESS = 0.5

/** A place of the first recording that the other one passed. */
interface Meeting {
  /** Index of the place in the outline of the first recording. */
  index: number
  /** Metres travelled by the first recording and by the other. */
  first: number
  other: number
}

/**
 * Computes the gap between two recordings at `marks`: distances in metres along the first one, in ascending order.
 * Returns undefined when they have nothing in common.
 */
export function computeGap(first: Trace, other: Trace, marks: Float64Array): TraceGap | undefined {
  const outline = resampleLine(first.places, first.course.breaks)
  const passed = resampleLine(other.places, other.course.breaks)
  const matches = alignOutlines(outline, passed)
  if (!matches) return undefined
  const stretches = meetingsOf(
    { trace: first, outline },
    { trace: other, outline: passed },
    matches,
  )
  const [start] = stretches[0] ?? []
  if (!start) return undefined
  const zero = secondsAt(other, start.other) - secondsAt(first, start.first)
  const gap = {
    seconds: new Float64Array(marks.length).fill(Number.NaN),
    metres: new Float64Array(marks.length).fill(Number.NaN),
  }
  let from = 0
  for (const stretch of stretches) {
    const here = { first: column(stretch, 'first'), other: column(stretch, 'other') }
    const last = stretch.at(-1)?.first ?? 0
    while ((marks[from] ?? Number.POSITIVE_INFINITY) < (here.first[0] ?? 0)) from += 1
    for (; from < marks.length && (marks[from] ?? 0) <= last; from++) {
      const metres = interpolateAt(here.other, findPosition(here.first, marks[from] ?? 0))
      gap.metres[from] = metres
      gap.seconds[from] = secondsAt(other, metres) - secondsAt(first, marks[from] ?? 0) - zero
    }
  }
  return gap
}

const column = (stretch: readonly Meeting[], name: 'first' | 'other') =>
  Float64Array.from(stretch, (meeting) => meeting[name])

/** Seconds from the start until a distance in metres is reached. */
const secondsAt = ({ course }: Trace, metres: number): number =>
  interpolateAt(course.seconds, findPosition(course.metres, metres))

interface Outlined {
  trace: Trace
  outline: Outline
}

/** The sections on which two recordings follow the same line. */
function meetingsOf(first: Outlined, other: Outlined, matches: Int32Array): Meeting[][] {
  const stretches: Meeting[][] = []
  let stretch: Meeting[] = []
  let behind: Position = 0
  for (let index = 0; index < matches.length; index++) {
    const match = matches[index] ?? -1
    if (match < 0) continue
    const place = first.outline.places.subarray(3 * index, 3 * index + 3)
    behind = Math.max(behind, nearestPosition(other, match, place))
    const meeting = {
      index,
      first: interpolateAt(first.trace.course.metres, first.outline.at[index] ?? 0),
      other: interpolateAt(other.trace.course.metres, behind),
    }
    if (index - (stretch.at(-1)?.index ?? index) > MAX_MISSED + 1) {
      stretches.push(stretch)
      stretch = []
    }
    stretch.push(meeting)
  }
  const reach = 2 * Math.max(first.outline.step, other.outline.step)
  return [...stretches, stretch]
    .filter(isTogether)
    .map((together) => lengthened(together, [first.trace, other.trace], reach))
}

/**
 * Extends a section at both ends by up to `reach` metres, because outlines have no places at the very ends of a line.
 */
function lengthened(
  stretch: readonly Meeting[],
  [first, other]: readonly [Trace, Trace],
  reach: number,
): Meeting[] {
  const [start, end] = [stretch[0], stretch.at(-1)]
  if (!start || !end) return []
  const before = Math.min(reach, start.first, start.other)
  const behind = Math.min(reach, totalLength(first) - end.first, totalLength(other) - end.other)
  return [moved(start, -before), ...stretch, moved(end, behind)]
}

const moved = ({ index, first, other }: Meeting, metres: number): Meeting => ({
  index,
  first: first + metres,
  other: other + metres,
})

function isTogether(stretch: readonly Meeting[]): boolean {
  const [start, end] = [stretch[0], stretch.at(-1)]
  if (!start || !end) return false
  const length = end.first - start.first
  return length >= MIN_TOGETHER && end.other - start.other >= MIN_PROGRESS * length
}

/**
 * Finds the position on the recorded line that is nearest to a place, between the neighbours of place `index` of its
 * outline.
 */
function nearestPosition({ trace, outline }: Outlined, index: number, place: Places): Position {
  const from = outline.at[Math.max(0, index - 1)] ?? 0
  const to = outline.at[Math.min(outline.size - 1, index + 1)] ?? from
  let [best, nearest] = [outline.at[index] ?? 0, Number.POSITIVE_INFINITY]
  for (let i = Math.floor(from); i < to; i++) {
    const [low, high] = [Math.max(0, from - i), Math.min(1, to - i)]
    const share = Math.min(Math.max(footOf(trace.places, i, place), low), high)
    const distance = squaredDistance(trace.places, i + share, place)
    if (distance < nearest) [best, nearest] = [i + share, distance]
  }
  return best
}

/** Projects a place onto the line through point `i` and the next one. Returns the share of that step. */
function footOf(places: Places, i: number, place: Places): number {
  let [along, squared] = [0, 0]
  for (let axis = 0; axis < 3; axis++) {
    const from = places[3 * i + axis] ?? 0
    const step = (places[3 * i + 3 + axis] ?? from) - from
    along += ((place[axis] ?? 0) - from) * step
    squared += step * step
  }
  return squared === 0 ? 0 : along / squared
}

function squaredDistance(places: Places, position: Position, place: Places): number {
  const i = Math.floor(position)
  let squared = 0
  for (let axis = 0; axis < 3; axis++) {
    const from = places[3 * i + axis] ?? 0
    const there = from + (position - i) * ((places[3 * i + 3 + axis] ?? from) - from)
    squared += (there - (place[axis] ?? 0)) ** 2
  }
  return squared
}
