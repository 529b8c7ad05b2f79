/**
 * The best stretch of a recording. It may begin and end between two points, where values are interpolated linearly.
 * Interpolation is never better than at one of the two ends, so only stretches that begin or end at a point are
 * examined. Whole blocks of points are skipped when their minimum and maximum values rule out a better stretch.
 */
export interface Interval {
  /** Start of the stretch on the axis along which it is measured, in metres or seconds. */
  readonly from: number
  /** Gain over the stretch, or the time that it took. */
  readonly value: number
}

/** Number of points per block. A block also includes the first point of the next one. */
const BLOCK = 32
/** Maximum rounding error of an interpolated value, relative to the largest value. */
const ROUNDING = 1e-12

/** Two columns of equal length; `along` never decreases. */
export class Line {
  readonly along: Float64Array
  readonly value: Float64Array
  /** Mean growth of `value` per unit of `along` over the whole line. */
  readonly trend: number
  /** Minimum and maximum deviation of `value` from the trend in each block. */
  readonly lows: Float64Array
  readonly highs: Float64Array
  /** Upper bound of all rounding errors. */
  readonly slack: number

  constructor(along: Float64Array, value: Float64Array) {
    this.along = along
    this.value = value
    const last = value.length - 1
    const length = (along[last] ?? 0) - (along[0] ?? 0)
    this.trend = length > 0 ? ((value[last] ?? 0) - (value[0] ?? 0)) / length : 0
    const blocks = Math.ceil(value.length / BLOCK)
    this.lows = new Float64Array(blocks)
    this.highs = new Float64Array(blocks)
    const largest = Math.abs(value[0] ?? 0) + Math.abs(this.trend * length) + this.#fill()
    this.slack = Math.max(largest * ROUNDING, Number.MIN_VALUE)
  }

  /** Computes the extremes of each block. Returns the largest deviation from the trend. */
  #fill(): number {
    const { along, value, trend, lows, highs } = this
    const start = along[0] ?? 0
    const first = value[0] ?? 0
    let farthest = 0
    for (let block = 0; block < lows.length; block++) {
      const end = Math.min(block * BLOCK + BLOCK, value.length - 1)
      let low = Number.POSITIVE_INFINITY
      let high = Number.NEGATIVE_INFINITY
      for (let i = block * BLOCK; i <= end; i++) {
        const above = (value[i] ?? 0) - first - trend * ((along[i] ?? 0) - start)
        if (above < low) low = above
        if (above > high) high = above
      }
      lows[block] = low
      highs[block] = high
      farthest = Math.max(farthest, -low, high)
    }
    return farthest
  }
}

/** Bounds of the change of value over all stretches of a given length that begin, or end, in a block. */
class Changes {
  readonly #line: Line
  readonly #shift: number
  /** The blocks that contain the other ends. */
  #first = 0
  #last = 0
  least = 0
  most = 0

  /** `shift` is the distance from a point to the other end of the stretch, negative if that is before it. */
  constructor(line: Line, shift: number) {
    this.#line = line
    this.#shift = shift
  }

