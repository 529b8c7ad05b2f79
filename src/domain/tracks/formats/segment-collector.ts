import { COLUMNS, isDate, type Point, type Segment } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { addExtraColumns, ExtraColumns, PendingValues } from './extra-columns'
import { MAX_POINTS, MAX_SEGMENTS } from './limits'

/** One point per second for an hour: most files need no larger columns. */
const FIRST_SIZE = 4096

/** A column for each value of a point. */
export type PointColumns = Record<(typeof COLUMNS)[number], Float64Array<ArrayBuffer>>

/** Collects the points of a file, segment by segment, in columns that grow by doubling. */
export class SegmentCollector {
  #columns = newColumns(FIRST_SIZE)
  #capacity = FIRST_SIZE
  #total = 0
  /** Number of points when each segment ended. */
  readonly #ends: number[] = []
  readonly #extra: ExtraColumns
  readonly #pending: PendingValues

  /** `pending` contains the additional values of the next point. */
  constructor(pending = new PendingValues()) {
    this.#pending = pending
    this.#extra = new ExtraColumns(pending.names)
  }

  /** Number of points of all segments so far. */
  get total(): number {
    return this.#total
  }

  /** Number of completed segments. */
  get count(): number {
    return this.#ends.length
  }

  /**
   * Copies the values of `point`, which may be reused for the next one. An invalid date (`isDate`) counts as a missing
   * time.
   * @throws TrackError tooManyPoints
   */
  add(point: Point): void {
    const index = this.#total
    if (index === this.#capacity) this.#grow()
    const columns = this.#columns
    columns.time[index] = isDate(point.time) ? point.time : Number.NaN
    columns.lat[index] = point.lat
    columns.lon[index] = point.lon
    columns.ele[index] = point.ele
    columns.hr[index] = point.hr
    columns.cadence[index] = point.cadence
    columns.power[index] = point.power
    this.#pending.keep(this.#extra, index)
    this.#total = index + 1
  }

  /**
   * Ends the current segment, or drops it if it has no points.
   * @throws TrackError tooManySegments
   */
  endSegment(): void {
    if (this.#total === (this.#ends.at(-1) ?? 0)) return
    if (this.#ends.length === MAX_SEGMENTS) throw new TrackError('tooManySegments')
    this.#ends.push(this.#total)
  }

  /** The completed segments in file order, as views of shared columns. */
  get segments(): readonly Segment[] {
    return this.#ends.map((end, index) => this.#segment(this.#ends[index - 1] ?? 0, end))
  }

  #segment(start: number, end: number): Segment {
    const columns = newColumns(0)
    for (const name of COLUMNS) columns[name] = this.#columns[name].subarray(start, end)
    return addExtraColumns({ size: end - start, ...columns }, this.#extra.slice(start, end))
  }

  #grow(): void {
    if (this.#total === MAX_POINTS) throw new TrackError('tooManyPoints')
    this.#capacity = Math.min(this.#capacity * 2, MAX_POINTS)
    const bytes = this.#capacity * Float64Array.BYTES_PER_ELEMENT
    for (const name of COLUMNS)
      this.#columns[name] = new Float64Array(this.#columns[name].buffer.transfer(bytes))
  }
}

/** Columns of this many zeros. */
export function newColumns(length: number): PointColumns {
  const column = () => new Float64Array(length)
  return {
    time: column(),
    lat: column(),
    lon: column(),
    ele: column(),
    hr: column(),
    cadence: column(),
    power: column(),
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
