import type { ExtraColumn, Segment, StreamName } from '@/domain/tracks/track'
import { MAX_EXTRA_VALUES, MAX_POINTS, MAX_STREAMS } from './limits'

/** One point per second for an hour. */
const FIRST_SIZE = 4096
const MAX_NAME_LENGTH = 60
const MAX_UNIT_LENGTH = 20

/** Used instead of the number of a column. */
export const NO_COLUMN = -1

/** Numbers the additional columns of a file, up to `MAX_STREAMS`. */
export class StreamNames {
  readonly all: StreamName[] = []
  readonly #ids = new Map<string, number>()

  /** Returns the number of a column; undefined when there are too many columns or it has no name. */
  idOf({ name, unit, isOwn }: StreamName): number | undefined {
    const key = `${isOwn}\n${unit}\n${name}`
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    if (this.all.length === MAX_STREAMS || name === '') return undefined
    this.#ids.set(key, this.all.length)
    return this.all.push({ name, unit, isOwn }) - 1
  }
}

/** Converts a name in a file to one line of at most the length of a heading, and likewise its unit. */
export function toStreamName(name: string, unit: string | null): StreamName {
  return {
    name: tidy(name, MAX_NAME_LENGTH),
    unit: tidy(unit ?? '', MAX_UNIT_LENGTH) || null,
    isOwn: true,
  }
}

const tidy = (text: string, most: number): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .trim()

/** Columns that grow when they get a value. Columns that would use too much memory together are dropped. */
export class ExtraColumns {
  readonly #names: StreamNames
  readonly #columns: (Float32Array<ArrayBuffer> | null | undefined)[] = []
  #values = 0

  constructor(names: StreamNames) {
    this.#names = names
  }

  /** Sets the values of a point in the columns with these numbers. Values for `NO_COLUMN` are dropped. */
  setAll(ids: Int32Array, values: Float64Array, index: number): void {
    const columns = this.#columns
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? NO_COLUMN
      const value = values[i] ?? Number.NaN
      if (id === NO_COLUMN || Number.isNaN(value)) continue
      const column = columns[id]
      if (column && index < column.length) column[index] = value
      else this.set(id, index, value)
    }
  }

  set(id: number, index: number, value: number): void {
    let column = this.#columns[id]
    if (column === null || Number.isNaN(value)) return
    if (column === undefined || index >= column.length) {
      column = this.#grow(id, column, index)
      if (!column) return
    }
    column[index] = value
  }

  /** Returns the values of the points in this order, for the columns that have any of them. */
  pick(order: Uint32Array): ExtraColumn[] {
    return this.#those((column) => {
      const values = new Float32Array(order.length)
      for (let i = 0; i < order.length; i++) values[i] = column[order[i] ?? 0] ?? Number.NaN
      return values
    })
  }

  /**
   * Returns the values of the points from `start` to `end` (exclusive), for the columns that have any of them; as views
   * where possible.
   */
  slice(start: number, end: number): ExtraColumn[] {
    return this.#those((column) => {
      if (end <= column.length) return column.subarray(start, end)
      const values = new Float32Array(end - start).fill(Number.NaN)
      values.set(column.subarray(start, end))
      return values
    })
  }

  #those(take: (column: Float32Array) => Float32Array): ExtraColumn[] {
    const found: ExtraColumn[] = []
    for (const [id, name] of this.#names.all.entries()) {
      const column = this.#columns[id]
      if (!column) continue
      const values = take(column)
      if (hasAny(values)) found.push({ ...name, values })
    }
    return found
  }

  #grow(id: number, former: Float32Array | undefined, index: number) {
    const known = former?.length ?? 0
    const size = Math.min(Math.max(FIRST_SIZE, 2 * known, index + 1), MAX_POINTS)
    this.#values += size - known
    if (this.#values > MAX_EXTRA_VALUES) {
      this.#values -= size
      this.#columns[id] = null
      return undefined
    }
    const column = new Float32Array(size)
    if (former) column.set(former)
    column.fill(Number.NaN, known)
    this.#columns[id] = column
    return column
  }
}

function hasAny(values: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) return true
  return false
}

/** Adds additional columns to a segment. */
export const addExtraColumns = (segment: Segment, extra: readonly ExtraColumn[]): Segment =>
  extra.length > 0 ? { ...segment, extra } : segment

/** The additional values of one point, until it is known whether the point is used. */
export class PendingValues {
  readonly names = new StreamNames()
  readonly #ids: number[] = []
  readonly #values: number[] = []
  #count = 0

  add(id: number | undefined, value: number): void {
    if (id === undefined || Number.isNaN(value)) return
    this.#ids[this.#count] = id
    this.#values[this.#count] = value
    this.#count += 1
  }

  /** Stores the values in the columns of the point. */
  keep(columns: ExtraColumns, index: number): void {
    for (let i = 0; i < this.#count; i++)
      columns.set(this.#ids[i] ?? 0, index, this.#values[i] ?? Number.NaN)
  }

  clear(): void {
    this.#count = 0
  }
}
