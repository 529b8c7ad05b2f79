/**
 * The best stretch of a recording, wherever it begins and ends: also between two points, where times and distances are
 * taken to grow evenly. Between points nothing can be better than at one of the two ends, so that only stretches which
 * begin or end at a point are looked at, in one pass for each.
 */
export interface Stretch {
  /** Where it begins, on the axis along which it is measured (metres or seconds). */
  readonly from: number
  /** What is gained (or the time that is needed) from there. */
  readonly value: number
}

/** Two columns of one length; `along` never falls. */
interface Line {
  readonly along: Float64Array
  readonly value: Float64Array
}

/**
 * The stretch of `length` metres that took the least time: seconds at `along` metres. Standing still at either end does
 * not count; undefined when the whole is shorter.
 */
export function fastestStretch(line: Line, length: number): Stretch | undefined {
  return better(fastestFromPoint(line, length), fastestToPoint(line, length), isLess)
}

/**
 * The `length` seconds in which `value` grew most; undefined when the whole is shorter. It may also be the least loss.
 */
export function greatestGain(line: Line, length: number): Stretch | undefined {
  return better(greatestFromPoint(line, length), greatestToPoint(line, length), isMore)
}

type IsBetter = (one: number, other: number) => boolean
const isLess: IsBetter = (one, other) => one < other
const isMore: IsBetter = (one, other) => one > other

function better(one: Stretch | undefined, other: Stretch | undefined, isBetter: IsBetter) {
  if (!one || !other) return one ?? other
  return isBetter(other.value, one.value) ? other : one
}

/** Of several points at one place the last is when it is left. */
function fastestFromPoint(line: Line, length: number): Stretch | undefined {
  const { along, value } = line
  let [bestFrom, best] = [Number.NaN, Number.POSITIVE_INFINITY]
  for (let i = 0, end = 0; i < along.length; i++) {
    const from = along[i] ?? 0
    while (end < along.length && (along[end] ?? 0) < from + length) end += 1
    if (end === along.length) break
    if (along[i + 1] === from) continue
    const took = valueBefore(line, end, from + length) - (value[i] ?? 0)
    if (took < best) [bestFrom, best] = [from, took]
  }
  return Number.isNaN(bestFrom) ? undefined : { from: bestFrom, value: best }
}

/** Of several points at one place the first is when it is reached. */
function fastestToPoint(line: Line, length: number): Stretch | undefined {
  const { along, value } = line
  let [bestFrom, best] = [Number.NaN, Number.POSITIVE_INFINITY]
  for (let i = 1, begin = 0; i < along.length; i++) {
    const from = (along[i] ?? 0) - length
    if (from < (along[0] ?? 0) || along[i - 1] === along[i]) continue
    while (begin < i && (along[begin + 1] ?? 0) <= from) begin += 1
    const took = (value[i] ?? 0) - valueAfter(line, begin, from)
    if (took < best) [bestFrom, best] = [from, took]
  }
  return Number.isNaN(bestFrom) ? undefined : { from: bestFrom, value: best }
}

function greatestFromPoint(line: Line, length: number): Stretch | undefined {
  const { along, value } = line
  const whole = along.at(-1) ?? 0
  let [bestFrom, best] = [Number.NaN, Number.NEGATIVE_INFINITY]
  for (let i = 0, end = 0; i < along.length; i++) {
    const to = (along[i] ?? 0) + length
    if (to > whole) break
    while (end + 1 < along.length && (along[end + 1] ?? 0) <= to) end += 1
    const gain = valueAfter(line, end, to) - (value[i] ?? 0)
    if (gain > best) [bestFrom, best] = [along[i] ?? 0, gain]
  }
  return Number.isNaN(bestFrom) ? undefined : { from: bestFrom, value: best }
}

function greatestToPoint(line: Line, length: number): Stretch | undefined {
  const { along, value } = line
  let [bestFrom, best] = [Number.NaN, Number.NEGATIVE_INFINITY]
  for (let i = 0, begin = 0; i < along.length; i++) {
    const from = (along[i] ?? 0) - length
    if (from < (along[0] ?? 0)) continue
    while (begin < i && (along[begin] ?? 0) < from) begin += 1
    const gain = (value[i] ?? 0) - valueBefore(line, begin, from)
    if (gain > best) [bestFrom, best] = [from, gain]
  }
  return Number.isNaN(bestFrom) ? undefined : { from: bestFrom, value: best }
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
