import { alignOutlines } from './align'
import { type Outline, outlineOf, type Places } from './outline'
import { lengthOf, type Position, positionOf, type Trace, valueAt } from './trace'

/** How another recording passed the places of a first one; NaN where the two do not run together. */
export interface Gap {
  /**
   * Seconds that the other one needed more, from the first place that both passed; negative where it is ahead. Pauses
   * count.
   */
  readonly seconds: Float64Array
  /** Metres that the other one had travelled at these places. */
  readonly metres: Float64Array
}

/** Shorter stretches in common, in metres, are crossings. */
const SHORTEST_TOGETHER = 200
/** Places of the first line in a row that need none of the second: spikes of a receiver. */
const MOST_MISSED = 2
/** On a crossing the other one goes on far less than the first. */
const LEAST_PROGRESS = 0.5

/** A place of the first recording at which the other one passed by. */
interface Meeting {
  /** Index of the place in the outline of the first. */
  index: number
  /** Metres travelled by the first and by the other. */
  first: number
  other: number
}

/**
 * The gap between two recordings at some places, given in metres along the first, in rising order. Undefined when they
 * have nothing in common.
 */
export function gapBetween(first: Trace, other: Trace, marks: Float64Array): Gap | undefined {
  const outline = outlineOf(first.places, first.course.breaks)
  const passed = outlineOf(other.places, other.course.breaks)
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
      const metres = valueAt(here.other, positionOf(here.first, marks[from] ?? 0))
      gap.metres[from] = metres
      gap.seconds[from] = secondsAt(other, metres) - secondsAt(first, marks[from] ?? 0) - zero
    }
  }
  return gap
}

const column = (stretch: readonly Meeting[], name: 'first' | 'other') =>
  Float64Array.from(stretch, (meeting) => meeting[name])

/** Seconds from the start until so many metres are reached. */
const secondsAt = ({ course }: Trace, metres: number): number =>
  valueAt(course.seconds, positionOf(course.metres, metres))

interface Outlined {
  trace: Trace
  outline: Outline
}

/** The stretches on which two recordings run together. */
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
      first: valueAt(first.trace.course.metres, first.outline.at[index] ?? 0),
      other: valueAt(other.trace.course.metres, behind),
    }
    if (index - (stretch.at(-1)?.index ?? index) > MOST_MISSED + 1) {
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

/** A stretch with what lies before its first and behind its last place: there are no places at the very ends of a line. */
function lengthened(
  stretch: readonly Meeting[],
  [first, other]: readonly [Trace, Trace],
  reach: number,
): Meeting[] {
  const [start, end] = [stretch[0], stretch.at(-1)]
  if (!start || !end) return []
  const before = Math.min(reach, start.first, start.other)
  const behind = Math.min(reach, lengthOf(first) - end.first, lengthOf(other) - end.other)
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
  return length >= SHORTEST_TOGETHER && end.other - start.other >= LEAST_PROGRESS * length
}

/** Where the recorded line comes nearest to a place, between the neighbours of a place of its outline. */
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

/** The share of the step behind a point at which a straight line through it comes nearest to a place. */
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
