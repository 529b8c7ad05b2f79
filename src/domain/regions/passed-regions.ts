import {
  BLOCK_COLUMNS,
  type BlockTiles,
  countTiles,
  decodeBlocks,
  rowOfBlock,
  SIDE,
} from '@/domain/explorer/tile-blocks'
import type { RegionFinder } from './region-finder'

/** A region that a workout passes. */
export interface PassedRegion {
  country: string
  region: string
  /** The share of the tiles of the workout that are in it, up to 1. */
  share: number
}

/**
 * Returns the regions of the explorer tiles of zoom 17 that a workout passes, so that every part of its track counts to
 * about 200 m. Tiles at sea, far from all regions, are in none.
 */
export function listPassedRegions(finder: RegionFinder, tiles: Uint8Array): PassedRegion[] {
  const counts = new Map<number, number>()
  const add = (region: number, count: number): void => {
    counts.set(region, (counts.get(region) ?? 0) + count)
  }
  let total = 0
  for (const [number, block] of decodeBlocks(tiles)) {
    const [column, row] = [number % BLOCK_COLUMNS, Math.floor(number / BLOCK_COLUMNS)]
    const count = countTiles(block)
    total += count
    const region = finder.findInBlock(column, row)
    if (region !== undefined) add(region, count)
    else
      for (const [x, y] of listTiles(block)) add(finder.find(column * SIDE + x, row * SIDE + y), 1)
  }
  return [...counts].flatMap(([number, count]) => {
    const region = finder.map.regions[number]
    return region ? [{ country: region.country, region: region.name, share: count / total }] : []
  })
}

/** Lists the tiles of a block by their columns and rows in it. */
function listTiles(block: BlockTiles): [x: number, y: number][] {
  const tiles: [number, number][] = []
  for (let y = 0; y < SIDE; y++) {
    const bits = rowOfBlock(block, y)
    for (let x = 0; x < SIDE; x++) if ((bits >>> x) & 1) tiles.push([x, y])
  }
  return tiles
}
