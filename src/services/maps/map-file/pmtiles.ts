import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Tile } from '@/services/maps/map-view'
import {
  MapFileError,
  type MapFileInfo,
  type OpenedFile,
  TRUNCATED,
  UNKNOWN_TILES,
} from './map-file'
import { parseMetadata } from './metadata'

/**
 * Reads PMTiles, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). The file is a header, a
 * tree of directories that map the ids of tiles to ranges of bytes, metadata as JSON, and the tiles.
 */

interface Header {
  root: Range
  metadata: Range
  /** Where leaf directories and tiles start; directories contain offsets from there. */
  leaves: number
  tiles: number
  directoryCompression: number
  tileCompression: number
  tileType: number
  minZoom: number
  maxZoom: number
  bounds: MapFileInfo['bounds']
}

/** Bytes of a file. */
interface Range {
  offset: number
  length: number
}

/** Entries, sorted by tile id. An entry whose `runs` is 0 points to a leaf directory instead of a tile. */
interface Directory {
  ids: Float64Array
  /** Number of consecutive ids with the same tile. */
  runs: Uint32Array
  lengths: Uint32Array
  offsets: Float64Array
}

const HEADER_BYTES = 127
const VERSION = 3
/** Levels of directories; the specification allows more, but no writer creates them. */
const MAX_DEPTH = 4
/** Bytes of a compressed directory or metadata, and of a tile. More would only use memory. */
const MAX_PART_BYTES = 16 * 1024 * 1024
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_TILE_BYTES = 4 * 1024 * 1024
/** Directories in memory, of at most some hundred kilobytes each. */
const MAX_CACHED = 16
const MAX_ZOOM = 24

const COMPRESSION = { none: 1, gzip: 2, brotli: 3 }
const TILE_TYPES: Readonly<Record<number, string>> = { 1: 'mvt', 2: 'png', 3: 'jpeg', 4: 'webp' }
const VECTOR = 1

/** Opens PMTiles. @throws MapFileError */
export async function openPmtiles(path: string): Promise<OpenedFile> {
  const read = readerOf(path)
  const header = parseHeader(await read({ offset: 0, length: HEADER_BYTES }))
  const directories = new Map<number, Promise<Directory>>()
  const loadDirectory = (range: Range): Promise<Directory> => {
    const known = directories.get(range.offset)
    const loading = known ?? loadPart(range).then(parseDirectory)
    // The directory that was used least recently comes first.
    directories.delete(range.offset)
    directories.set(range.offset, loading)
    for (const [oldest] of directories)
      if (directories.size > MAX_CACHED) directories.delete(oldest)
    return loading
  }
  const loadPart = async (range: Range) =>
    decompress(await read(range), header.directoryCompression)
  const metadata = parseMetadata(decodeText(await loadPart(header.metadata)))
  await loadDirectory(header.root)
  return {
    info: {
      format: 'PMTiles',
      kind: header.tileType === VECTOR ? 'vector' : 'raster',
      tileType: TILE_TYPES[header.tileType] ?? '',
      ...{ minZoom: header.minZoom, maxZoom: header.maxZoom, bounds: header.bounds },
      ...metadata,
    },
    readTile: async (tile) => {
      const range = await findRange(tileId(tile), header, loadDirectory)
      if (!range) return undefined
      if (range.length > MAX_TILE_BYTES) throw new MapFileError('has a tile that is too large')
      const bytes = await read(range)
      const isPacked = header.tileCompression === COMPRESSION.brotli
      return isPacked ? decompress(bytes, COMPRESSION.brotli) : bytes
    },
    close: () => undefined,
  }
}

/** Reads ranges of a file, which is opened each time so that it can be replaced. */
function readerOf(path: string) {
  return async ({ offset, length }: Range): Promise<Uint8Array<ArrayBuffer>> => {
    if (length > MAX_PART_BYTES) throw new MapFileError('is damaged: a part of it is too large')
    const bytes = await Bun.file(path)
      .slice(offset, offset + length)
      .bytes()
      .catch(() => new Uint8Array())
    if (bytes.length < length) throw new MapFileError(TRUNCATED)
    return bytes
  }
}

