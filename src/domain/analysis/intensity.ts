import { METRES_PER_KM } from '@/domain/reference/lengths'
import { KMH_PER_MS } from '@/domain/tracks/metrics/units'
import { type Course, stepAt } from './course'
import { sumLevelMetres } from './graded'
import { type Histogram, toHistogram } from './histogram'
import {
  type CourseSums,
  countedReading,
  MAX_HOLD_TIME,
  MAX_READ,
  MAX_SPARSE_HOLD_TIME,
  readingBefore,
  type SummedReadings,
  sumCourse,
} from './running-sums'

/**
 * How hard a workout was, independent of any user's thresholds. Zones and load are computed from this alone, without
 * the points.
 */
export interface Intensity {
  /** Recorded seconds, excluding breaks, gaps and time during which the device had stopped. */
  readonly seconds: number
  /** Time at each heart rate, in beats per minute. */
  readonly heartRate: Histogram | undefined
  /** Time at each power, in watts. */
  readonly power: Histogram | undefined
  /** Time in motion at each pace, in seconds per kilometre. */
  readonly pace: Histogram | undefined
  /** Watts. */
  readonly normalisedPower: number | undefined
  /** Metres of level ground per second, normalised like power. */
  readonly gradedSpeed: number | undefined
  /** Relative decrease of power per heartbeat, and of speed per heartbeat, from the first half to the second. */
  readonly powerDrift: number | undefined
  readonly paceDrift: number | undefined
}

/** Seconds per kilometre: the fastest plausible pace on foot, and the slowest that counts as moving. */
const FASTEST_PACE = 100
const SLOWEST_PACE = 3600
/** Metres per second. Recordings with a higher mean speed are not on foot, so they have no pace. */
const FASTEST_MEAN = 7
/** Seconds over which speed is averaged: GPS positions are off by metres from one second to the next. */
const PACE_WINDOW = 10
/** Seconds of the rolling mean of normalised power. */
const NORMALISED_WINDOW = 30
/** Longest step in seconds that counts as recorded time while moving. */
const MAX_STEP = 60
/** Minimum duration in seconds for comparing two halves. */
const MIN_DRIFT = 1200
/** Metres per second. */
const STANDING = 1 / KMH_PER_MS

/**
 * Computes the intensity of a recording; undefined without heart rate, power or motion. Pass the sums if already
 * computed.
 */
export function measureIntensity(
  course: Course,
  { hr, power, profile }: CourseSums = sumCourse(course),
): Intensity | undefined {
  const motion = sumMotion(course, profile)
  const isMoving = (motion.metres[course.size - 1] ?? 0) > 0
  if (!power && !hr && !isMoving) return undefined
  const graded = { along: motion.seconds, value: motion.level }
  return {
    seconds: Math.round(motion.seconds[course.size - 1] ?? 0),
    heartRate: hr && timeAtReadings(course, 'hr', hr),
    power: power && timeAtReadings(course, 'power', power),
    pace: isMoving ? timeAtPaces({ along: motion.seconds, value: motion.metres }) : undefined,
    normalisedPower: power && normalisedMean({ along: power.seconds, value: power.sum }),
    gradedSpeed: isMoving ? normalisedMean(graded) : undefined,
    powerDrift: hr && power && driftOf(hr, { along: power.seconds, value: power.sum }),
    paceDrift: hr && isMoving ? driftOf(hr, graded) : undefined,
  }
}

/** A cumulative value by cumulative measured seconds, for each point. */
interface Line {
  readonly along: Float64Array
  readonly value: Float64Array
}

/**
 * Cumulative recorded seconds, metres travelled and equivalent metres of level ground, for each point. Some devices
 * stop recording when the user stops; the resulting long step with almost no distance does not count as recorded time.
 */
function sumMotion(course: Course, profile: Float64Array | undefined) {
  const { size, seconds, plausibleMetres } = course
  // Without distances, nothing shows that the user stopped.
  const isStill = course.isIrregular && (plausibleMetres[size - 1] ?? 0) === 0
  const counted = new Uint8Array(size)
  for (let i = 1; i < size; i++) {
    const elapsed = stepAt(seconds, i)
    const moves = isStill || stepAt(plausibleMetres, i) > STANDING * elapsed
    counted[i] = elapsed <= (moves ? MAX_STEP : MAX_HOLD_TIME) ? 1 : 0
  }
  for (const i of course.breaks) counted[i] = 0
  const level = sumLevelMetres({ ...course, metres: plausibleMetres }, profile) ?? plausibleMetres
  return {
    seconds: sumCounted(seconds, counted),
    metres: sumCounted(plausibleMetres, counted),
    level: sumCounted(level, counted),
  }
}

/** Cumulative sums of a column over the counted steps only. */
function sumCounted(column: Float64Array, counted: Uint8Array): Float64Array {
  const sums = new Float64Array(column.length)
  let sum = 0
  for (let i = 1; i < column.length; i++) {
    if (counted[i] === 1) sum += stepAt(column, i)
    sums[i] = sum
  }
  return sums
}

