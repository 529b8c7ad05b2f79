import type { StoredPoints } from '@/domain/tracks/metrics/units'
import { isDate } from '@/domain/tracks/track'
import { ByteReader, ByteWriter } from './bytes'
import { readColumn, skipColumn, writeColumn } from './column'
import { frame, unframe } from './frame'

const VERSION = 1
const ZSTD_LEVEL = 3

/** Encodes the points of a segment as one compressed blob. `decodePoints` restores every bit of every column. */
export function encodePoints(points: StoredPoints): Uint8Array {
  const writer = new ByteWriter()
  writer.double(points.size)
  for (const name of COLUMNS) writeColumn(writer, points[name])
  return frame(VERSION, Bun.zstdCompressSync(writer.join(), { level: ZSTD_LEVEL }))
}

/**
 * Decodes a blob of `encodePoints`. Times that are not valid dates, which earlier releases stored, count as missing.
 * @throws StreamError when the blob is truncated, damaged or of an unknown version.
 */
export function decodePoints(blob: Uint8Array): StoredPoints {
  const packed = unframe(VERSION, blob)
  return readPoints(new ByteReader(Bun.zstdDecompressSync(packed)))
}

/** Positions of the points of a segment, in degrees. */
export type Positions = Pick<StoredPoints, 'lat' | 'lon'>

/**
 * Decodes only the positions of a blob of `encodePoints`; for a long recording this needs a quarter of the memory.
 * @throws StreamError as `decodePoints`
 */
export function decodePositions(blob: Uint8Array): Positions {
  const reader = new ByteReader(Bun.zstdDecompressSync(unframe(VERSION, blob)))
  const size = reader.double()
  skipColumn(reader, size)
  // Object literals evaluate in order: time, latitudes and longitudes are the first columns.
  return { lat: readColumn(reader, size), lon: readColumn(reader, size) }
}

const COLUMNS = ['time', 'lat', 'lon', 'ele', 'speed', 'hr', 'cadence', 'power'] as const

const datesOf = (times: Float64Array): Float64Array =>
  times.every((time) => Number.isNaN(time) || isDate(time))
    ? times
    : times.map((time) => (isDate(time) ? time : Number.NaN))

function readPoints(reader: ByteReader): StoredPoints {
  const size = reader.double()
  const next = () => readColumn(reader, size)
  // Object literals evaluate in order, which is the order of COLUMNS.
  return {
    size,
    time: datesOf(next()),
    lat: next(),
    lon: next(),
    ele: next(),
    speed: next(),
    hr: next(),
    cadence: next(),
    power: next(),
  }
}
