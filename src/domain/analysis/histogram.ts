/** Whole seconds spent at each whole value: `seconds[i]` of them at `first + i`. */
export interface Histogram {
  readonly first: number
  readonly seconds: Uint32Array
}

/**
 * Rounds times to whole seconds. Rounds cumulative sums rather than single values, so that the total of any range is
 * off by less than one second. `seconds[value]` is the time spent at a value. Returns undefined if all times round to
 * zero.
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

/** Total seconds of a histogram. */
export const totalSeconds = ({ seconds }: Histogram): number =>
  seconds.reduce((sum, part) => sum + part, 0)

/** Mean value, weighted by time. */
export function meanValue({ first, seconds }: Histogram): number {
  let [sum, time] = [0, 0]
  for (let i = 0; i < seconds.length; i++) {
    sum += (first + i) * (seconds[i] ?? 0)
    time += seconds[i] ?? 0
  }
  return sum / time
}

/** Seconds in each range between ascending bounds. A range includes its upper bound; the last range has none. */
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

/**
 * Encodes a histogram compactly: base-128 varints, with runs of zeros stored as their length.
 * @throws RangeError for values that are not finite
 */
export function encodeHistogram({ first, seconds }: Histogram): Uint8Array {
  const bytes: number[] = []
  const write = (value: number) => {
    if (!Number.isFinite(value)) throw new RangeError('a histogram that is not finite')
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

/** Maximum number of values. Real histograms have a few thousand. */
const MAX_VALUES = 2 ** 16

/** Decodes the output of `encodeHistogram`. @throws Error if the result would be far longer than any real histogram */
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
    if (seconds.length + more > MAX_VALUES) throw new Error('a stored histogram is damaged')
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
