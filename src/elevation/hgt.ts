import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { openZip } from '@/tracks/formats/zip'
import { cutOff, orTileError, type Tile, TileError, validElevation } from './tile'

/** The name says where the south-west corner is; what follows it, as in `N45E006.SRTMGL1.hgt.zip`, does not matter. */
const NAME = /^([NS])(\d{2})([EW])(\d{3})(?:\.[^/]*)?\.hgt(\.gz|\.zip)?$/i

const BYTES_PER_SAMPLE = 2
/** Samples along an edge of the smallest and the largest tile that is made: 3″ of SRTM are 1201, 1″ are 3601. */
const [FEWEST, MOST] = [601, 10_801]
const MOST_BYTES = MOST * MOST * BYTES_PER_SAMPLE
/** Files in a ZIP with a tile: some have a readme beside it. */
const MOST_ENTRIES = 20
/** Bytes that are read although nobody needs them, when this saves reading twice. */
const GAP = 8192
/** Bytes that are read at once. */
const LONGEST_RUN = 256 * 1024

/** Whether a file is a tile of this format, by its name. */
export const isHgt = (name: string): boolean => NAME.test(name)

/**
 * Opens a tile of the Shuttle Radar Topography Mission (`.hgt`, also in gzip or ZIP): whole metres as 16 bits, the most
 * significant byte first, row by row from the north, the outermost samples on whole degrees.
 *
 * @throws TileError when its size is none of such a tile, or it cannot be read.
 */
export async function openHgt(path: string, name: string): Promise<Tile> {
  const [, half, lat, side, lon, packing] = NAME.exec(name) ?? []
  const source = sourceOf(path, packing?.toLowerCase())
  const bytes = await orTileError(source.size)
  const edge = Math.sqrt(bytes / BYTES_PER_SAMPLE)
  if (!Number.isInteger(edge) || edge < FEWEST || edge > MOST)
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

/** The bytes of a tile, however they are packed. */
interface Source {
  /** How many there are, unpacked. */
  size: () => Promise<number>
  read: (samples: Int32Array) => Promise<Float64Array>
}

function sourceOf(path: string, packing: string | undefined): Source {
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

/** What gzip says at its end of the size of its content, which is right below four gigabytes. */
async function sizeInGzip(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, Math.max(size - 4, 0))
  if (bytesRead < 4) throw cutOff()
  return buffer.readUInt32LE()
}

function unpackGzip(path: string): Readable {
  const unpacked = createGunzip()
  // Who reads the end of it is told of what goes wrong, and need not be told twice.
  pipeline(createReadStream(path), unpacked, () => undefined)
  return unpacked
}

async function withZipEntry<Result>(
  path: string,
  use: (entry: { size: number; unpack: () => Promise<Readable> }) => Promise<Result>,
): Promise<Result> {
  const zip = await openZip(path, MOST_ENTRIES)
  try {
    const entry = zip.entries.find(({ name }) => /\.hgt$/i.test(name))
    if (!entry) throw new TileError('holds no .hgt file')
    return await use({ size: entry.size, unpack: () => zip.stream(entry, MOST_BYTES) })
  } finally {
    zip.close()
  }
}

/** Reads samples in runs, with what little lies between them. */
async function readFromFile(file: FileHandle, samples: Int32Array): Promise<Float64Array> {
  const elevations = new Float64Array(samples.length)
  const buffer = Buffer.allocUnsafe(LONGEST_RUN)
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

/** Whether the sample at `to` is read together with the one before it, in a run that begins at the byte `start`. */
const isNear = (samples: Int32Array, { start, to }: { start: number; to: number }): boolean => {
  const byte = byteOf(samples, to)
  return byte - byteOf(samples, to - 1) <= GAP && byte + BYTES_PER_SAMPLE - start <= LONGEST_RUN
}

const byteOf = (samples: Int32Array, i: number) => (samples[i] ?? 0) * BYTES_PER_SAMPLE

/** Unpacks a tile as far as it is needed, and keeps nothing of it but the samples. */
async function readFromStream(stream: Readable, samples: Int32Array): Promise<Float64Array> {
  const elevations = new Float64Array(samples.length)
  let i = 0
  let passed = 0
  let high: number | undefined
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    while (i < samples.length) {
      const at = byteOf(samples, i) - passed
      if (at + 1 >= chunk.length) break
      // The first byte of a sample may have been the last one of the chunk before.
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
