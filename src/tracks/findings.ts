import type { TrackWarning } from './track'

/** Counts what is passed over while a recording is read that would be refused otherwise. */
export class Findings {
  pointsLeftOut = 0
  valuesIgnored = 0
  bytesIgnored = 0
  /** Whether the file ends in the middle. */
  isPart = false
  /** Whether the recording is one that clients know to be refused, though it can be read. */
  isKnownRefusal = false

  /** A value of a sensor, rounded; missing if it is no number or out of range. */
  reading(value: number | undefined, sensor: Sensor): number {
    const [least, most] = RANGES[sensor]
    if (value !== undefined && value >= least && value <= most) return Math.round(value)
    this.valuesIgnored += 1
    return Number.NaN
  }

  /** As they are kept with a workout. */
  get warnings(): TrackWarning[] {
    const all: TrackWarning[] = [
      { kind: 'points_left_out', count: this.pointsLeftOut },
      { kind: 'values_ignored', count: this.valuesIgnored },
      { kind: 'bytes_ignored', count: this.bytesIgnored },
      { kind: 'part_only', count: this.isPart ? 1 : 0 },
    ]
    return all.filter(({ count }) => count > 0)
  }
}

/** Bounds of what sensors measure, and a little more. */
const RANGES = { hr: [0, 255], cadence: [0, 255], power: [0, 10_000] } as const
export type Sensor = keyof typeof RANGES

/** Whether degrees are those of a place. */
export const isPlace = (lat: number, lon: number): boolean =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180
