import type { Measurements } from '@/domain/reference/measurements'
import {
  addExtraColumns,
  ExtraColumns,
  NO_COLUMN,
  StreamNames,
} from '@/domain/tracks/formats/extra-columns'
import { MAX_POINTS, MAX_SEGMENTS } from '@/domain/tracks/formats/limits'
import { MIN_POSITIONS } from '@/domain/tracks/formats/partial-gps'
import { newColumns } from '@/domain/tracks/formats/segment-collector'
import { COLUMNS, type Segment } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import type { FitExtra, FitMessage } from './fit-message'
import { FIT_EPOCH, RECORD } from './fit-profile'
import { knownStream } from './fit-streams'

const MAX_SEMICIRCLES = 2 ** 31
const DEGREES_PER_SEMICIRCLE = 180 / MAX_SEMICIRCLES

/** The bytes of a gear change, lowest first. */
const GEARS = ['rear_gear', 'rear_gear_teeth', 'front_gear', 'front_gear_teeth'] as const
const UNKNOWN_GEAR = 255
/** More than a definition can have. Each field can become two streams. */
const MAX_FIELDS = 1024

/** An instant at which a segment ends, after the records before it in the file. */
interface Cut {
  /** Microseconds since the Unix epoch. */
  readonly time: number
  readonly recordsBefore: number
}

/** Stores the `record` messages of a file in columns and splits them into segments. */
export class FitRecords {
  #size = 0
  readonly #columns = newColumns(1024)
  #cuts: Cut[] = []
  #positions = 0
  #inOrder = true
  readonly #names = new StreamNames()
  readonly #extra = new ExtraColumns(this.#names)
  /** Columns of the additional fields of each definition, and those of the last record. */
  readonly #places = new Map<readonly FitExtra[], Int32Array>()
  #latest: readonly FitExtra[] = []
  #latestPlaces: Int32Array = new Int32Array(0)
  readonly #values = new Float64Array(MAX_FIELDS)
  /** Values that apply until they change, by column number. */
  readonly #held = new Map<number, number>()

  readonly #keepsAll: boolean
  /** Number of records without a timestamp, which are skipped. */
  untimed = 0

  constructor(measurements: Measurements | undefined) {
    this.#keepsAll = measurements === 'device'
  }