  /** Computes the bounds for a later block. Returns a point at or before the first of the other ends. */
  moveTo(block: number): number {
    const { along, lows, highs, trend, slack } = this.#line
    const from = (along[block * BLOCK] ?? 0) + this.#shift
    const to = (along[Math.min(block * BLOCK + BLOCK, along.length) - 1] ?? 0) + this.#shift
    while ((along[(this.#first + 1) * BLOCK] ?? Number.POSITIVE_INFINITY) < from) this.#first += 1
    while ((along[(this.#last + 1) * BLOCK] ?? Number.POSITIVE_INFINITY) <= to) this.#last += 1
    let low = lows[this.#first] ?? 0
    let high = highs[this.#first] ?? 0
    for (let other = this.#first + 1; other <= this.#last; other++) {
      low = Math.min(low, lows[other] ?? 0)
      high = Math.max(high, highs[other] ?? 0)
    }
    const lowHere = lows[block] ?? 0
    const highHere = highs[block] ?? 0
    const rise = trend * Math.abs(this.#shift)
    this.least = rise + (this.#shift > 0 ? low - highHere : lowHere - high) - slack
    this.most = rise + (this.#shift > 0 ? high - lowHere : highHere - low) + slack
    return this.#first * BLOCK
  }
}

/** The best stretch so far. */
type Best = { -readonly [Key in keyof Interval]: Interval[Key] }

interface Search {
  readonly line: Line
  readonly length: number
  readonly best: Best
  /** Whether the smallest change is the best. */
  readonly isForLeast: boolean
}

/**
 * Examines all stretches that begin, or end, at a point of a block, and updates the best. `other` is a point at or
 * before their other ends. Returns the corresponding point for the next block.
 */
type Look = (search: Search, block: number, other: number) => number

/**
 * Finds the stretch of `length` metres that took the least time; `value` is seconds, `along` metres. Time spent
 * standing at either end does not count. Undefined when the line is shorter.
 */
export function findFastestInterval(line: Line, length: number): Interval | undefined {
  const best = { from: Number.NaN, value: Number.POSITIVE_INFINITY }
  const search = { line, length, best, isForLeast: true }
  lookFromPoints(search, fastestFrom)
  lookToPoints(search, fastestTo)
  return Number.isNaN(best.from) ? undefined : best
}

/**
 * Finds the stretch of `length` seconds in which `value` grew most, or fell least. Undefined when the line is shorter.
 */
export function findGreatestGain(line: Line, length: number): Interval | undefined {
  const best = { from: Number.NaN, value: Number.NEGATIVE_INFINITY }
  const search = { line, length, best, isForLeast: false }
  lookFromPoints(search, greatestFrom)
  lookToPoints(search, greatestTo)
  return Number.isNaN(best.from) ? undefined : best
}

const canBeBetter = ({ best, isForLeast }: Search, { least, most }: Changes): boolean =>
  isForLeast ? least < best.value : most > best.value

function lookFromPoints(search: Search, look: Look): void {
  const { line, length } = search
  const whole = line.along.at(-1) ?? 0
  const changes = new Changes(line, length)
  let end = 0
  for (let block = 0; block < line.lows.length; block++) {
    if ((line.along[block * BLOCK] ?? 0) + length > whole) break
    const start = changes.moveTo(block)
    if (canBeBetter(search, changes)) end = look(search, block, Math.max(end, start))
  }
}

function lookToPoints(search: Search, look: Look): void {
  const { line, length } = search
  const changes = new Changes(line, -length)
  let begin = 0
  for (let block = firstReached(line, length); block < line.lows.length; block++) {
    const start = changes.moveTo(block)
    if (canBeBetter(search, changes)) begin = look(search, block, Math.max(begin, start))
  }
}

/** The first block in which a stretch may end. */
function firstReached({ along, lows }: Line, length: number): number {
  const least = (along[0] ?? 0) + length
  let block = 0
  while (block < lows.length && (along[block * BLOCK + BLOCK] ?? least) < least) block += 1
  return block
}

const endOf = (block: number, { along }: Line) => Math.min(block * BLOCK + BLOCK, along.length)

/** Where several points share a position, starts at the last one, when it was left. */
function fastestFrom({ line, length, best }: Search, block: number, other: number): number {
  const { along, value } = line
  const last = endOf(block, line)
  let end = other
  for (let i = block * BLOCK; i < last; i++) {
    const from = along[i] ?? 0
    while (end < along.length && (along[end] ?? 0) < from + length) end += 1
    if (end === along.length) break
    if (along[i + 1] === from) continue
    const took = valueBefore(line, end, from + length) - (value[i] ?? 0)
    if (took < best.value) {
      best.from = from
      best.value = took
    }
  }
  return end
}

/** Where several points share a position, ends at the first one, when it was reached. */
function fastestTo({ line, length, best }: Search, block: number, other: number): number {
  const { along, value } = line
  const last = endOf(block, line)
  let begin = other
  for (let i = Math.max(1, block * BLOCK); i < last; i++) {
    const from = (along[i] ?? 0) - length
    if (from < (along[0] ?? 0) || along[i - 1] === along[i]) continue
    while (begin < i && (along[begin + 1] ?? 0) <= from) begin += 1
    const took = (value[i] ?? 0) - valueAfter(line, begin, from)
    if (took < best.value) {
      best.from = from
      best.value = took
    }
  }
  return begin
}

function greatestFrom({ line, length, best }: Search, block: number, other: number): number {
  const { along, value } = line
  const whole = along.at(-1) ?? 0
  const last = endOf(block, line)
  let end = other
  for (let i = block * BLOCK; i < last; i++) {
    const to = (along[i] ?? 0) + length
    if (to > whole) break
    while (end + 1 < along.length && (along[end + 1] ?? 0) <= to) end += 1
    const gain = valueAfter(line, end, to) - (value[i] ?? 0)
    if (gain > best.value) {
      best.from = along[i] ?? 0
      best.value = gain
    }
  }
  return end
}

function greatestTo({ line, length, best }: Search, block: number, other: number): number {
  const { along, value } = line
  const last = endOf(block, line)
  let begin = other
  for (let i = block * BLOCK; i < last; i++) {
    const from = (along[i] ?? 0) - length
    if (from < (along[0] ?? 0)) continue
    while (begin < i && (along[begin] ?? 0) < from) begin += 1
    const gain = (value[i] ?? 0) - valueBefore(line, begin, from)
    if (gain > best.value) {
      best.from = from
      best.value = gain
    }
  }
  return begin
}

/** Interpolates the value at a position after point `i - 1`, up to point `i`. */
function valueBefore({ along, value }: Line, i: number, place: number): number {
  const there = along[i] ?? 0
  const after = value[i] ?? 0
  if (there === place || i === 0) return after
  const before = along[i - 1] ?? 0
  const from = value[i - 1] ?? 0
  return from + ((place - before) / (there - before)) * (after - from)
}

/** Interpolates the value at a position from point `i`, up to the next point. */
function valueAfter({ along, value }: Line, i: number, place: number): number {
  const there = along[i] ?? 0
  const from = value[i] ?? 0
  if (there === place || i + 1 >= along.length) return from
  const next = along[i + 1] ?? 0
  return from + ((place - there) / (next - there)) * ((value[i + 1] ?? 0) - from)
}
