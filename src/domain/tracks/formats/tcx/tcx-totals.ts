import type { XmlElement } from '@/domain/tracks/formats/xml/xml-element'
import type { DeviceTotals, Segment } from '@/domain/tracks/track'

/** Adds up the totals that the device measured, from the laps or, where these lack a value, from the points. */
export class TcxTotals {
  #lapDistance = Number.NaN
  #lapTime = Number.NaN
  #maxSpeed = Number.NaN
  #pointDistance = Number.NaN

  /** The values of a `Lap`, by element name. */
  readonly lapElements: Record<string, XmlElement> = {
    TotalTimeSeconds: measured((seconds) => {
      this.#lapTime = sum(this.#lapTime, seconds)
    }),
    DistanceMeters: measured((metres) => {
      this.#lapDistance = sum(this.#lapDistance, metres)
    }),
    MaximumSpeed: measured((speed) => {
      this.#maxSpeed = larger(this.#maxSpeed, speed)
    }),
  }

  /** Adds the cumulative distance of a point, in metres or NaN. */
  addPoint(distance: number): void {
    this.#pointDistance = larger(this.#pointDistance, distance)
  }

  /** Returns the totals of the laps; null when the laps have none. */
  ofLaps(): DeviceTotals | null {
    const totals = {
      distance: known(this.#lapDistance),
      duration: null,
      moving: known(this.#lapTime),
      maxSpeed: known(this.#maxSpeed),
    }
    return totals.distance === null && totals.moving === null ? null : totals
  }

  /**
   * Returns the totals of a recording with these segments, since the last call. The moving time never exceeds the
   * elapsed time.
   */
  take(segments: readonly Segment[]): DeviceTotals {
    const totals = this.#totalsOf(segments)
    this.#lapDistance = this.#lapTime = this.#maxSpeed = this.#pointDistance = Number.NaN
    return totals
  }

  #totalsOf(segments: readonly Segment[]): DeviceTotals {
    const moving = known(this.#lapTime)
    const duration = secondsOf(segments) ?? moving
    return {
      distance: this.#lapDistance > 0 ? this.#lapDistance : known(this.#pointDistance),
      duration,
      moving: moving !== null && duration !== null ? Math.min(moving, duration) : moving,
      maxSpeed: known(this.#maxSpeed),
    }
  }
}

/** Calls `found` with a finite, non-negative number. Other texts count as missing. */
function measured(found: (value: number) => void): XmlElement {
  return {
    text: (text) => {
      const value = text.decimal()
      if (value !== undefined && value >= 0 && value < Number.POSITIVE_INFINITY) found(value)
    },
  }
}

/** Seconds between the first and the last time of the file; null with fewer than two times. */
function secondsOf(segments: readonly Segment[]): number | null {
  let first = Number.NaN
  let last = Number.NaN
  for (const { time } of segments) {
    for (const instant of time) {
      if (Number.isNaN(first)) first = instant
      if (!Number.isNaN(instant)) last = instant
    }
  }
  return last >= first ? (last - first) / 1_000_000 : null
}

function sum(total: number, value: number): number {
  return Number.isNaN(total) ? value : total + value
}

function larger(known: number, value: number): number {
  return value > known || Number.isNaN(known) ? value : known
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
