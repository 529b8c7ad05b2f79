import type { StoredPoints } from '@/tracks/metrics/units'
import { ByteReader, ByteWriter, StreamError } from './bytes'
import { readColumn, writeColumn } from './column'

const VERSION = 1
/** Version, then the CRC-32 of what follows. */
const HEADER = 5
const ZSTD_LEVEL = 3

/**
 * The points of a segment as one compressed blob, without loss: `decodePoints` gives back every
 * bit of every column.
 */
export function encodePoints(points: StoredPoints): Uint8Array {
  const writer = new ByteWriter()
  writer.double(points.size)
  for (const name of COLUMNS) writeColumn(writer, points[name])
  const packed = Bun.zstdCompressSync(writer.join(), { level: ZSTD_LEVEL })
  const blob = new Uint8Array(HEADER + packed.length)
  const header = new DataView(blob.buffer)
  header.setUint8(0, VERSION)
  header.setUint32(1, Bun.hash.crc32(packed), true)
  blob.set(packed, HEADER)
  return blob
}

/**
 * The points that `encodePoints` was given.
 * @throws StreamError when the blob is truncated, damaged or of an unknown version.
 */
export function decodePoints(blob: Uint8Array): StoredPoints {
  if (blob.length < HEADER) throw new StreamError('truncated')
  const header = new DataView(blob.buffer, blob.byteOffset, HEADER)
  if (header.getUint8(0) !== VERSION) throw new StreamError('unknownVersion')
  const packed = blob.subarray(HEADER)
  if (Bun.hash.crc32(packed) !== header.getUint32(1, true)) throw new StreamError('damaged')
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
