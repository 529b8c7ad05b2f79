/**
 * The best stretch of a recording, wherever it begins and ends: also between two points, where times and distances are
 * taken to grow evenly. Between points nothing can be better than at one of the two ends, so that only stretches which
 * begin or end at a point are looked at; and of those only the ones near which none of the best can be ruled out by the
 * least and the greatest value around either end.
 */
export interface Stretch {
  /** Where it begins, on the axis along which it is measured (metres or seconds). */
  readonly from: number
  /** What is gained (or the time that is needed) from there. */
  readonly value: number
}

/** Points of which extremes are known together: from the first of them to the first of the next. */
const BLOCK = 32
/** What a value between two points may be off through rounding, as a share of the largest. */
const ROUNDING = 1e-12

/** Two columns of one length; `along` never falls. */
export class Line {
  readonly along: Float64Array
  readonly value: Float64Array
  /** How much `value` grows along the whole line, for each unit of `along`. */
  readonly trend: number
  /** In each block, the extremes of what `value` is above the trend. */
  readonly lows: Float64Array
  readonly highs: Float64Array
  /** More than anything is off through rounding. */
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

  /** Finds the extremes; returns how far any of them is from the trend. */
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

/** How much the value can change along the stretches of one length that begin, or end, in a block. */
class Changes {
  readonly #line: Line
  readonly #shift: number
  /** The blocks that hold the other ends. */
  #first = 0
  #last = 0
  least = 0
  most = 0

  /** `shift` is the way from a point to the other end, below 0 where that is before. */
  constructor(line: Line, shift: number) {
    this.#line = line
    this.#shift = shift
  }

  /** Looks at those of a later block; returns a point at or before the first of the other ends. */
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
type Best = { -readonly [Key in keyof Stretch]: Stretch[Key] }

interface Search {
  readonly line: Line
  readonly length: number
  readonly best: Best
  /** Whether the least change is the best. */
  readonly isForLeast: boolean
}

/**
 * Looks at all stretches that begin, or end, at a point of a block, and keeps the best. `other` is a point at or before
 * their other ends; one for the next block is returned.
 */
type Look = (search: Search, block: number, other: number) => number

/**
 * The stretch of `length` metres that took the least time: seconds at `along` metres. Standing still at either end does
 * not count; undefined when the whole is shorter.
 */
export function fastestStretch(line: Line, length: number): Stretch | undefined {
  const best = { from: Number.NaN, value: Number.POSITIVE_INFINITY }
  const search = { line, length, best, isForLeast: true }
  lookFromPoints(search, fastestFrom)
  lookToPoints(search, fastestTo)
  return Number.isNaN(best.from) ? undefined : best
}

/**
 * The `length` seconds in which `value` grew most; undefined when the whole is shorter. It may also be the least loss.
 */
export function greatestGain(line: Line, length: number): Stretch | undefined {
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

/** The first block in which, or behind which, a stretch may end. */
function firstReached({ along, lows }: Line, length: number): number {
  const least = (along[0] ?? 0) + length
  let block = 0
  while (block < lows.length && (along[block * BLOCK + BLOCK] ?? least) < least) block += 1
  return block
}

const endOf = (block: number, { along }: Line) => Math.min(block * BLOCK + BLOCK, along.length)

/** Of several points at one place the last is when it is left. */
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

/** Of several points at one place the first is when it is reached. */
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

/** The value at a place between point `i - 1` and point `i`, or at `i`. */
function valueBefore({ along, value }: Line, i: number, place: number): number {
  const there = along[i] ?? 0
  const after = value[i] ?? 0
  if (there === place || i === 0) return after
  const before = along[i - 1] ?? 0
  const from = value[i - 1] ?? 0
  return from + ((place - before) / (there - before)) * (after - from)
}

/** The value at a place at point `i`, or between it and the next. */
function valueAfter({ along, value }: Line, i: number, place: number): number {
  const there = along[i] ?? 0
  const from = value[i] ?? 0
  if (there === place || i + 1 >= along.length) return from
  const next = along[i + 1] ?? 0
  return from + ((place - there) / (next - there)) * ((value[i + 1] ?? 0) - from)
}
