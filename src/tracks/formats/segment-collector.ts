import { type Point, type Segment, SegmentBuilder } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { MAX_POINTS } from './limits'

/** Collects the points of a file, segment by segment. */
export class SegmentCollector {
  #builder = new SegmentBuilder()
  #total = 0
  readonly #segments: Segment[] = []

  /** Number of points of all segments so far. */
  get total(): number {
    return this.#total
  }

  /** Copies the values of `point`, which may be used again for the next one. @throws TrackError tooManyPoints */
  add(point: Point): void {
    if (this.#total === MAX_POINTS) throw new TrackError('tooManyPoints')
    this.#total += 1
    this.#builder.add(point)
  }

  /** Ends the current segment; one without points leaves no trace. */
  endSegment(): void {
    if (this.#builder.size === 0) return
    this.#segments.push(this.#builder.build())
    this.#builder = new SegmentBuilder()
  }

  /** The ended segments in file order. */
  get segments(): readonly Segment[] {
    return this.#segments
  }
}

/** A point without any value. */
export function emptyPoint(): Point {
  return {
    time: Number.NaN,
    lat: Number.NaN,
    lon: Number.NaN,
    ele: Number.NaN,
    hr: Number.NaN,
    cadence: Number.NaN,
    power: Number.NaN,
  }
}
