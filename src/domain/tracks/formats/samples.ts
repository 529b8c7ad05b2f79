import type { Measurements } from '@/domain/reference/measurements'
import { isPlace, type ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { DeviceTotals, Point, Track } from '@/domain/tracks/track'
import { isDate } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { PartialGps } from './partial-gps'
import { MICROSECONDS } from './text/time-text'

/**
 * Microseconds without a position after which samples without one become separate points. Before, their values belong
 * to the neighbouring positions, because some devices write positions and sensors as separate samples.
 */
export const MIN_GPS_GAP = MICROSECONDS

/** Options for reading a recording that may lack positions. */
export interface SampleOptions {
  /** Whether a recording without positions is read with the device's totals. */
  readonly acceptWithoutGps: boolean
  /** With `device`, samples without a position are kept (see `PartialGps`). */
  readonly measurements?: Measurements | undefined
}

/** Collects the samples of a recording. */
export class Samples {
  readonly #points: PartialGps
  readonly #acceptWithoutGps: boolean
  readonly #findings: ReadingWarnings
  #first = Number.NaN
  #last = Number.NaN
  #distance = Number.NaN

  constructor(findings: ReadingWarnings, options: SampleOptions) {
    this.#findings = findings
    this.#acceptWithoutGps = options.acceptWithoutGps
    this.#points = new PartialGps(options.measurements)
  }

  /** Adds a sample, with the metres since the start if they are known. */
  add(point: Point, distance = Number.NaN): void {
    if (!isDate(point.time)) {
      this.#findings.pointsLeftOut += 1
      return
    }
    if (Number.isNaN(this.#first)) this.#first = point.time
    this.#last = point.time
    if (!(distance <= this.#distance) && !Number.isNaN(distance)) this.#distance = distance
    if (isPlace(point.lat, point.lon)) this.#points.addPlaced(point)
    else this.#points.addUnplaced({ ...point, lat: Number.NaN, lon: Number.NaN })
  }

  endSegment(): void {
    this.#points.endSegment()
  }

  /**
   * Returns the track of the samples; without any position, with the totals of the device.
   * @throws TrackError noSegments without positions where these are needed, or without samples
   */
  finish(facts: Omit<Track, 'segments' | 'withoutGps'>, device: Partial<DeviceTotals>): Track {
    this.endSegment()
    const { hasGps } = this.#points
    const segments = this.#points.take(this.#findings)
    if (hasGps) return { ...facts, segments }
    if (!this.#acceptWithoutGps || segments.length === 0) throw new TrackError('noSegments')
    const recorded = (this.#last - this.#first) / MICROSECONDS
    const duration = Math.max(device.duration ?? 0, recorded)
    const withoutGps = {
      distance: device.distance ?? (Number.isNaN(this.#distance) ? null : this.#distance),
      duration,
      moving: Math.min(device.moving ?? duration, duration),
      maxSpeed: device.maxSpeed ?? null,
    }
    return { ...facts, segments, withoutGps }
  }
}
