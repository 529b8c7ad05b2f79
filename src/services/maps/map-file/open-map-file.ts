import { open, stat } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { type MapFile, MapFileError } from './map-file'
import { openMbtiles } from './mbtiles'
import { openPmtiles } from './pmtiles'

/** What PMTiles begin with: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const PMTILES = 'PMTiles'
const SQLITE = 'SQLite format 3\0'
const SIGNATURE_BYTES = 16
export const VECTOR_TILE_TYPE = 'application/vnd.mapbox-vector-tile'
const GZIP = [0x1f, 0x8b]
/** No tile is larger when it is decompressed. */
const MAX_TILE_BYTES = 8 * 1024 * 1024

/** Opens a file with map tiles, in one of two formats. @throws MapFileError when it cannot be used */
export async function openMapFile(path: string): Promise<MapFile> {
  const start = await readStart(path)
  const id = await readStamp(path)
  if (start.startsWith(PMTILES)) return { id, ...(await openPmtiles(path)) }
  if (start === SQLITE) return { id, ...openMbtiles(path) }
  throw new MapFileError('is neither PMTiles nor MBTiles')
}

/** What changes when a file is replaced. */
export async function readStamp(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined)
  return facts ? `${path} ${facts.ino} ${facts.size} ${facts.mtimeMs}` : 'missing'
}

async function readStart(path: string): Promise<string> {
  try {
    const file = await open(path)
    const { buffer, bytesRead } = await file
      .read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
      .finally(() => file.close())
    return buffer.toString('latin1', 0, bytesRead)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new MapFileError('does not exist', 'notFound')
    throw new MapFileError(`cannot be opened: ${code}`)
  }
}

export const isGzipped = (bytes: Uint8Array): boolean => GZIP.every((byte, i) => bytes[i] === byte)

/** Decompresses a vector tile if necessary. @throws MapFileError when it is damaged */
export function unpackTile(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!isGzipped(bytes)) return bytes
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: MAX_TILE_BYTES }))
  } catch {
    throw new MapFileError('has a damaged tile')
  }
}
