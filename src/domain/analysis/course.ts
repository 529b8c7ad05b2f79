import { bestSteps } from '@/domain/tracks/metrics/best-steps'
import { typicalMaxSpeed } from '@/domain/tracks/metrics/speed'
import { MICROSECONDS } from '@/domain/tracks/metrics/units'
import type { Segment } from '@/domain/tracks/track'

/**
 * All points of a recording that have a time, joined into one series for analyses of the whole workout. All columns
 * have the same length; NaN means not measured.
 */
export interface Course {
  /** Number of points. */
  readonly size: number
  /** Seconds since the first point. Never decreases, even where segments overlap. */
  readonly seconds: Float64Array
  /**
   * Metres travelled since the first point, by the best data (`bestSteps`). Breaks between segments add nothing. All 0
   * when neither positions nor distances were recorded.
   */
  readonly metres: Float64Array
  /** Like `metres`, but without steps that are implausibly fast. */
  readonly plausibleMetres: Float64Array
  /** Metres above sea level. */
  readonly ele: Float64Array
  /** Beats per minute. */
  readonly hr: Float64Array
  /** Revolutions per minute, as recorded. */
  readonly cadence: Float64Array
  /** Watts. */
  readonly power: Float64Array
  /** Indices of the first point of each segment except the first one. */
  readonly breaks: readonly number[]
  /** Whether the device recorded at irregular or long intervals, so that a sample holds until the next one. */
  readonly isIrregular: boolean
}

/** Steps that exceed the recording's typical maximum speed by this factor are receiver errors. */
const IMPLAUSIBLE_RATIO = 3
/** Metres per second. Steps up to this speed are always accepted. */
const ALWAYS_PLAUSIBLE = 5

const SENSORS = ['ele', 'hr', 'cadence', 'power'] as const

/**
 * Joins the segments of a recording, ordered by start time. `steps` are the results of `bestSteps` for each segment;
 * pass them if they have already been computed, or if they must add up to known totals.
 */
export function joinCourse(
  segments: readonly Segment[],
  steps: readonly Float64Array[] = segments.map((segment) => bestSteps(segment).steps),
): Course {
  const timed = segments
    .map((segment, i) => ({ segment, steps: steps[i], kept: timedPoints(segment) }))
    .filter(({ kept }) => kept.length > 0)
    .toSorted((one, other) => firstTime(one) - firstTime(other))
  const size = timed.reduce((sum, { kept }) => sum + kept.length, 0)
  const column = () => new Float64Array(size)
  const course = { seconds: column(), metres: column() }
  const sensors = joinSensors(timed, size)
  const breaks: number[] = []
  const start = timed[0] ? firstTime(timed[0]) : 0
  let at = 0
  for (const part of timed) {
    if (at > 0) breaks.push(at)
    appendWay(course, part, { at, start })
    at += part.kept.length
  }
  return {
    ...{ size, ...course, ...sensors, breaks },
    plausibleMetres: withoutSpikes(course, breaks),
    isIrregular: isIrregular(course.seconds, breaks),
  }
}

/** Longest interval in seconds at which recording is called regular. */
const MAX_REGULAR_INTERVAL = 10
/** Share of the steps that have the most frequent interval in a regular recording. */
const REGULAR_SHARE = 0.9

/**
 * Returns whether the intervals between the points, rounded to seconds, differ or are long, as with the smart recording
 * of watches, which only record what changes.
 */
function isIrregular(seconds: Float64Array, breaks: readonly number[]): boolean {
  const counts = new Uint32Array(MAX_REGULAR_INTERVAL + 1)
  let [count, nextBreak] = [0, 0]
  for (let i = 1; i < seconds.length; i++) {
    const elapsed = stepAt(seconds, i)
    if (breaks[nextBreak] === i) nextBreak += 1
    else if (elapsed > 0) {
      const interval = Math.round(elapsed)
      count += 1
      if (interval < counts.length) counts[interval] = (counts[interval] ?? 0) + 1
    }
  }
  return count > 0 && Math.max(...counts) < REGULAR_SHARE * count
}

/**
 * A segment, the metres to each of its points from the previous one, and the indices of its points that have a time.
 */
