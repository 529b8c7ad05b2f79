/**
 * Lines on a grid of 2^`bits` units in Web Mercator, all points in shared arrays. `partStarts` has the index of the first
 * point of each part of a line, `lineStarts` the index of the first part of each line; both have one more entry at the
 * end. `boxes` has left, top, right and bottom of each line.
 */
export interface LineSet {
  bits: number
  /** Positions of the lines in the overview, ascending. */
  positions: Uint32Array
  lineStarts: Uint32Array
  partStarts: Uint32Array
  x: Int32Array
  y: Int32Array
  boxes: Int32Array
}

/** Yields the index of the first point of each part of a line, and that of the first point after it. */
export function* partsOf(
  { lineStarts, partStarts }: LineSet,
  index: number,
): Generator<[start: number, end: number]> {
  const end = lineStarts[index + 1] ?? 0
  for (let part = lineStarts[index] ?? 0; part < end; part++)
    yield [partStarts[part] ?? 0, partStarts[part + 1] ?? 0]
}

/** All lines of a map, latest first, with what is known of their workouts before their names have arrived. */
export interface Overview {
  lines: LineSet
  /** Identifies the workouts and their order: views of other workouts have another number. */
  set: number
  /** Starts in milliseconds since the Unix epoch. */
  dates: Float64Array
  sportIds: Uint32Array
  /** Kilometres. */
  distances: Float64Array
}

/** Ids and titles of workouts in the order of the overview. */
export interface LineNames {
  ids: readonly string[]
  titles: readonly string[]
}

const VERSION = 1
const MILLISECONDS_PER_MINUTE = 60_000
const UNITS_PER_KILOMETRE = 100

/** Reads integers of variable length (LEB128); signed ones are zigzag-coded. Reading past the end returns zeros. */
class Reader {
  offset: number
  readonly #bytes: Uint8Array

  get isPastEnd(): boolean {
    return this.offset > this.#bytes.length
  }

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes
    this.offset = offset
  }

  unsigned(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.offset++] ?? 0
      if (byte < 128) return value + byte * factor
      value += (byte - 128) * factor
    }
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  text(decoder: TextDecoder): string {
    const length = this.unsigned()
    this.offset += length
    return decoder.decode(this.#bytes.subarray(this.offset - length, this.offset))
  }
}

/** An array of integers that grows. */
class Growing {
  #values = new Int32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(2 * this.length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  toArray(): Int32Array {
    return this.#values.slice(0, this.length)
  }
}

/** Collects the lines of a response. */
class LineCollector {
  readonly #reader: Reader
  readonly #x = new Growing()
  readonly #y = new Growing()
  readonly #partStarts = new Growing()
  readonly #lineStarts = new Growing()
  readonly #boxes = new Growing()
  readonly #positions = new Growing()
  #firstX = 0
  #firstY = 0

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Reads the line at a position of the overview. Returns false, and omits the line, when its end is missing. */
  read(position: number): boolean {
    const reader = this.#reader
    const [parts, points] = [this.#partStarts.length, this.#x.length]
    this.#firstX += reader.signed()
    this.#firstY += reader.signed()
    let [x, y] = [this.#firstX, this.#firstY]
    let [left, top, right, bottom] = [x, y, x, y]
    let isFirst = true
    for (let isLast = false; !isLast; ) {
      const header = reader.unsigned()
      isLast = header % 2 === 0
      this.#partStarts.push(this.#x.length)
      for (let count = Math.floor(header / 2); count > 0; count--) {
        if (!isFirst) {
          x += reader.signed()
          y += reader.signed()
        }
        isFirst = false
        this.#x.push(x)
        this.#y.push(y)
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
    }
    if (reader.isPastEnd) {
      this.#partStarts.length = parts
      this.#x.length = points
      this.#y.length = points
      return false
    }
    this.#positions.push(position)
    this.#lineStarts.push(parts)
    for (const side of [left, top, right, bottom]) this.#boxes.push(side)
    return true
  }

  finish(bits: number): LineSet {
    this.#lineStarts.push(this.#partStarts.length)
    this.#partStarts.push(this.#x.length)
    return {
      bits,
      positions: new Uint32Array(this.#positions.toArray()),
      lineStarts: new Uint32Array(this.#lineStarts.toArray()),
      partStarts: new Uint32Array(this.#partStarts.toArray()),
      x: this.#x.toArray(),
      y: this.#y.toArray(),
      boxes: this.#boxes.toArray(),
    }
  }
}

interface Head {
  bits: number
  set: number
  count: number
  /** Offset at which the lines begin; those of an overview end at `end`, those of a view with the response. */
  start: number
  end: number | undefined
}

/** Bytes that contain the head of every response. */
export const MAX_HEAD = 40

/** Decodes the head of a response, whose first bytes suffice. */
export function decodeHead(bytes: Uint8Array): Head {
  const reader = new Reader(bytes)
  if (reader.unsigned() !== VERSION) throw new Error('unknown format')
  const [bits, set, isOverview, count] = [
    reader.unsigned(),
    reader.unsigned(),
    reader.unsigned() === 1,
    reader.unsigned(),
  ]
  const length = isOverview ? reader.unsigned() : undefined
  const start = reader.offset
  return { bits, set, count, start, end: length === undefined ? undefined : start + length }
}

/**
 * Decodes the lines of an overview. Its names need not have arrived yet; if the end of the lines has not either, the
 * first lines are returned.
 */
export function decodeOverview(bytes: Uint8Array): Overview {
  const { bits, set, count, start } = decodeHead(bytes)
  const reader = new Reader(bytes, start)
  const lines = new LineCollector(reader)
  const dates = new Float64Array(count)
  const sportIds = new Uint32Array(count)
  const distances = new Float64Array(count)
  let minutes = 0
  let read = 0
  while (read < count) {
    minutes += reader.signed()
    dates[read] = minutes * MILLISECONDS_PER_MINUTE
    sportIds[read] = reader.unsigned()
    distances[read] = reader.unsigned() / UNITS_PER_KILOMETRE
    if (!lines.read(read)) break
    read++
  }
  return {
    ...{ lines: lines.finish(bits), set },
    dates: dates.subarray(0, read),
    sportIds: sportIds.subarray(0, read),
    distances: distances.subarray(0, read),
  }
}

/** Decodes the names at the end of a complete overview. */
export function decodeNames(bytes: Uint8Array): LineNames {
  const { count, end = 0 } = decodeHead(bytes)
  const reader = new Reader(bytes, end)
  const decoder = new TextDecoder()
  const ids: string[] = []
  const titles: string[] = []
  for (let position = 0; position < count; position++) {
    ids.push(reader.text(decoder))
    titles.push(reader.text(decoder))
  }
  return { ids, titles }
}

/** Decodes the lines in a part of the map. */
export function decodeView(bytes: Uint8Array): { lines: LineSet; set: number } {
  const { bits, set, count, start } = decodeHead(bytes)
  const reader = new Reader(bytes, start)
  const lines = new LineCollector(reader)
  let position = -1
  for (let index = 0; index < count; index++) {
    position += reader.unsigned()
    lines.read(position)
  }
  return { lines: lines.finish(bits), set }
}
