import { bytesFor, mergeDoubles, mergePlanes, splitDoubles, splitPlanes } from './byte-planes'
import { type ByteReader, type ByteWriter, StreamError } from './bytes'
import { type DeltaOrder, fromDeltas, toDeltas } from './deltas'
import { bitmapLength, countPresent, presenceBits, presentValues, restoreGaps } from './gaps'
import { fromIntegers, toIntegers } from './number-form'

// The first byte of a column: the index of a number form, or one of these.
const DOUBLES = 254
const EMPTY = 255

const MAX_PLANES = 7

/** Writes a column in the smallest lossless form. */
export function writeColumn(writer: ByteWriter, values: Float64Array): void {
  const present = presentValues(values)
  if (present.length === 0) {
    writer.byte(EMPTY)
    return
  }
  const column = toIntegers(present)
  const deltas = column && toDeltas(column.integers)
  if (column === undefined || deltas === undefined) {
    writer.byte(DOUBLES)
    writer.bytes(splitDoubles(values))
    return
  }
  const hasGaps = present.length < values.length
  const planes = bytesFor(deltas.largest)
  writer.byte(column.form)
  writer.byte(hasGaps ? 1 : 0)
  writer.byte(deltas.order)
  writer.byte(planes)
  writer.double(deltas.first)
  if (hasGaps) writer.bytes(presenceBits(values))
  writer.bytes(splitPlanes(deltas.steps, planes))
}

/** Releases before December 2026 also stored infinite numbers from files; they count as missing. */
const withoutInfinite = (values: Float64Array) =>
  values.map((value) => (Number.isFinite(value) ? value : Number.NaN))

/**
 * Reads a column of `size` values; infinite ones count as missing.
 * @throws StreamError when `writeColumn` did not write it.
 */
export function readColumn(reader: ByteReader, size: number): Float64Array {
  const form = reader.byte()
  if (form === EMPTY) return new Float64Array(size).fill(Number.NaN)
  if (form === DOUBLES) return withoutInfinite(mergeDoubles(reader.bytes(size * 8)))
  const { order, planes, first, bits, steps } = readHead(reader, size)
  const integers = fromDeltas({
    order,
    first,
    steps: mergePlanes(reader.bytes(steps * planes), planes, steps),
  })
  const values = fromIntegers({ form, integers })
  if (values === undefined) throw new StreamError('damaged')
  return bits ? restoreGaps(values, bits, size) : values
}

/**
 * Skips a column of `size` values without allocating memory for them.
 * @throws StreamError when `writeColumn` did not write it.
 */
export function skipColumn(reader: ByteReader, size: number): void {
  const form = reader.byte()
  if (form === EMPTY) return
  if (form === DOUBLES) {
    reader.bytes(size * 8)
    return
  }
  const { planes, steps } = readHead(reader, size)
  reader.bytes(steps * planes)
}

/** Reads the header of a column of integers, which precedes its steps. */
function readHead(reader: ByteReader, size: number) {
  const hasGaps = reader.byte() === 1
  const order = toOrder(reader.byte())
  const planes = reader.byte()
  const first = reader.double()
  const bits = hasGaps ? reader.bytes(bitmapLength(size)) : undefined
  const steps = (bits ? countPresent(bits) : size) - 1
  if (planes > MAX_PLANES || steps < 0) throw new StreamError('damaged')
  return { order, planes, first, bits, steps }
}

function toOrder(value: number): DeltaOrder {
  if (value === 1 || value === 2) return value
  throw new StreamError('damaged')
}