  /** Number of records that are not in the segments. */
  get leftOut(): number {
    return this.untimed + (this.hasGps && !this.#keepsAll ? this.#size - this.#positions : 0)
  }

  /** Whether enough records have a position (see `PartialGps`). */
  get hasGps(): boolean {
    return this.#positions >= (this.#keepsAll ? MIN_POSITIONS : 1)
  }

  /**
   * Stores a record that has a timestamp. A position at exactly 0° counts as missing.
   *
   * @throws TrackError `tooManyPoints`
   */
  add(message: FitMessage): void {
    if (!(message.timestamp > 0)) {
      this.untimed += 1
      return
    }
    const { slot } = RECORD
    if (this.#size === MAX_POINTS) throw new TrackError('tooManyPoints')
    if (this.#size === this.#columns.time.length) this.#grow()
    const columns = this.#columns
    const index = this.#size
    const time = unixMicroseconds(message.timestamp)
    if (index > 0 && time < (columns.time[index - 1] ?? 0)) this.#inOrder = false
    const latitude = message.number(slot.latitude)
    const longitude = message.number(slot.longitude)
    const isPositioned = isPosition(latitude) && isPosition(longitude)
    if (isPositioned) this.#positions += 1
    columns.time[index] = time
    columns.lat[index] = isPositioned ? latitude * DEGREES_PER_SEMICIRCLE : Number.NaN
    columns.lon[index] = isPositioned ? longitude * DEGREES_PER_SEMICIRCLE : Number.NaN
    columns.ele[index] = elevation(message)
    columns.hr[index] = message.number(slot.heartRate)
    columns.cadence[index] = Math.trunc(message.number(slot.cadence))
    columns.power[index] = message.number(slot.power)
    this.#addExtra(message, index)
    this.#size += 1
  }

  /**
   * Applies a gear change to all following records. `data` contains the teeth and number of the front and rear gear,
   * one byte each; the lowest byte is the number of the rear gear.
   */
  changeGear(data: number): void {
    if (Number.isNaN(data)) return
    for (const [byte, name] of GEARS.entries()) {
      const value = Math.floor(data / 256 ** byte) % 256
      const id = this.#names.idOf(knownStream(name))
      if (id !== undefined)
        this.#held.set(id, value > 0 && value < UNKNOWN_GEAR ? value : Number.NaN)
    }
  }

  #addExtra(message: FitMessage, index: number): void {
    const { extras } = message
    if (extras !== this.#latest) this.#find(extras)
    const places = this.#latestPlaces
    if (places.length > 0) {
      message.readExtras(this.#values)
      this.#extra.setAll(places, this.#values, index)
    }
    if (this.#held.size === 0) return
    for (const [id, value] of this.#held) this.#extra.set(id, index, value)
  }

  /** Sets `#latestPlaces` to the columns of these additional fields. */
  #find(extras: readonly FitExtra[]): void {
    let places = this.#places.get(extras)
    if (places === undefined) {
      places = Int32Array.from(extras, ({ stream }) => this.#names.idOf(stream) ?? NO_COLUMN)
      this.#places.set(extras, places)
    }
    this.#latest = extras
    this.#latestPlaces = places
  }

  /** Ends a segment at this FIT timestamp. @throws TrackError `tooManyPoints` */
  cut(timestamp: number): void {
    if (!(timestamp > 0)) return
    if (this.#cuts.length === MAX_POINTS) throw new TrackError('tooManyPoints')
    this.#cuts.push({ time: unixMicroseconds(timestamp), recordsBefore: this.#size })
  }

  /**
   * Returns the records in order of time (equal times in file order), divided into segments that are never empty. With
   * `fittrackee`, records without a position are omitted if any has one.
   *
   * @throws TrackError `tooManySegments`
   */
  segments(): Segment[] {
    const order = this.#order()
    const cuts = this.#cuts.toSorted((a, b) => a.time - b.time)
    const segments: Segment[] = []
    let start = 0
    let end = 0
    for (const cut of cuts) {
      while (end < order.length && this.#isBefore(order[end] ?? 0, cut)) end += 1
      if (end > start) segments.push(this.#pick(order.subarray(start, end)))
      if (segments.length > MAX_SEGMENTS) break
      start = end
    }
    if (order.length > start) segments.push(this.#pick(order.subarray(start)))
    if (segments.length > MAX_SEGMENTS) throw new TrackError('tooManySegments')
    return segments
  }

  #order(): Uint32Array {
    const { time, lat } = this.#columns
    const isSelective = this.hasGps && !this.#keepsAll
    const order = new Uint32Array(isSelective ? this.#positions : this.#size)
    let kept = 0
    for (let index = 0; index < this.#size; index += 1) {
      if (isSelective && Number.isNaN(lat[index])) continue
      order[kept] = index
      kept += 1
    }
    if (this.#inOrder) return order
    return order.sort((a, b) => (time[a] ?? 0) - (time[b] ?? 0) || a - b)
  }

  #isBefore(index: number, cut: Cut): boolean {
    const time = this.#columns.time[index] ?? 0
    return time < cut.time || (time === cut.time && index < cut.recordsBefore)
  }

  #pick(order: Uint32Array): Segment {
    const [start = 0, end = 0] = [order[0], (order.at(-1) ?? 0) + 1]
    if (this.#inOrder && end - start === order.length) return this.#slice(start, end)
    const picked = newColumns(order.length)
    for (const name of COLUMNS) {
      const from = this.#columns[name]
      const to = picked[name]
      for (let i = 0; i < order.length; i += 1) to[i] = from[order[i] ?? 0] ?? Number.NaN
    }
    return addExtraColumns({ size: order.length, ...picked }, this.#extra.pick(order))
  }

  /** Returns consecutive records as views of columns that all such segments share. */
  #slice(start: number, end: number): Segment {
    const { time, lat, lon, ele, hr, cadence, power } = this.#columns
    const segment = {
      size: end - start,
      time: time.subarray(start, end),
      lat: lat.subarray(start, end),
      lon: lon.subarray(start, end),
      ele: ele.subarray(start, end),
      hr: hr.subarray(start, end),
      cadence: cadence.subarray(start, end),
      power: power.subarray(start, end),
    }
    return addExtraColumns(segment, this.#extra.slice(start, end))
  }

  #grow(): void {
    const bytes = Math.min(this.#size * 2, MAX_POINTS) * Float64Array.BYTES_PER_ELEMENT
    for (const name of COLUMNS)
      this.#columns[name] = new Float64Array(this.#columns[name].buffer.transfer(bytes))
  }
}

function isPosition(semicircles: number): boolean {
  return semicircles !== 0 && Math.abs(semicircles) <= MAX_SEMICIRCLES
}

/** Converts a FIT timestamp in seconds to microseconds since the Unix epoch. */
export function unixMicroseconds(timestamp: number): number {
  return (timestamp + FIT_EPOCH) * 1e6
}

/** Start of a lap, length, set or session in microseconds since the Unix epoch; NaN if the file does not say. */
export function lapStart(
  message: FitMessage,
  { startTime, elapsedTime }: { startTime: number; elapsedTime: number },
): number {
  const started = message.number(startTime)
  if (started > 0) return unixMicroseconds(started)
  const elapsed = message.number(elapsedTime) / 1000
  return unixMicroseconds(message.timestamp - (Number.isNaN(elapsed) ? 0 : elapsed))
}

/** Metres above sea level. 0 counts as missing, because many devices without a barometer write it. */
function elevation(message: FitMessage): number {
  const raw = message.number(RECORD.slot.altitude)
  const metres = message.isDeveloper(RECORD.slot.altitude) ? raw : raw / 5 - 500
  return metres === 0 ? Number.NaN : metres
}
