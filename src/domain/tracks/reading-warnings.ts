import type { TrackWarning } from './track'

/** Counts what is skipped while reading a recording. */
export class ReadingWarnings {
  pointsLeftOut = 0
  valuesIgnored = 0
  bytesIgnored = 0
  lapsLeftOut = 0
  tracksLeftOut = 0
  /** Whether the file is truncated. */
  isPart = false
  /** Whether clients expect the recording to be rejected, although it can be read. */
  isKnownRefusal = false

  /** Rounds a sensor value; NaN if it is not a number or out of range. */
  reading(value: number | undefined, sensor: Sensor): number {
    const [least, most] = RANGES[sensor]
    if (value !== undefined && value >= least && value <= most) return Math.round(value)
    this.valuesIgnored += 1
    return Number.NaN
  }

  /** The warnings in the form in which they are stored with a workout. */
  get warnings(): TrackWarning[] {
    const all: TrackWarning[] = [
      { kind: 'points_left_out', count: this.pointsLeftOut },
      { kind: 'values_ignored', count: this.valuesIgnored },
      { kind: 'bytes_ignored', count: this.bytesIgnored },
      { kind: 'laps_left_out', count: this.lapsLeftOut },
      { kind: 'part_only', count: this.isPart ? 1 : 0 },
      { kind: 'tracks_left_out', count: this.tracksLeftOut },
    ]
    return all.filter(({ count }) => count > 0)
  }
}

/** Ranges of plausible sensor values. */
const RANGES = { hr: [0, 255], cadence: [0, 255], power: [0, 10_000] } as const
export type Sensor = keyof typeof RANGES

/** Whether the degrees are valid coordinates. */
export const isPlace = (lat: number, lon: number): boolean =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180
