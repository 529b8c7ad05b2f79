import { type Findings, isPlace } from '@/tracks/findings'
import type { DeviceTotals, Point, Track } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { SegmentCollector } from './segment-collector'

const MICROSECONDS = 1_000_000

/** Collects the samples of a recording; those without position are of use only as long as there is none with. */
export class Samples {
  readonly #placed = new SegmentCollector()
  readonly #unplaced = new SegmentCollector()
  readonly #findings: Findings
  #first = Number.NaN
  #last = Number.NaN
  #distance = Number.NaN
  #unplacedPoints = 0

  constructor(findings: Findings) {
    this.#findings = findings
  }

  /** Takes a sample, and the metres since the start if they are known. */
  add(point: Point, distance = Number.NaN): void {
    if (Number.isNaN(point.time)) {
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
   * The track of the samples; without any position, with what the device told and what it left to the samples.
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