interface Part {
  segment: Segment
  steps: Float64Array | undefined
  kept: Uint32Array
}

/** Collects the sensor columns at the points that have a time. */
function joinSensors(parts: readonly Part[], size: number) {
  const [only] = parts
  if (parts.length === 1 && only?.segment.size === size) {
    const { ele, hr, cadence, power } = only.segment
    return { ele, hr, cadence, power }
  }
  const column = () => new Float64Array(size)
  const sensors = { ele: column(), hr: column(), cadence: column(), power: column() }
  let at = 0
  for (const { segment, kept } of parts) {
    for (const name of SENSORS) copyKept(segment[name], kept, sensors[name].subarray(at))
    at += kept.length
  }
  return sensors
}

function copyKept(column: Float64Array, kept: Uint32Array, target: Float64Array): void {
  if (kept.length === column.length) {
    target.set(column)
    return
  }
  for (let k = 0; k < kept.length; k++) target[k] = column[kept[k] ?? 0] ?? Number.NaN
}

/** Fills in the seconds and metres of a segment, from point `at` of the course. */
function appendWay(
  { seconds, metres }: Pick<Course, 'seconds' | 'metres'>,
  { segment: { time }, steps = new Float64Array(0), kept }: Part,
  { at, start }: { at: number; start: number },
): void {
  let before = -1
  let way = at === 0 ? 0 : (metres[at - 1] ?? 0)
  let now = at === 0 ? 0 : (seconds[at - 1] ?? 0)
  for (let k = 0; k < kept.length; k++) {
    const i = kept[k] ?? 0
    if (before >= 0) way += before + 1 === i ? steps[i] || 0 : lengthBetween(steps, before, i)
    now = Math.max(now, ((time[i] ?? 0) - start) / MICROSECONDS)
    seconds[at + k] = now
    metres[at + k] = way
    before = i
  }
}

function timedPoints({ size, time }: Segment): Uint32Array {
  const kept = new Uint32Array(size)
  let count = 0
  for (let i = 0; i < size; i++) {
    if (Number.isNaN(time[i] ?? Number.NaN)) continue
    kept[count] = i
    count += 1
  }
  return kept.subarray(0, count)
}

const firstTime = ({ segment, kept }: Pick<Part, 'segment' | 'kept'>): number =>
  segment.time[kept[0] ?? 0] ?? 0

/** Metres travelled between two points of a segment, 0 without positions. */
function lengthBetween(steps: Float64Array, from: number, to: number): number {
  let sum = 0
  for (let i = from + 1; i <= to; i++) sum += steps[i] || 0
  return sum
}

function withoutSpikes(
  { seconds, metres }: Pick<Course, 'seconds' | 'metres'>,
  breaks: readonly number[],
): Float64Array {
  const limit = fastestPlausible(seconds, metres)
  const plausible = new Float64Array(metres.length)
  let sum = 0
  let nextBreak = 0
  for (let i = 1; i < metres.length; i++) {
    const step = stepAt(metres, i)
    const isBreak = breaks[nextBreak] === i
    if (isBreak) nextBreak += 1
    if (isBreak || step <= limit * stepAt(seconds, i)) sum += step
    plausible[i] = sum
  }
  return plausible
}

/** Highest plausible speed, in metres per second. */
function fastestPlausible(seconds: Float64Array, metres: Float64Array): number {
  const speeds = new Float64Array(metres.length)
  const lengths = new Float64Array(metres.length)
  let count = 0
  for (let i = 1; i < metres.length; i++) {
    const length = stepAt(metres, i)
    const elapsed = stepAt(seconds, i)
    if (!(elapsed > 0 && length > 0)) continue
    speeds[count] = length / elapsed
    lengths[count] = length
    count += 1
  }
  const typical = typicalMaxSpeed(speeds.subarray(0, count), lengths.subarray(0, count))
  return Math.max(ALWAYS_PLAUSIBLE, IMPLAUSIBLE_RATIO * typical)
}

/** Change of a column from the previous point to point `i`. */
export const stepAt = (column: Float64Array, i: number): number =>
  (column[i] ?? 0) - (column[i - 1] ?? 0)
