import type { StoredPoints } from '@/tracks/metrics/units'
import { ByteReader, ByteWriter } from './bytes'
import { readColumn, writeColumn } from './column'
import { frame, unframe } from './frame'

const VERSION = 1
const ZSTD_LEVEL = 3

/**
 * The points of a segment as one compressed blob, without loss: `decodePoints` gives back every
 * bit of every column.
 */
export function encodePoints(points: StoredPoints): Uint8Array {
  const writer = new ByteWriter()
  writer.double(points.size)
  for (const name of COLUMNS) writeColumn(writer, points[name])
  return frame(VERSION, Bun.zstdCompressSync(writer.join(), { level: ZSTD_LEVEL }))
}

/**
 * The points that `encodePoints` was given.
 * @throws StreamError when the blob is truncated, damaged or of an unknown version.
 */
export function decodePoints(blob: Uint8Array): StoredPoints {
  const packed = unframe(VERSION, blob)
  return readPoints(new ByteReader(Bun.zstdDecompressSync(packed)))
}

const COLUMNS = ['time', 'lat', 'lon', 'ele', 'speed', 'hr', 'cadence', 'power'] as const

function readPoints(reader: ByteReader): StoredPoints {
  const size = reader.double()
  const next = () => readColumn(reader, size)
  // Object literals evaluate in order, which is the order of COLUMNS.
  return {
    size,
    time: next(),
    lat: next(),
    lon: next(),
    ele: next(),
    speed: next(),
    hr: next(),
    cadence: next(),
    power: next(),
  }
}
