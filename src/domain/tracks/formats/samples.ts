import { isPlace, type ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { DeviceTotals, Point, Track } from '@/domain/tracks/track'
import { isDate } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { SegmentCollector } from './segment-collector'

const MICROSECONDS = 1_000_000

/** Collects the samples of a recording. Samples without a position are used only if none has one. */
export class Samples {
  readonly #placed = new SegmentCollector()
  readonly #unplaced = new SegmentCollector()
  readonly #findings: ReadingWarnings
  #first = Number.NaN
  #last = Number.NaN
  #distance = Number.NaN
  #unplacedPoints = 0

  constructor(findings: ReadingWarnings) {
    this.#findings = findings
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
    if (isPlace(point.lat, point.lon)) this.#placed.add(point)
    else {
      this.#unplacedPoints += 1
      if (this.#placed.total === 0)
        this.#unplaced.add({ ...point, lat: Number.NaN, lon: Number.NaN })
    }
  }

  endSegment(): void {
    this.#placed.endSegment()
    this.#unplaced.endSegment()
  }

  /**
   * Returns the track of the samples; without any position, with the totals of the device.
   * @throws TrackError noSegments without positions where these are needed, or without samples
   */
  finish(
    facts: Omit<Track, 'segments' | 'withoutGps'>,
    { device, acceptWithoutGps }: { device: Partial<DeviceTotals>; acceptWithoutGps: boolean },
  ): Track {
    this.endSegment()
    if (this.#placed.total > 0) {
      this.#findings.pointsLeftOut += this.#unplacedPoints
      return { ...facts, segments: this.#placed.segments }
    }
    if (!acceptWithoutGps || this.#unplaced.total === 0) throw new TrackError('noSegments')
    const recorded = (this.#last - this.#first) / MICROSECONDS
    const duration = Math.max(device.duration ?? 0, recorded)
    const withoutGps = {
      distance: device.distance ?? (Number.isNaN(this.#distance) ? null : this.#distance),
      duration,
      moving: Math.min(device.moving ?? duration, duration),
      maxSpeed: device.maxSpeed ?? null,
    }
    return { ...facts, segments: this.#unplaced.segments, withoutGps }
  }
}
