import { bytesFor, mergeDoubles, mergePlanes, splitDoubles, splitPlanes } from './byte-planes'
import { type ByteReader, type ByteWriter, StreamError } from './bytes'
import { type DeltaOrder, fromDeltas, toDeltas } from './deltas'
import { bitmapLength, countPresent, presenceOf, presentValues, spread } from './gaps'
import { fromIntegers, toIntegers } from './number-form'

// The first byte of a column: the index of a number form, or one of these.
const DOUBLES = 254
const EMPTY = 255

const MAX_PLANES = 7

/** Writes a column in the smallest form that gives back every bit. */
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
  if (hasGaps) writer.bytes(presenceOf(values))
  writer.bytes(splitPlanes(deltas.steps, planes))
}

/**
 * Reads a column of `size` values back.
 * @throws StreamError when it is not one that `writeColumn` wrote.
 */
export function readColumn(reader: ByteReader, size: number): Float64Array {
  const form = reader.byte()
  if (form === EMPTY) return new Float64Array(size).fill(Number.NaN)
  if (form === DOUBLES) return mergeDoubles(reader.bytes(size * 8))
  const hasGaps = reader.byte() === 1
  const order = toOrder(reader.byte())
  const planes = reader.byte()
  const first = reader.double()
  const bits = hasGaps ? reader.bytes(bitmapLength(size)) : undefined
  const steps = (bits ? countPresent(bits) : size) - 1
  if (planes > MAX_PLANES || steps < 0) throw new StreamError('damaged')
  const integers = fromDeltas({
    order,
    first,
    steps: mergePlanes(reader.bytes(steps * planes), planes, steps),
  })
  const values = fromIntegers({ form, integers })
  if (values === undefined) throw new StreamError('damaged')
  return bits ? spread(values, bits, size) : values
}

function toOrder(value: number): DeltaOrder {
  if (value === 1 || value === 2) return value
  throw new StreamError('damaged')
}
