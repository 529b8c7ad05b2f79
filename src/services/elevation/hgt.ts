import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { openZip } from '@/domain/tracks/formats/zip/zip'
import { cutOff, orTileError, type Tile, TileError, validElevation } from './tile'

/** The name contains the south-west corner. Anything after it, as in `N45E006.SRTMGL1.hgt.zip`, is ignored. */
const NAME = /^([NS])(\d{2})([EW])(\d{3})(?:\.[^/]*)?\.hgt(\.gz|\.zip)?$/i

const BYTES_PER_SAMPLE = 2
/**
 * Samples along an edge of the smallest and the largest accepted tile. SRTM tiles of 3″ have 1201, those of 1″ have
 * 3601.
 */
const [MINIMUM, LIMIT] = [601, 10_801]
const MAX_BYTES = LIMIT * LIMIT * BYTES_PER_SAMPLE
/** Maximum number of files in a ZIP with a tile; some also contain a readme. */
const MAX_ENTRIES = 20
/** Bytes between two samples up to which both are read in one go, because that is faster than reading twice. */
const GAP = 8192
/** Maximum number of bytes to read at once. */
const MAX_RUN = 256 * 1024

/** Whether a file name is that of a tile in this format. */
export const isHgt = (name: string): boolean => NAME.test(name)

/**
 * Opens a tile of the Shuttle Radar Topography Mission (`.hgt`, optionally in gzip or ZIP): whole metres as big-endian
 * 16-bit integers, row by row from the north, with the outermost samples on whole degrees.
 *
 * @throws TileError when it does not have the size of a tile, or cannot be read.
 */
export async function openHgt(path: string, name: string): Promise<Tile> {
  const [, half, lat, side, lon, packing] = NAME.exec(name) ?? []
  const source = openSource(path, packing?.toLowerCase())
  const bytes = await orTileError(source.size)
  const edge = Math.sqrt(bytes / BYTES_PER_SAMPLE)
  if (!Number.isInteger(edge) || edge < MINIMUM || edge > LIMIT)
    throw new TileError(
      `has ${bytes} bytes, which is no tile of 1201 × 1201 or 3601 × 3601 samples`,
    )
  const south = Number(lat) * (half?.toUpperCase() === 'S' ? -1 : 1)
  const west = Number(lon) * (side?.toUpperCase() === 'W' ? -1 : 1)
  const step = 1 / (edge - 1)
  return {
    path,
    grid: { west, north: south + 1, stepEast: step, stepSouth: step, width: edge, height: edge },
    read: (samples) => orTileError(() => source.read(samples)),
  }
}

/** Access to the uncompressed bytes of a tile. */
interface Source {
  /** Number of uncompressed bytes. */
  size: () => Promise<number>
  read: (samples: Int32Array) => Promise<Float64Array>
}

function openSource(path: string, packing: string | undefined): Source {
  if (packing === '.zip')
    return {
      size: () => withZipEntry(path, async ({ size }) => size),
      read: (samples) =>
        withZipEntry(path, async ({ unpack }) => readFromStream(await unpack(), samples)),
    }
  if (packing === '.gz')
    return {
      size: () => withFile(path, sizeInGzip),
      read: (samples) => readFromStream(unpackGzip(path), samples),
    }
  return {
    size: () => withFile(path, async (file) => (await file.stat()).size),
    read: (samples) => withFile(path, (file) => readFromFile(file, samples)),
  }
}

async function withFile<Result>(
  path: string,
  use: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** Reads the uncompressed size at the end of a gzip file, which is correct below four gigabytes. */
async function sizeInGzip(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, Math.max(size - 4, 0))
  if (bytesRead < 4) throw cutOff()
  return buffer.readUInt32LE()
}

function unpackGzip(path: string): Readable {
  const unpacked = createGunzip()
  // Errors also reach the reader of `unpacked`, which reports them.
  pipeline(createReadStream(path), unpacked, () => undefined)
  return unpacked
}

async function withZipEntry<Result>(
  path: string,
  use: (entry: { size: number; unpack: () => Promise<Readable> }) => Promise<Result>,
): Promise<Result> {
  const zip = await openZip(path, MAX_ENTRIES)
  try {
    const entry = zip.entries.find(({ name }) => /\.hgt$/i.test(name))
    if (!entry) throw new TileError('contains no .hgt file')
    return await use({ size: entry.size, unpack: () => zip.stream(entry, MAX_BYTES) })
  } finally {
    zip.close()
  }
}

/** Reads samples in runs, including small gaps between them. */
async function readFromFile(file: FileHandle, samples: Int32Array): Promise<Float64Array> {
  const elevations = new Float64Array(samples.length)
  const buffer = Buffer.allocUnsafe(MAX_RUN)
  for (let from = 0; from < samples.length; ) {
    const start = byteOf(samples, from)
    let to = from + 1
    while (to < samples.length && isNear(samples, { start, to })) to += 1
    const length = byteOf(samples, to - 1) + BYTES_PER_SAMPLE - start
    const { bytesRead } = await file.read(buffer, 0, length, start)
    if (bytesRead < length) throw cutOff()
    for (let i = from; i < to; i++)
      elevations[i] = validElevation(buffer.readInt16BE(byteOf(samples, i) - start))
    from = to
  }
  return elevations
}

/**
 * Whether the sample at index `to` belongs to the same run as the one before it. The run begins at the byte `start`.
 */
const isNear = (samples: Int32Array, { start, to }: { start: number; to: number }): boolean => {
  const byte = byteOf(samples, to)
  return byte - byteOf(samples, to - 1) <= GAP && byte + BYTES_PER_SAMPLE - start <= MAX_RUN
}

const byteOf = (samples: Int32Array, i: number) => (samples[i] ?? 0) * BYTES_PER_SAMPLE

/** Decompresses a tile up to the last requested sample, without storing anything except the samples. */
async function readFromStream(stream: Readable, samples: Int32Array): Promise<Float64Array> {
  const elevations = new Float64Array(samples.length)
  let i = 0
  let passed = 0
  let high: number | undefined
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    while (i < samples.length) {
      const at = byteOf(samples, i) - passed
      if (at + 1 >= chunk.length) break
      // The first byte of a sample may be the last byte of the previous chunk.
      const metres = at < 0 ? (((high ?? 0) << 24) >> 16) | (chunk[0] ?? 0) : chunk.readInt16BE(at)
      elevations[i] = validElevation(metres)
      i += 1
    }
    if (i === samples.length) return elevations
    passed += chunk.length
    high = chunk.at(-1)
  }
  throw cutOff()
}