function parseHeader(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const version = view.getUint8(7)
  if (version !== VERSION)
    throw new MapFileError(`has version ${version} of PMTiles: convert it to version ${VERSION}`)
  const long = (at: number) => Number(view.getBigUint64(at, true))
  const degrees = (at: number) => view.getInt32(at, true) / 1e7
  const header: Header = {
    root: { offset: long(8), length: long(16) },
    metadata: { offset: long(24), length: long(32) },
    leaves: long(40),
    tiles: long(56),
    directoryCompression: view.getUint8(97),
    tileCompression: view.getUint8(98),
    tileType: view.getUint8(99),
    minZoom: view.getUint8(100),
    maxZoom: view.getUint8(101),
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
  }
  if (!TILE_TYPES[header.tileType]) throw new MapFileError(UNKNOWN_TILES)
  if (header.minZoom > header.maxZoom || header.maxZoom > MAX_ZOOM)
    throw new MapFileError('is damaged: its zoom levels are impossible')
  return header
}

function decompress(bytes: Uint8Array<ArrayBuffer>, compression: number): Uint8Array<ArrayBuffer> {
  const limit = { maxOutputLength: MAX_UNPACKED_BYTES }
  try {
    if (compression === COMPRESSION.none) return bytes
    if (compression === COMPRESSION.gzip) return new Uint8Array(gunzipSync(bytes, limit))
    if (compression === COMPRESSION.brotli)
      return new Uint8Array(brotliDecompressSync(bytes, limit))
  } catch {
    throw new MapFileError('is damaged: a part of it cannot be decompressed')
  }
  throw new MapFileError('is compressed in a way that is not supported: use gzip')
}

const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const incomplete = () => new MapFileError('is damaged: a directory is incomplete')

function parseDirectory(bytes: Uint8Array): Directory {
  let at = 0
  const next = (): number => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined) throw incomplete()
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
  const count = next()
  // Each entry has at least four bytes.
  if (count > bytes.length / 4) throw incomplete()
  const directory: Directory = {
    ids: new Float64Array(count),
    runs: new Uint32Array(count),
    lengths: new Uint32Array(count),
    offsets: new Float64Array(count),
  }
  const { ids, runs, lengths, offsets } = directory
  for (let i = 0; i < count; i++) ids[i] = (ids[i - 1] ?? 0) + next()
  for (let i = 0; i < count; i++) runs[i] = next()
  for (let i = 0; i < count; i++) lengths[i] = next()
  for (let i = 0; i < count; i++) {
    const offset = next()
    // 0 means directly after the previous entry.
    offsets[i] = offset === 0 ? (offsets[i - 1] ?? 0) + (lengths[i - 1] ?? 0) : offset - 1
  }
  return directory
}

/** Finds the bytes of a tile; undefined if there is none. */
async function findRange(
  id: number,
  { root, leaves, tiles }: Header,
  load: (range: Range) => Promise<Directory>,
): Promise<Range | undefined> {
  let range = root
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const { ids, runs, lengths, offsets } = await load(range)
    const index = findEntry(ids, id)
    if (index < 0) return undefined
    const run = runs[index] ?? 0
    const [offset, length] = [offsets[index] ?? 0, lengths[index] ?? 0]
    if (run > 0)
      return id < (ids[index] ?? 0) + run ? { offset: tiles + offset, length } : undefined
    range = { offset: leaves + offset, length }
  }
  throw new MapFileError('is damaged: its directories are too deep')
}

/** Returns the index of the last entry whose id is not larger; -1 if there is none. */
function findEntry(ids: Float64Array, id: number): number {
  let [low, high] = [0, ids.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) <= id) low = middle + 1
    else high = middle - 1
  }
  return high
}

/** The id of a tile: its position on the Hilbert curve of its zoom level, after all tiles of lower levels. */
export function tileId({ z, x, y }: Tile): number {
  let id = (4 ** z - 1) / 3
  let [column, row] = [x, y]
  for (let size = 2 ** (z - 1); size >= 1; size /= 2) {
    const right = column & size ? 1 : 0
    const lower = row & size ? 1 : 0
    id += size * size * ((3 * right) ^ lower)
    if (lower === 0) {
      if (right === 1) [column, row] = [size - 1 - column, size - 1 - row]
      ;[column, row] = [row, column]
    }
  }
  return id
}
