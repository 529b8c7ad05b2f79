import type { DeviceTotals, Segment } from '@/domain/tracks/track'
import type { FitMessage } from './fit-message'
import { RECORD, SESSION } from './fit-profile'
import { unixMicroseconds } from './fit-records'

/** Rolling distance of compressed records: 12 bits, in sixteenths of a metre. */
const COMPRESSED_DISTANCE_MASK = 0xfff

/** Adds up the totals that the device measured, from the sessions or, where these lack a value, from the records. */
export class FitTotals {
  #sessions = 0
  #calories = Number.NaN
  #distance = Number.NaN
  #elapsed = Number.NaN
  #timer = Number.NaN
  #maxSpeed = Number.NaN
  #ascent = Number.NaN
  #descent = Number.NaN
  /** Beats, and the seconds in which they were counted. */
  #beats = 0
  #beatTime = 0
  #maxHeartRate = Number.NaN
  #start = Number.NaN
  #end = Number.NaN
  #recordDistance = Number.NaN
  #recordMaxSpeed = Number.NaN
  #compressedDistance = 0
  #sport: string | null = null

  /** Kilocalories of the first session; null when unknown or 0. */
  get calories(): number | null {
    return Number.isNaN(this.#calories) || this.#calories === 0 ? null : this.#calories
  }

  /** `sport/sub-sport` of the first session that has one, as numbers of the FIT profile. */
  get sport(): string | null {
    return this.#sport
  }

  addSession(message: FitMessage): void {
    const { slot } = SESSION
    const sport = message.number(slot.sport)
    const subSport = message.number(slot.subSport)
    if (!Number.isNaN(sport)) this.#sport ??= `${sport}/${Number.isNaN(subSport) ? 0 : subSport}`
    if (this.#sessions === 0) this.#calories = message.number(slot.calories)
    this.#sessions += 1
    const elapsed = message.number(slot.elapsedTime) / 1000
    this.#elapsed = sum(this.#elapsed, elapsed)
    this.#timer = sum(this.#timer, message.number(slot.timerTime) / 1000)
    this.#distance = sum(this.#distance, message.number(slot.distance) / 100)
    this.#maxSpeed = larger(this.#maxSpeed, message.number(slot.maxSpeed) / 1000)
    this.#maxSpeed = larger(this.#maxSpeed, message.number(slot.enhancedMaxSpeed) / 1000)
    this.#ascent = sum(this.#ascent, message.number(slot.ascent))
    this.#descent = sum(this.#descent, message.number(slot.descent))
    this.#addHeartRate(message)
    const lasted = Number.isNaN(elapsed) ? 0 : elapsed
    const started = message.number(slot.startTime)
    const start = started > 0 ? started : message.timestamp - lasted
    this.#start = smaller(this.#start, start)
    this.#end = larger(this.#end, start + lasted)
  }

  #addHeartRate(message: FitMessage): void {
    const { slot } = SESSION
    const mean = message.number(slot.aveHeartRate)
    const seconds = message.number(slot.timerTime) / 1000
    this.#maxHeartRate = larger(this.#maxHeartRate, message.number(slot.maxHeartRate))
    if (!(mean > 0 && seconds > 0)) return
    this.#beats += mean * seconds
    this.#beatTime += seconds
  }

  addRecord(message: FitMessage): void {
    const { slot } = RECORD
    this.#recordDistance = larger(this.#recordDistance, message.number(slot.distance) / 100)
    this.#recordMaxSpeed = larger(this.#recordMaxSpeed, message.number(slot.speed) / 1000)
    const low = message.byte(slot.compressedSpeedDistance, 0)
    if (Number.isNaN(low)) return
    const middle = message.byte(slot.compressedSpeedDistance, 1)
    const high = message.byte(slot.compressedSpeedDistance, 2)
    if (Number.isNaN(high) || (low & middle & high) === 0xff) return
    const rolling = (middle >> 4) | (high << 4)
    this.#compressedDistance += (rolling - this.#compressedDistance) & COMPRESSED_DISTANCE_MASK
    this.#recordDistance = larger(this.#recordDistance, this.#compressedDistance / 16)
    this.#recordMaxSpeed = larger(this.#recordMaxSpeed, (low | ((middle & 15) << 8)) / 100)
  }

  /** Returns the totals of the sessions, without those of the records; null when the sessions have none. */
  ofSessions(): DeviceTotals | null {
    if (this.#sessions === 0) return null
    return {
      distance: known(this.#distance),
      duration: known(this.#elapsed),
      moving: known(this.#timer),
      maxSpeed: known(this.#maxSpeed),
      ascent: known(this.#ascent),
      descent: known(this.#descent),
      ...(this.#beatTime > 0 && {
        aveHr: this.#beats / this.#beatTime,
        maxHr: known(this.#maxHeartRate),
      }),
    }
  }

  /**
   * Returns the totals of a recording without positions. The moving time never exceeds the elapsed time. Times that the
   * sessions lack are taken from `segments`.
   */
  device(segments: readonly Segment[]): DeviceTotals {
    const recorded = recordedSeconds(segments)
    const duration = known(this.#elapsed, recorded.duration)
    const moving = known(this.#timer, recorded.moving)
    return {
      distance: known(this.#distance, this.#recordDistance),
      duration,
      moving: moving !== null && duration !== null ? Math.min(moving, duration) : moving,
      maxSpeed: known(this.#maxSpeed, this.#recordMaxSpeed),
    }
  }

  /** Start and end of all sessions as a segment of two points; undefined when no session has a time. */
  outline(): Segment | undefined {
    if (!(this.#start > 0)) return undefined
    const empty = () => new Float64Array(2).fill(Number.NaN)
    return {
      size: 2,
      time: Float64Array.of(unixMicroseconds(this.#start), unixMicroseconds(this.#end)),
      lat: empty(),
      lon: empty(),
      ele: empty(),
      hr: empty(),
      cadence: empty(),
      power: empty(),
    }
  }
}

function recordedSeconds(segments: readonly Segment[]): { duration: number; moving: number } {
  let moving = Number.NaN
  for (const { time, size } of segments) {
    moving = sum(moving, ((time[size - 1] ?? 0) - (time[0] ?? 0)) / 1e6)
  }
  const first = segments.at(0)?.time[0] ?? Number.NaN
  const last = segments.at(-1)?.time.at(-1) ?? Number.NaN
  return { duration: (last - first) / 1e6, moving }
}

function known(value: number, otherwise = Number.NaN): number | null {
  if (!Number.isNaN(value)) return value
  return Number.isNaN(otherwise) ? null : otherwise
}

function sum(total: number, value: number): number {
  if (Number.isNaN(value)) return total
  return Number.isNaN(total) ? value : total + value
}

function larger(a: number, b: number): number {
  return b > a || Number.isNaN(a) ? b : a
}

function smaller(a: number, b: number): number {
  return b < a || Number.isNaN(a) ? b : a
}
