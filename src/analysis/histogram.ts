/** Whole seconds spent at each whole value: `seconds[i]` of them at `first + i`. */
export interface Histogram {
  readonly first: number
  readonly seconds: Uint32Array
}

/**
 * Makes whole seconds of fractions, so that the sum of any range of values is off by less than one second: the sums are
 * rounded, not their parts. `seconds[value]` is the time at a value; undefined when that is no time at all.
 */
export function toHistogram(seconds: Float64Array): Histogram | undefined {
  const whole = new Uint32Array(seconds.length)
  let [sum, told] = [0, 0]
  let [first, last] = [-1, -1]
  for (let value = 0; value < seconds.length; value++) {
    const time = seconds[value] ?? 0
    if (time === 0) continue
    sum += time
    const part = Math.round(sum) - told
    if (part === 0) continue
    told += part
    whole[value] = part
    if (first === -1) first = value
    last = value
  }
  return first === -1 ? undefined : { first, seconds: whole.slice(first, last + 1) }
}

/** All seconds of a histogram. */
export const totalOf = ({ seconds }: Histogram): number =>
  seconds.reduce((sum, part) => sum + part, 0)

/** The mean value over the time. */
export function meanOf({ first, seconds }: Histogram): number {
  let [sum, time] = [0, 0]
  for (let i = 0; i < seconds.length; i++) {
    sum += (first + i) * (seconds[i] ?? 0)
    time += seconds[i] ?? 0
  }
  return sum / time
}

/**
 * Seconds in each of the ranges between rising bounds: the first holds the values up to the first bound and that bound
 * itself, the last what is above all of them.
 */
export function timeBetween({ first, seconds }: Histogram, bounds: readonly number[]): number[] {
  const times = new Array<number>(bounds.length + 1).fill(0)
  let range = 0
  for (let i = 0; i < seconds.length; i++) {
    while (range < bounds.length && first + i > (bounds[range] ?? 0)) range += 1
    times[range] = (times[range] ?? 0) + (seconds[i] ?? 0)
  }
  return times
}

const BITS = 7
const MORE = 0x80

/** Writes a histogram in few bytes: numbers of seven bits each, and of many zeros in a row how many there are. */
export function encodeHistogram({ first, seconds }: Histogram): Uint8Array {
  const bytes: number[] = []
  const write = (value: number) => {
    for (let rest = value; ; rest = Math.floor(rest / MORE)) {
      if (rest < MORE) {
        bytes.push(rest)
        return
      }
      bytes.push((rest % MORE) | MORE)
    }
  }
  write(first)
  for (let i = 0; i < seconds.length; ) {
    const value = seconds[i] ?? 0
    write(value)
    i += 1
    if (value > 0) continue
    const from = i
    while (seconds[i] === 0) i += 1
    write(i - from)
  }
  return Uint8Array.from(bytes)
}

/** Values that a histogram has at most; those that are made have some thousands. */
const MOST_VALUES = 2 ** 16

/** Reads what `encodeHistogram` wrote. @throws Error for what is far too long, and so is something else. */
export function decodeHistogram(bytes: Uint8Array): Histogram {
  const numbers: number[] = []
  for (let at = 0; at < bytes.length; ) {
    let [value, factor] = [0, 1]
    for (let byte = MORE; byte >= MORE; at++) {
      byte = bytes[at] ?? 0
      value += (byte % MORE) * factor
      factor *= 1 << BITS
    }
    numbers.push(value)
  }
  const seconds: number[] = []
  const requireRoom = (more: number) => {
    if (seconds.length + more > MOST_VALUES) throw new Error('a stored histogram is damaged')
  }
  for (let i = 1; i < numbers.length; i++) {
    const value = numbers[i] ?? 0
    requireRoom(1)
    seconds.push(value)
    if (value > 0) continue
    i += 1
    requireRoom(numbers[i] ?? 0)
    for (let zeros = numbers[i] ?? 0; zeros > 0; zeros--) seconds.push(0)
  }
  return { first: numbers[0] ?? 0, seconds: Uint32Array.from(seconds) }
}