/** Time at each reading, over the intervals that `sumReadings` counted. */
function timeAtReadings(
  course: Course,
  sensor: 'hr' | 'power',
  { seconds }: SummedReadings,
): Histogram | undefined {
  const most = MAX_READ[sensor]
  const times = new Float64Array(most + 1)
  for (let i = 1; i < course.size; i++) {
    const covered = stepAt(seconds, i)
    if (covered === 0) continue
    const value = Math.round(countedReading(readingBefore(course, sensor, i), most))
    // The time itself is more precise than the difference of two sums.
    const elapsed = stepAt(course.seconds, i)
    times[value] = (times[value] ?? 0) + Math.min(elapsed, MAX_SPARSE_HOLD_TIME)
  }
  return toHistogram(times)
}

function timeAtPaces(line: Line): Histogram | undefined {
  if ((line.value.at(-1) ?? 0) > FASTEST_MEAN * (line.along.at(-1) ?? 0)) return undefined
  const times = new Float64Array(SLOWEST_PACE + 1)
  eachSecond(line, PACE_WINDOW, (speed) => {
    const pace = Math.round(METRES_PER_KM / speed)
    if (pace > SLOWEST_PACE) return
    const value = Math.max(FASTEST_PACE, pace)
    times[value] = (times[value] ?? 0) + 1
  })
  return toHistogram(times)
}

/**
 * Normalised power as defined by A. Coggan: the fourth root of the mean fourth power of the 30-second rolling mean (H.
 * Allen, A. Coggan, "Training and Racing with a Power Meter", VeloPress 2006). Undefined for less than 30 seconds.
 */
function normalisedMean(line: Line): number | undefined {
  let [sum, count] = [0, 0]
  eachSecond(line, NORMALISED_WINDOW, (mean, second) => {
    if (second < NORMALISED_WINDOW) return
    const square = mean * mean
    sum += square * square
    count += 1
  })
  return count === 0 ? undefined : (sum / count) ** 0.25
}

/**
 * Calls `visit` with the mean over the `window` seconds before each whole second, or over fewer seconds at the start.
 */
function eachSecond(
  { along, value }: Line,
  window: number,
  visit: (mean: number, second: number) => void,
): void {
  const recent = new Float64Array(window)
  let second = 1
  let slot = 1 % window
  for (let i = 1; i < along.length; i++) {
    const to = along[i] ?? 0
    if (to < second) continue
    const from = along[i - 1] ?? 0
    const start = value[i - 1] ?? 0
    const slope = ((value[i] ?? 0) - start) / (to - from)
    for (; second <= to; second++) {
      const sum = start + slope * (second - from)
      visit((sum - (recent[slot] ?? 0)) / Math.min(second, window), second)
      recent[slot] = sum
      slot = slotAfter(slot, window)
    }
  }
}

/** Faster than the remainder operator. */
const slotAfter = (slot: number, window: number) => (slot + 1 === window ? 0 : slot + 1)

/**
 * Aerobic decoupling: the relative decrease of output per heartbeat from the first to the second half of the time in
 * which both were measured (J. Friel, "The Cyclist's Training Bible", VeloPress). Undefined below `MIN_DRIFT`.
 */
function driftOf(hr: SummedReadings, { along, value }: Line): number | undefined {
  const size = along.length
  const counted = new Uint8Array(size)
  let total = 0
  for (let i = 1; i < size; i++) {
    const elapsed = stepAt(along, i)
    counted[i] = elapsed > 0 && stepAt(hr.seconds, i) > 0 ? 1 : 0
    total += counted[i] === 1 ? elapsed : 0
  }
  if (total < MIN_DRIFT) return undefined
  const [half, share] = placeAfter(along, counted, total / 2)
  const halves = (column: Float64Array): [number, number] => {
    const through = share * stepAt(column, half)
    return [
      sumBetween(column, counted, [1, half]) + through,
      sumBetween(column, counted, [half, size]) - through,
    ]
  }
  const [done, beats] = [halves(value), halves(hr.sum)]
  const [first, second] = [done[0] / beats[0], done[1] / beats[1]]
  return first > 0 && Number.isFinite(second) ? (first - second) / first : undefined
}

/** Finds the step in which the counted time reaches `time`, and the share of that step before it. */
function placeAfter(along: Float64Array, counted: Uint8Array, time: number): [number, number] {
  let sum = 0
  for (let i = 1; i < along.length; i++) {
    const elapsed = counted[i] === 1 ? stepAt(along, i) : 0
    if (elapsed > 0 && sum + elapsed >= time) return [i, (time - sum) / elapsed]
    sum += elapsed
  }
  return [along.length - 1, 1]
}

function sumBetween(column: Float64Array, counted: Uint8Array, [from, to]: [number, number]) {
  let sum = 0
  for (let i = from; i < to; i++) if (counted[i] === 1) sum += stepAt(column, i)
  return sum
}
