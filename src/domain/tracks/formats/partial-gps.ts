import type { Measurements } from '@/domain/reference/measurements'
import type { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Point, Segment } from '@/domain/tracks/track'
import type { PendingValues } from './extra-columns'
import { SegmentCollector } from './segment-collector'

/** With fewer positions there is no line to draw, so a recording is read like one without GPS. */
export const MIN_POSITIONS = 2

/**
 * Collects the points of a recording in which GPS may be missing for a while. With `fittrackee`, points without a
 * position are used only if no point has one. With `device`, all points are used, unless hardly any has a position: then
 * the positions are dropped.
 */
export class PartialGps {
  readonly #keepsAll: boolean
  /** With `device`, contains all points. */
  readonly #placed: SegmentCollector
  /** Points before the first position; they are used only if there is no position. */
  readonly #unplaced: SegmentCollector
  #positions = 0
  #unplacedPoints = 0
  /** Numbers of the first segments that `take` returns. */
  #from = { placed: 0, unplaced: 0 }

  constructor(measurements: Measurements | undefined, pending?: PendingValues) {
    this.#keepsAll = measurements === 'device'
    this.#placed = new SegmentCollector(pending)
    this.#unplaced = new SegmentCollector(pending)
  }

  /** Whether the segments since the last `take` contain positions. */
  get hasGps(): boolean {
    return this.#positions >= (this.#keepsAll ? MIN_POSITIONS : 1)
  }

  /** Adds a point with a valid position. @throws TrackError tooManyPoints */
  addPlaced(point: Point): void {
    this.#positions += 1
    this.#placed.add(point)
  }

  /** Adds a point whose lat and lon are NaN. @throws TrackError tooManyPoints */
  addUnplaced(point: Point): void {
    this.#unplacedPoints += 1
    if (this.#keepsAll) this.#placed.add(point)
    else if (this.#positions === 0) this.#unplaced.add(point)
  }

  /** @throws TrackError tooManySegments */
  endSegment(): void {
    this.#placed.endSegment()
    this.#unplaced.endSegment()
  }

  /** Returns the segments since the last call, and reports the points that are not in them. */
  take(report: ReadingWarnings): readonly Segment[] {
    const segments = this.#chosen(report)
    this.#from = { placed: this.#placed.count, unplaced: this.#unplaced.count }
    this.#positions = this.#unplacedPoints = 0
    return segments
  }

  #chosen(report: ReadingWarnings): readonly Segment[] {
    const placed = this.#placed.segments.slice(this.#from.placed)
    if (this.hasGps) {
      if (!this.#keepsAll) report.pointsLeftOut += this.#unplacedPoints
      return placed
    }
    if (!this.#keepsAll) return this.#unplaced.segments.slice(this.#from.unplaced)
    report.valuesIgnored += dropPositions(placed)
    return placed
  }
}

/** Removes the positions, and returns their number. */
export function dropPositions(segments: readonly Segment[]): number {
  let dropped = 0
  for (const { lat, lon } of segments) {
    for (const degrees of lat) if (!Number.isNaN(degrees)) dropped += 1
    lat.fill(Number.NaN)
    lon.fill(Number.NaN)
  }
  return dropped
}
