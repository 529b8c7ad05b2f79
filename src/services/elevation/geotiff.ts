import { type FileHandle, open } from 'node:fs/promises'
import type { GeoTIFFImage } from 'geotiff'
import { type Grid, MAX_SAMPLES, orTileError, type Tile, TileError, validElevation } from './tile'

/** Whether a file name is that of a tile in this format. */
export const isGeoTiff = (name: string): boolean => /\.tiff?$/i.test(name)

/** Geographic coordinates in degrees, and the datums that differ by less than a sample: WGS 84, ETRS89, NAD83. */
const GEOGRAPHIC = 2
const DATUMS: ReadonlySet<number> = new Set([4326, 4979, 4258, 4937, 4269, 32_767])
const SAMPLES_ARE_POINTS = 2
/** The TIFF predictor for floating-point values. */
const OF_FRACTIONS = 3

/** Maximum number of samples in a block (a tile or strip of the file), which is read at once. */
const MAX_IN_BLOCK = 4096 * 4096
/** Maximum number of bytes of decompressed blocks in memory. The next recording is likely to be from the same place. */
const MAX_STORED = 48 * 1024 * 1024

/**
 * Opens a tile in GeoTIFF format, such as those of Copernicus: one elevation in metres per sample, in degrees of
 * latitude and longitude, north up. It may consist of tiles or strips and use the common compressions.
 *
 * @throws TileError when it is not georeferenced, has another content, or cannot be read.
 */
export async function openGeoTiff(path: string, blocks: BlockCache): Promise<Tile> {
  return orTileError(() =>
    withImage(path, async (image) => {
      const grid = gridOf(image)
      await requireReadable(image)
      const width = image.getTileWidth()
      const height = image.getTileHeight()
      if (!(width > 0 && height > 0 && width * height <= MAX_IN_BLOCK))
        throw new TileError(
          `is cut into parts of ${width} × ${height} samples, which are too large`,
        )
      const read = (samples: Int32Array) => {
        const parts = partsOf(samples, { grid, width, height })
        return orTileError(() => readParts(path, { samples, parts, blocks }))
      }
      return { path, grid, read }
    }),
  )
}

/** Reads ranges of a file for the library, clipped to the size of the file. */
class Source {
  readonly fileSize: number
  readonly #file: FileHandle

  constructor(file: FileHandle, fileSize: number) {
    this.#file = file
    this.fileSize = fileSize
  }

  fetch(slices: { offset: number; length: number }[]): Promise<ArrayBufferLike[]> {
    return Promise.all(slices.map(async (slice) => (await this.fetchSlice(slice)).data))
  }

