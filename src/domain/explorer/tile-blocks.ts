import { VarintReader, VarintWriter } from '@/domain/tracks/geometry/varints'

/*
 * Tiles are those of web maps: at a zoom level, the world is a Web Mercator square of 2^zoom × 2^zoom tiles, with x to
 * the east and y to the south. A tile contains its northern and western edges. Only tiles of zoom 17 are computed: a
 * tile of zoom 14 was visited if any of the 64 tiles in it was.
 */

/** The zoom levels of explorer tiles: tiles of about 1.5 km and 200 m in central Europe. */
export const EXPLORER_ZOOMS = [14, 17] as const

export type ExplorerZoom = (typeof EXPLORER_ZOOMS)[number]

export const [BLOCK_ZOOM, TILE_ZOOM] = EXPLORER_ZOOMS
const SIDE_BITS = TILE_ZOOM - BLOCK_ZOOM
/** Tiles of zoom 17 along the side of a block. */
export const SIDE = 2 ** SIDE_BITS
export const BLOCK_COLUMNS = 2 ** BLOCK_ZOOM
const TILE_COLUMNS = 2 ** TILE_ZOOM
/** Number of rows of a block in each of its two numbers. */
const HALF = SIDE / 2

/**
 * The tiles of zoom 17 in a block, as bits of unsigned 32-bit numbers: the four northern rows and the four southern
 * ones, each from its north-western tile, the lowest bit, to the east and then to the south.
 */
export interface BlockTiles {
  north: number
  south: number
}

/** Tiles of zoom 17 by block. A block is a tile of zoom 14, with the number y * 2^14 + x. */
export type TileBlocks = Map<number, BlockTiles>

/** Adds a tile of zoom 17, whose column may be outside of the square: columns continue at the antimeridian. */
export function addTile(blocks: TileBlocks, column: number, row: number): void {
  const x = ((column % TILE_COLUMNS) + TILE_COLUMNS) % TILE_COLUMNS
  const number = (row >>> SIDE_BITS) * BLOCK_COLUMNS + (x >>> SIDE_BITS)
  let block = blocks.get(number)
  if (!block) {
    block = { north: 0, south: 0 }
    blocks.set(number, block)
  }
  const rowInBlock = row % SIDE
  const bit = 1 << ((rowInBlock % HALF) * SIDE + (x % SIDE))
  if (rowInBlock < HALF) block.north = (block.north | bit) >>> 0
  else block.south = (block.south | bit) >>> 0
}

/** Returns the tiles in one of the eight rows of a block as bits, the western one lowest. */
export const rowOfBlock = ({ north, south }: BlockTiles, row: number): number =>
  ((row < HALF ? north : south) >>> ((row % HALF) * SIDE)) & 0xff

export const isEmptyBlock = ({ north, south }: BlockTiles): boolean => north === 0 && south === 0

/** Returns the tiles of `one` that are not in `other`. */
export const withoutTiles = (one: BlockTiles, other: BlockTiles): BlockTiles => ({
  north: (one.north & ~other.north) >>> 0,
  south: (one.south & ~other.south) >>> 0,
})

export const unionOfTiles = (one: BlockTiles, other: BlockTiles): BlockTiles => ({
  north: (one.north | other.north) >>> 0,
  south: (one.south | other.south) >>> 0,
})

/** Returns the number of tiles of zoom 17 in a block. */
export const countTiles = ({ north, south }: BlockTiles): number =>
  countBits(north) + countBits(south)

/** Counts the bits of a 32-bit number, adding neighbouring groups of 1, 2, 4 and then all groups of 8 bits. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/**
 * Encodes tiles. For each block, in ascending order of numbers: its number as difference from the previous one (see
 * `VarintWriter`), a byte with a bit for each of its rows that contains tiles, and a byte with the tiles of each such row.
 */
export function encodeBlocks(blocks: TileBlocks): Uint8Array<ArrayBuffer> {
  const writer = new VarintWriter()
  let previous = 0
  for (const [number, block] of [...blocks].sort(([a], [b]) => a - b)) {
    const rows = new Uint8Array(SIDE + 1)
    let used = 1
    for (let row = 0; row < SIDE; row++) {
      const tiles = rowOfBlock(block, row)
      if (tiles === 0) continue
      rows[0] = (rows[0] ?? 0) | (1 << row)
      rows[used++] = tiles
    }
    writer.unsigned(number - previous)
    writer.bytes(rows.subarray(0, used))
    previous = number
  }
  return writer.join()
}

/** Decodes tiles block by block, in ascending order. */
export function* decodeBlocks(bytes: Uint8Array): Generator<[number: number, tiles: BlockTiles]> {
  const reader = new VarintReader(bytes)
  let number = 0
  while (!reader.isAtEnd) {
    number += reader.unsigned()
    const rows = reader.byte()
    const tiles = { north: 0, south: 0 }
    for (let row = 0; row < SIDE; row++) {
      if (!((rows >>> row) & 1)) continue
      const bits = reader.byte() << ((row % HALF) * SIDE)
      if (row < HALF) tiles.north = (tiles.north | bits) >>> 0
      else tiles.south = (tiles.south | bits) >>> 0
    }
    yield [number, tiles]
  }
}
