import { MAX_POINTS } from '@/domain/tracks/formats/limits'
import type { Segment } from '@/domain/tracks/track'
import type { FitMessage } from './fit-message'
import { HR } from './fit-profile'
import { unixMicroseconds } from './fit-records'

/** Beats are timed in 1/1024 s. */
const TICKS = 1024
/** The short times have 12 bits, so they repeat every four seconds. */
const SHORT_RANGE = 4096
/** Maximum values of one message. */
const MAX_BEATS = 255
/** Microseconds for which a heart rate applies to later records. */
const MAX_AGE = 5e6

/**
 * Collects the heart rates of `hr` messages, which a strap stores while the watch cannot receive them. The first message
 * has a timestamp and the same moment on the clock of the strap; later ones count from there, either with full times or
 * with their lowest 12 bits (FIT SDK, "HR messages in activity files").
 */
export class FitHeartRates {
  readonly #times: number[] = []
  readonly #values: number[] = []
  /** Seconds of FIT time when the clock of the strap was 0. */
  #origin = Number.NaN
  /** The last time on the clock of the strap, in ticks. */
  #ticks = 0

  add(message: FitMessage): void {
    const { slot } = HR
    const full = message.number(slot.eventTimestamp)
    if (!Number.isNaN(message.timestamp) && !Number.isNaN(full)) {
      // A fraction is in 1/32768 s.
      const fraction = message.number(slot.fractionalTimestamp) / 32_768
      this.#origin = message.timestamp + (fraction || 0) - full / TICKS
    }
    for (let index = 0; index < MAX_BEATS; index++) {
      const bpm = message.numberAt(slot.filteredBpm, index)
      const ticks = this.#ticksAt(message, index)
      if (Number.isNaN(ticks)) return
      this.#ticks = ticks
      if (bpm > 0 && this.#times.length < MAX_POINTS) {
        this.#times.push(unixMicroseconds(this.#origin + ticks / TICKS))
        this.#values.push(bpm)
      }
    }
  }

  /** Sets the heart rates of points that have none. */
  complete(segments: readonly Segment[]): void {
    if (!Number.isNaN(this.#origin)) fillHeartRates(segments, this.#times, this.#values)
  }

  /** The time of a beat on the clock of the strap, in ticks; NaN if the message has no more beats. */
  #ticksAt(message: FitMessage, index: number): number {
    const full = message.numberAt(HR.slot.eventTimestamp, index)
    if (!Number.isNaN(full)) return full
    const short = shortTicks(message, index)
    return Number.isNaN(short)
      ? short
      : this.#ticks + ((short - (this.#ticks % SHORT_RANGE) + SHORT_RANGE) % SHORT_RANGE)
  }
}

/**
 * Sets the heart rates of points that have none to the latest one, if it is recent. `times`, in microseconds since the
 * Unix epoch, ascend.
 */
export function fillHeartRates(
  segments: readonly Segment[],
  times: readonly number[],
  values: readonly number[],
): void {
  if (times.length === 0) return
  for (const { time, hr, size } of segments) {
    let next = 0
    for (let i = 0; i < size; i++) {
      const instant = time[i] ?? Number.NaN
      while ((times[next] ?? Number.POSITIVE_INFINITY) <= instant) next += 1
      const age = instant - (times[next - 1] ?? Number.NaN)
      if (Number.isNaN(hr[i]) && age >= 0 && age <= MAX_AGE) hr[i] = values[next - 1] ?? Number.NaN
    }
  }
}

/** Two times of 12 bits are packed into three bytes, lowest bits first. */
function shortTicks(message: FitMessage, index: number): number {
  const at = Math.floor(index / 2) * 3
  const byte = (offset: number) => message.byte(HR.slot.eventTimestamp12, at + offset)
  return index % 2 === 0 ? byte(0) + (byte(1) % 16) * 256 : Math.floor(byte(1) / 16) + byte(2) * 16
}
