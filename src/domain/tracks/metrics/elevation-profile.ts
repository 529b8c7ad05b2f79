import { Cursor } from './cursor'

/** Distance and time of a recording at each point; neither decreases. */
export interface Along {
  /** Metres. */
  readonly metres: Float64Array
  readonly seconds: Float64Array
}

/** Metres before and after a point over which its elevation is averaged. */
const REACH = 60
/** The same in seconds: at least, and at most (at walking speed, and while standing). */
const [MIN_REACH, MAX_REACH] = [15, 60]

/**
 * Smooths elevations without holes: each becomes the mean over the time in which the recording covered the 60 m before
 * and the 60 m after the point, but at least 15 and at most 60 seconds on each side. Elevations between points are
 * interpolated, so the interval of the samples does not matter. Near both ends the window shrinks on both sides alike,
 * so that the first and the last elevation stay.
 */
export function smoothElevations(ele: Float64Array, { metres, seconds }: Along): Float64Array {
  const size = ele.length
  const smooth = new Float64Array(size)
  const areas = new Areas(ele, seconds)
  const [from, to] = [new Cursor(metres), new Cursor(metres)]
  const [left, right] = [new Cursor(seconds), new Cursor(seconds)]
  const [first, last] = [seconds[0] ?? 0, seconds[size - 1] ?? 0]
  for (let i = 0; i < size; i++) {
    const now = seconds[i] ?? 0
    const here = metres[i] ?? 0
    const start = from.valueAt(seconds, here - REACH)
    const reach = (to.valueAt(seconds, here + REACH) - start) / 2
    const wanted = Math.max(MIN_REACH, Math.min(MAX_REACH, reach))
    const half = Math.min(wanted, now - first, last - now)
    smooth[i] =
      half > 0
        ? (areas.upTo(right, now + half) - areas.upTo(left, now - half)) / (2 * half)
        : (ele[i] ?? 0)
  }
  return smooth
}

/** The area below a line from its start: metres times seconds, relative to the first elevation. */
class Areas {
  readonly #ele: Float64Array
  readonly #seconds: Float64Array
  readonly #sums: Float64Array

  constructor(ele: Float64Array, seconds: Float64Array) {
    this.#ele = ele
    this.#seconds = seconds
    this.#sums = new Float64Array(ele.length)
    for (let i = 1; i < ele.length; i++) {
      const width = (seconds[i] ?? 0) - (seconds[i - 1] ?? 0)
      this.#sums[i] = (this.#sums[i - 1] ?? 0) + (width * ((ele[i] ?? 0) + (ele[i - 1] ?? 0))) / 2
    }
  }

  /** Returns the area up to a time within the line. */
  upTo(cursor: Cursor, time: number): number {
    const at = cursor.find(time)
    const width = time - (this.#seconds[at] ?? 0)
    const height = this.#ele[at] ?? 0
    const end = cursor.valueAt(this.#ele, time)
    return (this.#sums[at] ?? 0) + (width * (height + end)) / 2
  }
}

/** Metres by which an elevation must change direction to count. */
const HYSTERESIS = 2

/** Cumulative metres of ascent and descent at each point, both positive. */
export interface ClimbSums {
  readonly up: Float64Array
  readonly down: Float64Array
}

/**
 * Sums up ascent and descent with a hysteresis: only rises and falls of at least `hysteresis` metres between a low and a
 * high point count, as a whole. `ele` has no holes and should be smooth.
 */
export function sumWithHysteresis(ele: Float64Array, hysteresis = HYSTERESIS): ClimbSums {
  const sums = { up: new Float64Array(ele.length), down: new Float64Array(ele.length) }
  const turns = findTurns(ele, hysteresis)
  const last = turns.at(-1) ?? 0
  for (let k = 0; k + 1 < turns.length; k++) {
    const [from, to] = [turns[k] ?? 0, turns[k + 1] ?? 0]
    const sign = (ele[to] ?? 0) > (ele[from] ?? 0) ? 1 : -1
    const [growing, other] = sign > 0 ? [sums.up, sums.down] : [sums.down, sums.up]
    fillChange(growing, ele, { from, to, sign })
    other.fill(other[from] ?? 0, from, to + 1)
  }
  for (const sum of [sums.up, sums.down]) sum.fill(sum[last] ?? 0, last)
  return sums
}

/** Adds a rise (`sign` 1) or fall (−1) to a sum, point by point; small changes of direction within it do not count. */
function fillChange(
  sum: Float64Array,
  ele: Float64Array,
  { from, to, sign }: { from: number; to: number; sign: 1 | -1 },
): void {
  const base = (sum[from] ?? 0) - sign * (ele[from] ?? 0)
  for (let i = from + 1; i <= to; i++)
    sum[i] = Math.max(sum[i - 1] ?? 0, base + sign * (ele[i] ?? 0))
}

/** Finds the points at which a rise or fall that counts begins or ends, in order. */
function findTurns(ele: Float64Array, hysteresis: number): number[] {
  const start = findFirstTurn(ele, hysteresis)
  if (!start) return []
  const turns = [start.at]
  let { at: furthest, sign } = start
  for (let i = furthest + 1; i < ele.length; i++) {
    const ahead = sign * ((ele[i] ?? 0) - (ele[furthest] ?? 0))
    if (ahead > 0) furthest = i
    else if (ahead <= -hysteresis) {
      turns.push(furthest)
      furthest = i
      sign = -sign
    }
  }
  turns.push(furthest)
  return turns
}

/** Finds where the first rise (`sign` 1) or fall (−1) that counts begins. */
function findFirstTurn(
  ele: Float64Array,
  hysteresis: number,
): { at: number; sign: number } | undefined {
  let [low, high] = [0, 0]
  for (let i = 1; i < ele.length; i++) {
    const value = ele[i] ?? 0
    if (value < (ele[low] ?? 0)) low = i
    if (value > (ele[high] ?? 0)) high = i
    if (value - (ele[low] ?? 0) >= hysteresis) return { at: low, sign: 1 }
    if ((ele[high] ?? 0) - value >= hysteresis) return { at: high, sign: -1 }
  }
  return undefined
}
