import { declaredInstant, declaredNumber } from '@/use-cases/imports/services/declared-values'

/** Maximum number of heart rates: about fifteen years with one per minute, in 64 MiB. */
const MAX_SAMPLES = 2 ** 23
const FIRST_CAPACITY = 4096
/** Packs a sample into one number: seconds since the Unix epoch times 256, plus beats per minute. */
const SAMPLE_FACTOR = 256
/** Seconds before and after a workout from which samples are used too. */
const MARGIN_SECONDS = 60
/** Maximum seconds between a point and the sample used for it. */
const MAX_DISTANCE_SECONDS = 15

const START = Buffer.from(' startDate="')
const VALUE = Buffer.from(' value="')
const QUOTE = 34

interface Range {
  startedAt: number | undefined
  endedAt: number | undefined
}

/** Collects the heart rates of an Apple Health document, eight bytes each. */
export class HeartRates {
  #samples = new Float64Array(FIRST_CAPACITY)
  #size = 0

  /** Adds the sample of a `Record` element between two offsets. Ignores implausible ones. */
  addRecord(bytes: Buffer, at: number, end: number): void {
    if (this.#size >= MAX_SAMPLES) return
    const started = declaredInstant(attribute(bytes, START, { at, end }))
    const beats = Math.round(declaredNumber(attribute(bytes, VALUE, { at, end })) ?? 0)
    if (started === undefined || started < 0 || !(beats > 0 && beats < SAMPLE_FACTOR)) return
    if (this.#size === this.#samples.length) {
      const larger = new Float64Array(2 * this.#samples.length)
      larger.set(this.#samples)
      this.#samples = larger
    }
    this.#samples[this.#size] = Math.floor(started / 1000) * SAMPLE_FACTOR + beats
    this.#size += 1
  }

  /** Returns the samples within any of the ranges. */
  within(ranges: readonly Range[]): SortedHeartRates {
    const sorted = this.#samples.subarray(0, this.#size).sort()
    const all = new SortedHeartRates(sorted)
    const rates = ranges.map((range) => all.between(range))
    const joined = new Float64Array(rates.reduce((sum, { length }) => sum + length, 0))
    let size = 0
    for (const samples of rates) {
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

/** Heart rates sorted by time. */
export class SortedHeartRates {
  readonly #samples: Float64Array

  constructor(samples: Float64Array) {
    this.#samples = samples
  }

  /** Whether there are samples in a range (milliseconds). */
  hasIn(range: Range): boolean {
    return this.between(range).length > 0
  }

  /**
   * Returns the heart rate in beats per minute closest to an instant (milliseconds); undefined when there is none
   * nearby.
   */
  at(instant: number): number | undefined {
    const seconds = instant / 1000
    const place = this.#firstFrom(seconds)
    const nearest = [place - 1, place]
      .map((index) => this.#samples[index])
      .filter((sample) => sample !== undefined)
      .map((sample) => ({
        away: Math.abs(Math.floor(sample / SAMPLE_FACTOR) - seconds),
        beats: sample % SAMPLE_FACTOR,
      }))
      .sort((one, other) => one.away - other.away)[0]
    return nearest && nearest.away <= MAX_DISTANCE_SECONDS ? nearest.beats : undefined
  }

  between({ startedAt, endedAt }: Range): Float64Array {
    if (startedAt === undefined || endedAt === undefined) return new Float64Array(0)
    const from = this.#firstFrom(startedAt / 1000 - MARGIN_SECONDS)
    return this.#samples.subarray(from, this.#firstFrom(endedAt / 1000 + MARGIN_SECONDS))
  }

  #firstFrom(seconds: number): number {
    let [low, high] = [0, this.#samples.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#samples[middle] ?? 0) < seconds * SAMPLE_FACTOR) low = middle + 1
      else high = middle
    }
    return low
  }
}
