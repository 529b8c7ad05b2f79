import { MAX_POINTS } from '@/domain/tracks/formats/limits'
import type { Segment } from '@/domain/tracks/track'
import { fillHeartRates } from './fit-heart-rates'
import type { FitMessage } from './fit-message'
import { HRV } from './fit-profile'
import { unixMicroseconds } from './fit-records'

/** Maximum intervals of one message. */
const MAX_INTERVALS = 127
/** Milliseconds between two beats at 240 and at 24 per minute. Others are beats that the strap missed or invented. */
const [SHORTEST, LONGEST] = [250, 2500]
const MILLISECONDS_PER_MINUTE = 60_000

/**
 * Computes heart rates from the intervals between beats (R-R) of `hrv` messages, which have no time: those between two
 * records in the file were measured before the second of them, whose heart rate is that of their mean.
 */
export class FitBeats {
  readonly #times: number[] = []
  readonly #values: number[] = []
  #milliseconds = 0
  #beats = 0

  add(message: FitMessage): void {
    for (let index = 0; index < MAX_INTERVALS; index++) {
      const interval = message.numberAt(HRV.slot.intervals, index)
      if (!(interval >= SHORTEST && interval <= LONGEST)) continue
      this.#milliseconds += interval
      this.#beats += 1
    }
  }

  /** Ends the intervals that belong to a record. */
  endRecord({ timestamp }: FitMessage): void {
    if (this.#beats === 0 || !(timestamp > 0)) return
    if (this.#times.length < MAX_POINTS) {
      this.#times.push(unixMicroseconds(timestamp))
      this.#values.push(Math.round((MILLISECONDS_PER_MINUTE * this.#beats) / this.#milliseconds))
    }
    this.#milliseconds = 0
    this.#beats = 0
  }

  /** Sets the heart rates of points that have none. */
  complete(segments: readonly Segment[]): void {
    fillHeartRates(segments, this.#times, this.#values)
  }
}
