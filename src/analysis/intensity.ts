import { KMH_PER_MS, METRES_PER_KM } from '@/tracks/metrics/units'
import { type Course, stepAt } from './course'
import { sumLevelMetres } from './graded'
import { type Histogram, toHistogram } from './histogram'
import {
  type CourseSums,
  countedReading,
  LONGEST_HOLD,
  MOST_READ,
  type SummedReadings,
  sumCourse,
} from './running-sums'

/**
 * How hard a workout was, in numbers that depend on nobody's thresholds: zones and load are made of them alone, without
 * the points.
 */
export interface Intensity {
  /** Seconds that were recorded: breaks, gaps and stops of the device left out. */
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
  /** Share by which power per heartbeat, and speed per heartbeat, fell from the first half to the second. */
  readonly powerDrift: number | undefined
  readonly paceDrift: number | undefined
}

/** Seconds per kilometre: nobody is faster on foot, and what is slower than the other stands still. */
const FASTEST_PACE = 100
const SLOWEST_PACE = 3600
/** Metres per second: what is faster as a whole is done on wheels, where nobody counts in paces. */
const FASTEST_MEAN = 7
/** Seconds over which a speed is taken: a receiver errs by metres from one second to the next. */
const PACE_WINDOW = 10
/** Seconds of the rolling mean of normalised power. */
const NORMALISED_WINDOW = 30
/** Seconds to the next point beyond which nothing is known, even in motion. */
const LONGEST_STEP = 60
/** Seconds below which two halves say nothing about each other. */
const SHORTEST_DRIFT = 1200
/** Metres per second. */
const STANDING = 1 / KMH_PER_MS

/** What is kept of the intensity of a recording; undefined when nothing of it was measured. The sums are those of the course. */
export function measureIntensity(
  course: Course,
  { hr, power, ele }: CourseSums = sumCourse(course),
): Intensity | undefined {
  const motion = sumMotion(course, ele)
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

/** A sum that grows along the seconds over which it was measured; both up to each point. */
interface Line {
  readonly along: Float64Array
  readonly value: Float64Array
}

/**
 * Seconds that were recorded, metres travelled and metres of level ground that would have been as hard, up to each point.
 * A device that stops recording while one stands leaves a long step of next to no length: it is no time of the workout.
 */
function sumMotion(course: Course, ele: Float64Array | undefined) {
  const { size, seconds, plausibleMetres } = course
  const counted = new Uint8Array(size)
  for (let i = 1; i < size; i++) {
    const elapsed = stepAt(seconds, i)
    const moves = stepAt(plausibleMetres, i) > STANDING * elapsed
    counted[i] = elapsed <= (moves ? LONGEST_STEP : LONGEST_HOLD) ? 1 : 0
  }
  for (const i of course.breaks) counted[i] = 0
  const level = sumLevelMetres({ ...course, metres: plausibleMetres }, ele) ?? plausibleMetres
  return {
    seconds: sumCounted(seconds, counted),
    metres: sumCounted(plausibleMetres, counted),
    level: sumCounted(level, counted),
  }
}

/** A column without the steps that do not count. */
function sumCounted(column: Float64Array, counted: Uint8Array): Float64Array {
  const sums = new Float64Array(column.length)
  let sum = 0
  for (let i = 1; i < column.length; i++) {
    if (counted[i] === 1) sum += stepAt(column, i)
    sums[i] = sum
  }
  return sums
}

/** The time at each reading, of those that were summed. */
function timeAtReadings(
  course: Course,
  sensor: 'hr' | 'power',
  { seconds }: SummedReadings,
): Histogram | undefined {
  const most = MOST_READ[sensor]
  const readings = course[sensor]
  const times = new Float64Array(most + 1)
  for (let i = 1; i < course.size; i++) {
    if (stepAt(seconds, i) === 0) continue
    const value = Math.round(countedReading(readings[i] ?? 0, most))
    times[value] = (times[value] ?? 0) + stepAt(course.seconds, i)
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
 * The fourth root of the mean fourth power of the rolling mean over 30 seconds, as A. Coggan defines normalised power
 * (H. Allen, A. Coggan, "Training and Racing with a Power Meter", VeloPress 2006); undefined for less than these seconds.
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

/** The mean over the `window` seconds before each whole second of the time measured; of fewer at the beginning. */
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

/** Quicker than a remainder. */
const slotAfter = (slot: number, window: number) => (slot + 1 === window ? 0 : slot + 1)

/**
 * Aerobic decoupling: by which share less was done for a heartbeat in the second half of the time in which both were
 * measured (J. Friel, "The Cyclist's Training Bible", VeloPress).
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
  if (total < SHORTEST_DRIFT) return undefined
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

/** In which step so much of the time that counts is over, and which share of that step belongs to it. */
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
