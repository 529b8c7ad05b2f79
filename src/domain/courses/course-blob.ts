import { VarintReader, VarintWriter } from '@/domain/tracks/geometry/varints'
import type { CourseLine } from './course-line'

/** Units per degree: one is at most 11 mm. */
const UNITS_PER_DEGREE = 1e7
const UNITS_PER_METRE = 10

/**
 * Encodes a line for the database: the number of points, then differences of latitudes, of longitudes and of known
 * elevations. A difference of elevations is written plus one; zero means that the elevation is unknown.
 */
export function encodeCourse({ lat, lon, ele }: CourseLine): Uint8Array<ArrayBuffer> {
  const writer = new VarintWriter()
  writer.unsigned(lat.length)
  for (const column of [lat, lon]) {
    let previous = 0
    for (const degrees of column) {
      const value = Math.round(degrees * UNITS_PER_DEGREE)
      writer.signed(value - previous)
      previous = value
    }
  }
  let previous = 0
  for (const metres of ele) {
    if (Number.isNaN(metres)) {
      writer.unsigned(0)
      continue
    }
    const value = Math.round(metres * UNITS_PER_METRE)
    const difference = value - previous
    writer.unsigned(1 + (difference < 0 ? -2 * difference - 1 : 2 * difference))
    previous = value
  }
  return writer.join()
}

/** Decodes what `encodeCourse` wrote. */
export function decodeCourse(bytes: Uint8Array): CourseLine {
  const reader = new VarintReader(bytes)
  const size = reader.unsigned()
  const [lat, lon] = [readDegrees(reader, size), readDegrees(reader, size)]
  const ele = new Float64Array(size).fill(Number.NaN)
  let value = 0
  for (let i = 0; i < size; i++) {
    const code = reader.unsigned()
    if (code === 0) continue
    const zigzag = code - 1
    value += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
    ele[i] = value / UNITS_PER_METRE
  }
  return { lat, lon, ele }
}

function readDegrees(reader: VarintReader, size: number): Float64Array {
  const column = new Float64Array(size)
  let value = 0
  for (let i = 0; i < size; i++) {
    value += reader.signed()
    column[i] = value / UNITS_PER_DEGREE
  }
  return column
}
