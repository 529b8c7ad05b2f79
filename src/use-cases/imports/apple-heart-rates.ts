import { toldInstant, toldNumber } from './told-values'

/** Heart rates of twenty years, every minute. */
const MOST = 10_000_000
const FIRST_CAPACITY = 4096
/** A sample is one number: seconds since the Unix epoch times this, and the beats per minute. */
const BEATS = 256
/** Seconds before and after a workout whose samples still belong to it. */
const AROUND = 60
/** Seconds that the sample of a point may be away. */
const NEAR = 15

const START = Buffer.from(' startDate="')
const VALUE = Buffer.from(' value="')
const QUOTE = 34

interface Range {
  startedAt: number | undefined
  endedAt: number | undefined
}

/** The heart rates of an Apple Health document, eight bytes each. */
export class HeartRates {
  #samples = new Float64Array(FIRST_CAPACITY)
  #size = 0

  /** Takes the sample of a `Record` that stands at a place; one that makes no sense is none. */
  addRecord(bytes: Buffer, at: number, end: number): void {
    if (this.#size >= MOST) return
    const started = toldInstant(attribute(bytes, START, { at, end }))
    const beats = Math.round(toldNumber(attribute(bytes, VALUE, { at, end })) ?? 0)
    if (started === undefined || started < 0 || !(beats > 0 && beats < BEATS)) return
    if (this.#size === this.#samples.length) {
      const larger = new Float64Array(2 * this.#samples.length)
      larger.set(this.#samples)
      this.#samples = larger
    }
    this.#samples[this.#size] = Math.floor(started / 1000) * BEATS + beats
    this.#size += 1
  }

  /** Those that were measured in one of some ranges. */
  within(ranges: readonly Range[]): SortedHeartRates {
    const sorted = this.#samples.subarray(0, this.#size).sort()
    const all = new SortedHeartRates(sorted)
    const kept = ranges.map((range) => all.between(range))
    const joined = new Float64Array(kept.reduce((sum, { length }) => sum + length, 0))
    let size = 0
    for (const samples of kept) {
      joined.set(samples, size)
      size += samples.length
    }
    return new SortedHeartRates(joined.sort())
  }
}

function attribute(
  bytes: Buffer,
  name: Buffer,
  { at, end }: { at: number; end: number },
): string | undefined {
  const found = bytes.indexOf(name, at)
  if (found < 0 || found >= end) return undefined
  const start = found + name.length
  return bytes.toString('latin1', start, bytes.indexOf(QUOTE, start))
}

/** Heart rates in the order of time. */
export class SortedHeartRates {
  readonly #samples: Float64Array

  constructor(samples: Float64Array) {
    this.#samples = samples
  }

  /** Whether there are any in a range, milliseconds. */
  hasIn(range: Range): boolean {
    return this.between(range).length > 0
  }

  /** Beats per minute at an instant (milliseconds), as measured shortly before or after. */
  at(instant: number): number | undefined {
    const seconds = instant / 1000
    const place = this.#firstFrom(seconds)
    const nearest = [place - 1, place]
      .map((index) => this.#samples[index])
      .filter((sample) => sample !== undefined)
      .map((sample) => ({
        away: Math.abs(Math.floor(sample / BEATS) - seconds),
        beats: sample % BEATS,
      }))
      .sort((one, other) => one.away - other.away)[0]
    return nearest && nearest.away <= NEAR ? nearest.beats : undefined
  }

  between({ startedAt, endedAt }: Range): Float64Array {
    if (startedAt === undefined || endedAt === undefined) return new Float64Array(0)
    const from = this.#firstFrom(startedAt / 1000 - AROUND)
    return this.#samples.subarray(from, this.#firstFrom(endedAt / 1000 + AROUND))
  }

  #firstFrom(seconds: number): number {
    let [low, high] = [0, this.#samples.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#samples[middle] ?? 0) < seconds * BEATS) low = middle + 1
      else high = middle
    }
    return low
  }
}
