import { KMH_PER_MS } from '@/tracks/metrics/units'
import { type Gap, gapBetween } from './gap'
import { lengthOf, positionOf, type Trace, valueAt } from './trace'

/** Values of a recording along the axis of a comparison; NaN where there is none. */
export interface ComparedColumns {
  /** Metres that it had travelled. */
  readonly metres: Float64Array
  /** Seconds since its start. */
  readonly seconds: Float64Array
  /** km/h over at least 50 metres, pauses included. */
  readonly speed: Float64Array
  /** Metres above sea level, beats and revolutions a minute, watts. */
  readonly ele: Float64Array
  readonly hr: Float64Array
  readonly cadence: Float64Array
  readonly power: Float64Array
}

/** A line in places that are equally far from each other. */
export interface ComparedLine {
  /** Metres from one place to the next; the last one may be nearer. */
  readonly step: number
  /** Degrees. */
  readonly lat: Float64Array
  readonly lon: Float64Array
}

export interface ComparedTrace {
  /**
   * Whether its values stand at the places of the first recording; else they stand at its own distances, as it goes
   * another way.
   */
  readonly atPlaces: boolean
  /** Seconds behind the first one at equal places; undefined where they have no place in common. */
  readonly gap: Float64Array | undefined
  readonly columns: ComparedColumns
  readonly line: ComparedLine
}

/** Recordings beside each other, along one axis. */
export interface Comparison {
  /** Metres along the first recording, and beyond its end where another one is longer. */
  readonly axis: Float64Array
  /** One for each recording that was given; undefined without positions. */
  readonly compared: (ComparedTrace | undefined)[]
}

/** A recording to compare. Without `placed` nothing may be told of where it was beside others. */
export interface Candidate {
  trace: Trace
  placed: boolean
}

/** Places on the axis and of a line at most. */
const MOST_PLACES = 1000
/** Metres between them at least. */
const SHORTEST_STEP = 10
/** Metres before and behind a place over which speeds are taken. */
const SPEED_REACH = 25
/** Share of the first recording that another one must have in common with it to be shown at its places. */
const MOSTLY = 0.5

/** Puts recordings beside each other: the first that went anywhere is the one that others are compared with. */
export function compareTraces(candidates: readonly Candidate[]): Comparison {
  const first = candidates.find(({ trace }) => lengthOf(trace) > 0)
  const longest = Math.max(0, ...candidates.map(({ trace }) => lengthOf(trace)))
  const step = Math.max(SHORTEST_STEP, longest / (MOST_PLACES - 1))
  const whole = marksTo(first ? longest : -1, step)
  const marks = whole.subarray(0, first ? placesTo(lengthOf(first.trace), step) : 0)
  const judged = candidates.map((candidate) => {
    if (lengthOf(candidate.trace) === 0) return undefined
    const isComparable = first && candidate !== first && first.placed && candidate.placed
    const gap = isComparable ? gapBetween(first.trace, candidate.trace, marks) : undefined
    return { ...candidate, gap, atPlaces: candidate === first || (gap && isMostlyThere(gap)) }
  })
  const needed = Math.max(
    0,
    ...judged.map((one) => (one && !one.atPlaces ? lengthOf(one.trace) : 0)),
    first ? lengthOf(first.trace) : 0,
  )
  const axis = whole.subarray(0, first ? placesTo(needed, step) : 0)
  const compared = judged.map((one) => {
    if (!one) return undefined
    const metres = one.atPlaces && one.gap ? one.gap.metres : axis
    return {
      atPlaces: one.atPlaces === true,
      gap: one.gap && stretched(one.gap.seconds, axis.length),
      columns: columnsAt(one.trace, stretched(metres, axis.length), step),
      line: lineOf(one.trace),
    }
  })
  return { axis, compared }
}

/** How many places there are up to so many metres, that of the start included. */
const placesTo = (metres: number, step: number): number => Math.floor(metres / step + 1e-9) + 1

const marksTo = (metres: number, step: number): Float64Array =>
  Float64Array.from({ length: metres < 0 ? 0 : placesTo(metres, step) }, (_, i) => i * step)

function isMostlyThere({ seconds }: Gap): boolean {
  const there = seconds.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0)
  return there >= MOSTLY * seconds.length
}

/** A column with as many values as the axis: beyond its own end there are none. */
function stretched(column: Float64Array, length: number): Float64Array {
  if (column.length === length) return column
  const whole = new Float64Array(length).fill(Number.NaN)
  whole.set(column.subarray(0, length))
  return whole
}

function columnsAt(trace: Trace, metres: Float64Array, step: number): ComparedColumns {
  const { course } = trace
  const length = lengthOf(trace)
  const reach = Math.max(SPEED_REACH, step)
  const isThere = (at: number) => at <= length + 1e-6
  const mapped = (value: (at: number) => number) =>
    metres.map((at) => (isThere(at) ? value(at) : Number.NaN))
  const reading = (column: Float64Array) =>
    mapped((at) => column[Math.round(positionOf(course.metres, at))] ?? Number.NaN)
  const secondsAt = (at: number) => valueAt(course.seconds, positionOf(course.metres, at))
  return {
    metres: mapped((at) => at),
    seconds: mapped(secondsAt),
    speed: mapped((at) => {
      const [from, to] = [Math.max(0, at - reach), Math.min(length, at + reach)]
      const elapsed = secondsAt(to) - secondsAt(from)
      return elapsed > 0 ? ((to - from) / elapsed) * KMH_PER_MS : Number.NaN
    }),
    ele: reading(course.ele),
    hr: reading(course.hr),
    cadence: reading(course.cadence),
    power: reading(course.power),
  }
}

function lineOf(trace: Trace): ComparedLine {
  const { course, lat, lon } = trace
  const length = lengthOf(trace)
  const step = Math.max(SHORTEST_STEP, length / (MOST_PLACES - 2))
  const count = Math.ceil(length / step) + 1
  const at = Float64Array.from({ length: count }, (_, i) =>
    positionOf(course.metres, Math.min(i * step, length)),
  )
  return {
    step,
    lat: at.map((position) => valueAt(lat, position)),
    lon: at.map((position) => valueAt(lon, position)),
  }
}
