import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { tileId } from '@/services/maps/map-file/pmtiles'
import type { Tile } from '@/services/maps/map-view'

/** The content of a map file for tests. */
export interface MapFileContent {
  tiles: readonly (Tile & { bytes: Uint8Array })[]
  /** `png` by default. */
  type?: 'png' | 'mvt'
  minZoom: number
  maxZoom: number
  bounds?: readonly [number, number, number, number]
  metadata?: object
  /** Whether PMTiles have leaf directories, with this number of entries each. */
  leafSize?: number
}

const WORLD = [-180, -85, 180, 85] as const
const HEADER_BYTES = 127

/** Writes PMTiles, version 3. */
export async function writePmtiles(path: string, content: MapFileContent): Promise<void> {
  await Bun.write(path, packPmtiles(content))
}

export function packPmtiles({
  tiles,
  type = 'png',
  minZoom,
  maxZoom,
  bounds = WORLD,
  metadata = {},
  leafSize,
}: MapFileContent): Buffer {
  const sorted = tiles.toSorted((one, other) => tileId(one) - tileId(other))
  let offset = 0
  const entries = sorted.map((tile) => {
    const entry = { id: tileId(tile), run: 1, offset, length: tile.bytes.length }
    offset += tile.bytes.length
    return entry
  })
  const leaves: Buffer[] = []
  let rootEntries = entries
  if (leafSize !== undefined) {
    let leafOffset = 0
    rootEntries = []
    for (let at = 0; at < entries.length; at += leafSize) {
      const some = entries.slice(at, at + leafSize)
      const leaf = gzipSync(packDirectory(some))
      rootEntries.push({ id: some[0]?.id ?? 0, run: 0, offset: leafOffset, length: leaf.length })
      leaves.push(leaf)
      leafOffset += leaf.length
    }
  }
  const parts = {
    root: gzipSync(packDirectory(rootEntries)),
    metadata: gzipSync(JSON.stringify(metadata)),
    leaves: Buffer.concat(leaves),
    tiles: Buffer.concat(sorted.map(({ bytes }) => bytes)),
  }
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let at = HEADER_BYTES
  for (const [index, part] of Object.values(parts).entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * index)
    at += part.length
  }
  for (const count of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), count)
  header.writeUInt8(1, 96)
  header.writeUInt8(2, 97)
  header.writeUInt8(type === 'mvt' ? 2 : 1, 98)
  header.writeUInt8(type === 'mvt' ? 1 : 2, 99)
  header.writeUInt8(minZoom, 100)
  header.writeUInt8(maxZoom, 101)
  for (const [index, degrees] of bounds.entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index)
  return Buffer.concat([header, ...Object.values(parts)])
}

interface Entry {
  id: number
  run: number
  offset: number
  length: number
}

function packDirectory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = []
  const write = (value: number) => {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  write(entries.length)
  for (const [index, { id }] of entries.entries()) write(id - (entries[index - 1]?.id ?? 0))
  for (const { run } of entries) write(run)
  for (const { length } of entries) write(length)
  for (const [index, { offset }] of entries.entries()) {
    const previous = entries[index - 1]
    const isNext = previous !== undefined && offset === previous.offset + previous.length
    write(isNext ? 0 : offset + 1)
  }
  return Buffer.from(bytes)
}

/** Writes MBTiles, version 1.3. */
export function writeMbtiles(
  path: string,
  { tiles, type = 'png', minZoom, maxZoom, bounds = WORLD, metadata = {} }: MapFileContent,
): void {
  const sqlite = new Database(path)
  sqlite.exec('create table metadata (name text, value text)')
  sqlite.exec(
    'create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)',
  )
  const describe = sqlite.prepare('insert into metadata values (?, ?)')
  const facts = {
    ...{ format: type === 'mvt' ? 'pbf' : 'png', bounds: bounds.join() },
    ...{ minzoom: minZoom, maxzoom: maxZoom },
    ...metadata,
  }
  for (const [name, value] of Object.entries(facts)) describe.run(name, String(value))
  const insert = sqlite.prepare('insert into tiles values (?, ?, ?, ?)')
  for (const { z, x, y, bytes } of tiles) insert.run(z, x, 2 ** z - 1 - y, bytes)
  sqlite.close()
}
