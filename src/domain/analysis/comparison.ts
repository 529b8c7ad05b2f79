import { KMH_PER_MS } from '@/domain/tracks/metrics/units'
import { computeGap, type TraceGap } from './gap'
import { findPosition, interpolateAt, type Trace, totalLength } from './placed-course'

/** Values of one recording at each point of the axis of a comparison; NaN where it has no value. */
export interface ComparedColumns {
  /** Metres travelled by this recording. */
  readonly metres: Float64Array
  /** Seconds since the start of this recording. */
  readonly seconds: Float64Array
  /** Speed in km/h over a window of at least 50 metres, including pauses. */
  readonly speed: Float64Array
  /** Elevation in metres, heart rate in beats per minute, cadence in revolutions per minute, power in watts. */
  readonly ele: Float64Array
  readonly hr: Float64Array
  readonly cadence: Float64Array
  readonly power: Float64Array
}

/** A line resampled at equal distances. */
export interface ComparedLine {
  /** Metres from one point to the next; the last point may be closer. */
  readonly step: number
  /** Degrees. */
  readonly lat: Float64Array
  readonly lon: Float64Array
}

export interface ComparedTrace {
  /**
   * Whether the values are aligned with the places of the first recording. Otherwise they are by the recording's own
   * distance, because its route differs.
   */
  readonly atPlaces: boolean
  /** Seconds behind the first recording at each place; undefined when the two have no place in common. */
  readonly gap: Float64Array | undefined
  readonly columns: ComparedColumns
  readonly line: ComparedLine
}

/** Several recordings along a common axis. */
export interface Comparison {
  /** Distance in metres along the first recording, extended beyond its end when another recording is longer. */
  readonly axis: Float64Array
  /** One for each candidate, in order; undefined for those without positions. */
  readonly compared: (ComparedTrace | undefined)[]
}

/**
 * A recording to compare. When `placed` is false, the result must not reveal where it was in relation to the others.
 */
export interface Candidate {
  trace: Trace
  placed: boolean
}

/** Maximum number of points of the axis and of each line. */
const MAX_PLACES = 1000
/** Minimum distance between them, in metres. */
const MIN_STEP = 10
/** Metres before and after a point over which speed is averaged. */
const SPEED_REACH = 25
/** Share of the first recording that another one must have in common with it to be aligned with its places. */
const MOSTLY = 0.5

/** Compares recordings with the first one that has a distance. */
export function compareTraces(candidates: readonly Candidate[]): Comparison {
  const first = candidates.find(({ trace }) => totalLength(trace) > 0)
  const longest = Math.max(0, ...candidates.map(({ trace }) => totalLength(trace)))
  const step = Math.max(MIN_STEP, longest / (MAX_PLACES - 1))
  const whole = marksTo(first ? longest : -1, step)
  const marks = whole.subarray(0, first ? placesTo(totalLength(first.trace), step) : 0)
  const placed = candidates.map((candidate) => {
    if (totalLength(candidate.trace) === 0) return undefined
    const isComparable = first && candidate !== first && first.placed && candidate.placed
    const gap = isComparable ? computeGap(first.trace, candidate.trace, marks) : undefined
    return { ...candidate, gap, atPlaces: candidate === first || (gap && isMostlyThere(gap)) }
  })
  const needed = Math.max(
    0,
    ...placed.map((one) => (one && !one.atPlaces ? totalLength(one.trace) : 0)),
    first ? totalLength(first.trace) : 0,
  )
  const axis = whole.subarray(0, first ? placesTo(needed, step) : 0)
  const compared = placed.map((one) => {
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

/** Returns the number of points up to a distance, including the start. */
const placesTo = (metres: number, step: number): number => Math.floor(metres / step + 1e-9) + 1

const marksTo = (metres: number, step: number): Float64Array =>
  Float64Array.from({ length: metres < 0 ? 0 : placesTo(metres, step) }, (_, i) => i * step)

function isMostlyThere({ seconds }: TraceGap): boolean {
  const there = seconds.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0)
  return there >= MOSTLY * seconds.length
}

/** Pads or cuts a column to the length of the axis, with NaN beyond its end. */
function stretched(column: Float64Array, length: number): Float64Array {
  if (column.length === length) return column
  const whole = new Float64Array(length).fill(Number.NaN)
  whole.set(column.subarray(0, length))
  return whole
}

function columnsAt(trace: Trace, metres: Float64Array, step: number): ComparedColumns {
  const { course } = trace
  const length = totalLength(trace)
  const reach = Math.max(SPEED_REACH, step)
  const isThere = (at: number) => at <= length + 1e-6
  const mapped = (value: (at: number) => number) =>
    metres.map((at) => (isThere(at) ? value(at) : Number.NaN))
  const reading = (column: Float64Array) =>
    mapped((at) => column[Math.round(findPosition(course.metres, at))] ?? Number.NaN)
  const secondsAt = (at: number) => interpolateAt(course.seconds, findPosition(course.metres, at))
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
  const length = totalLength(trace)
  const step = Math.max(MIN_STEP, length / (MAX_PLACES - 2))
  const count = Math.ceil(length / step) + 1
  const at = Float64Array.from({ length: count }, (_, i) =>
    findPosition(course.metres, Math.min(i * step, length)),
  )
  return {
    step,
    lat: at.map((position) => interpolateAt(lat, position)),
    lon: at.map((position) => interpolateAt(lon, position)),
  }
}