  async fetchSlice({ offset, length }: { offset: number; length: number }) {
    const there = Math.max(0, Math.min(length, this.fileSize - offset))
    const bytes = new Uint8Array(there)
    const { bytesRead } = await this.#file.read(bytes, 0, there, offset)
    return { offset, length: bytesRead, data: bytes.buffer.slice(0, bytesRead) }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

async function withImage<Result>(
  path: string,
  use: (image: GeoTIFFImage) => Promise<Result>,
): Promise<Result> {
  const file = await open(path)
  try {
    const source = new Source(file, (await file.stat()).size)
    // Imported lazily, because most servers have no GeoTIFF files.
    const { default: GeoTIFF } = await import('geotiff')
    const tiff = await GeoTIFF.fromSource(source)
    // The first image has the full resolution; the others are overviews.
    return await use(await tiff.getImage(0))
  } finally {
    await file.close()
  }
}

/**
 * NOTE With the floating-point predictor, the library decodes all values as little-endian, even in big-endian files.
 */
async function requireReadable({ fileDirectory, littleEndian }: GeoTIFFImage): Promise<void> {
  if (littleEndian || !fileDirectory.hasTag('Predictor')) return
  if ((await fileDirectory.loadValue('Predictor')) === OF_FRACTIONS)
    throw new TileError('is packed in a way that is not understood')
}

const unplaced = () => new TileError('says nothing of where it is')

/** Reads the positions of the samples of an image. */
function gridOf(image: GeoTIFFImage): Grid {
  const keys = image.getGeoKeys()
  if (!keys) throw unplaced()
  const datum = keys.GeographicTypeGeoKey
  if (keys.GTModelTypeGeoKey !== GEOGRAPHIC || (datum !== undefined && !DATUMS.has(datum)))
    throw new TileError('is in other coordinates than degrees of WGS 84')
  const [stepEast = 0, stepSouth = 0] = image.getResolution().map(Math.abs)
  const [x = Number.NaN, y = Number.NaN] = image.getOrigin()
  const [width, height] = [image.getWidth(), image.getHeight()]
  // The corner of a sample is half a step before its centre.
  const half = keys.GTRasterTypeGeoKey === SAMPLES_ARE_POINTS ? 0 : 0.5
  const [column = 0, row = 0] = Array.from(tieOf(image))
  const grid = {
    west: x + (half - column) * stepEast,
    north: y - (half - row) * stepSouth,
    ...{ stepEast, stepSouth, width, height },
  }
  const isPlaced = Number.isFinite(grid.west + grid.north) && stepEast > 0 && stepSouth > 0
  if (!isPlaced || Math.abs(grid.north) > 91 || Math.abs(grid.west) > 361) throw unplaced()
  // Larger files would make the enumeration of degrees endless.
  if (width * stepEast > 361 || height * stepSouth > 181)
    throw new TileError('is larger than the Earth')
  if (!(width > 1 && height > 1 && width * height <= MAX_SAMPLES))
    throw new TileError(`has ${width} × ${height} samples`)
  return grid
}

/** The sample whose position the file specifies. */
const tieOf = (image: GeoTIFFImage): ArrayLike<number> =>
  image.fileDirectory.hasTag('ModelTiepoint')
    ? (image.fileDirectory.getValue('ModelTiepoint') ?? [])
    : []

/** A block of an image. `window` has its first column and row, and the column and row after its last ones. */
interface Part {
  key: string
  window: [number, number, number, number]
  /** The requested samples in this block: their index in the list of samples, and their offset in the block. */
  points: { index: number; offset: number }[]
}

/** Groups samples by the blocks of the file that contain them. */
function partsOf(
  samples: Int32Array,
  { grid, width, height }: { grid: Grid; width: number; height: number },
): Part[] {
  const parts = new Map<string, Part>()
  samples.forEach((sample, index) => {
    const [row, column] = [Math.floor(sample / grid.width), sample % grid.width]
    const top = row - (row % height)
    const left = column - (column % width)
    const key = `${left} ${top}`
    const right = Math.min(left + width, grid.width)
    const bottom = Math.min(top + height, grid.height)
    const part = parts.get(key) ?? { key, window: [left, top, right, bottom], points: [] }
    part.points.push({ index, offset: (row - top) * (right - left) + column - left })
    parts.set(key, part)
  })
  return [...parts.values()]
}

async function readParts(
  path: string,
  { samples, parts, blocks }: { samples: Int32Array; parts: Part[]; blocks: BlockCache },
): Promise<Float64Array> {
  const elevations = new Float64Array(samples.length)
  await withImage(path, async (image) => {
    const nothing = image.getGDALNoData()
    for (const { key, window, points } of parts) {
      const values = await blocks.get(`${path} ${key}`, () => readBlock(image, window))
      for (const { index, offset } of points) {
        const metres = values[offset] ?? Number.NaN
        elevations[index] = metres === nothing ? Number.NaN : validElevation(metres)
      }
    }
  })
  return elevations
}

const readBlock = async (image: GeoTIFFImage, window: Part['window']): Promise<Block> =>
  (await image.readRasters({ window, samples: [0], interleave: true })) as Block

type Block = ArrayLike<number> & { byteLength: number }

/** Blocks of files in memory, up to a number of bytes. The least recently used ones are evicted first. */
export class BlockCache {
  readonly #blocks = new Map<string, Block>()
  #bytes = 0

  async get(key: string, read: () => Promise<Block>): Promise<Block> {
    const block = this.#blocks.get(key) ?? (await read())
    // Another call may have read the same block at the same time.
    const former = this.#blocks.get(key)
    this.#blocks.delete(key)
    this.#blocks.set(key, block)
    this.#bytes += block.byteLength - (former?.byteLength ?? 0)
    for (const [oldest, { byteLength }] of this.#blocks) {
      if (this.#bytes <= MAX_STORED) break
      this.#blocks.delete(oldest)
      this.#bytes -= byteLength
    }
    return block
  }

  /** Removes all blocks, because files have changed. */
  clear(): void {
    this.#blocks.clear()
    this.#bytes = 0
  }
}
