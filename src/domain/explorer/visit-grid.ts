import type { FirstVisit, VisitKey } from './first-visits'
import {
  BLOCK_COLUMNS,
  BLOCK_ZOOM,
  type BlockTiles,
  countTiles,
  type ExplorerZoom,
  rowOfBlock,
  SIDE,
  TILE_ZOOM,
} from './tile-blocks'
import type { TileGrid } from './tile-grid'

/** The visited tiles of a block, which is a tile of zoom 14 itself. */
interface VisitedBlock extends BlockTiles {
  x: number
  y: number
}

/** Returns the tiles of first visits, which are ordered by block. */
export function gridOfVisits(visits: readonly FirstVisit[], zoom: ExplorerZoom): TileGrid {
  const blocks = mergeBlocks(visits)
  if (zoom === BLOCK_ZOOM)
    return {
      zoom,
      x: Int32Array.from(blocks, ({ x }) => x),
      y: Int32Array.from(blocks, ({ y }) => y),
    }
  const size = blocks.reduce((sum, block) => sum + countTiles(block), 0)
  const grid = { zoom: TILE_ZOOM, x: new Int32Array(size), y: new Int32Array(size) }
  let next = 0
  for (let start = 0, end = 0; start < blocks.length; start = end) {
    const y = blocks[start]?.y ?? 0
    for (end = start; blocks[end]?.y === y; ) end += 1
    const inRow = blocks.slice(start, end)
    for (let row = 0; row < SIDE; row++) next = addRow(grid, next, { blocks: inRow, row })
  }
  return grid
}

/** Adds a row of tiles of neighbouring blocks to a grid that has `count` tiles. Returns the number of tiles then. */
function addRow(
  { x, y }: TileGrid,
  count: number,
  { blocks, row }: { blocks: readonly VisitedBlock[]; row: number },
): number {
  let next = count
  for (const block of blocks)
    for (let bits = rowOfBlock(block, row), column = 0; bits > 0; bits >>>= 1, column++) {
      if ((bits & 1) === 0) continue
      x[next] = block.x * SIDE + column
      y[next] = block.y * SIDE + row
      next += 1
    }
  return next
}

function mergeBlocks(visits: readonly FirstVisit[]): VisitedBlock[] {
  const blocks: VisitedBlock[] = []
  let last: number | undefined
  let merged: VisitedBlock | undefined
  for (const { block, north, south } of visits) {
    if (merged && block === last) {
      merged.north = (merged.north | north) >>> 0
      merged.south = (merged.south | south) >>> 0
      continue
    }
    merged = { x: block % BLOCK_COLUMNS, y: Math.floor(block / BLOCK_COLUMNS), north, south }
    last = block
    blocks.push(merged)
  }
  return blocks
}

/** A workout, and the number of tiles that no earlier workout visited. */
export interface Discovery extends VisitKey {
  newTiles: number
}

/** Returns the latest `limit` workouts that visited new tiles, latest first. Visits are in the order of their table. */
export function findDiscoveries(
  visits: readonly FirstVisit[],
  { zoom, limit }: { zoom: ExplorerZoom; limit: number },
): Discovery[] {
  const byWorkout = new Map<number, Discovery>()
  let last: number | undefined
  for (const { block, workout_id, workout_date, ...tiles } of visits) {
    // The first visit to any tile of a block is the first one to the block.
    const newTiles = zoom === TILE_ZOOM ? countTiles(tiles) : Number(block !== last)
    last = block
    if (newTiles === 0) continue
    const known = byWorkout.get(workout_id)
    if (known) known.newTiles += newTiles
    else byWorkout.set(workout_id, { workout_id, workout_date, newTiles })
  }
  return [...byWorkout.values()]
    .sort(
      (one, other) => other.workout_date - one.workout_date || other.workout_id - one.workout_id,
    )
    .slice(0, limit)
}
