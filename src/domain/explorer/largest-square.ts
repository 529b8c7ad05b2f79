import { findNeighbours, moveAntimeridian, type TileGrid } from './tile-grid'

/** A square of visited tiles, from its north-western tile. It may cross the antimeridian. */
export interface TileSquare {
  x: number
  y: number
  /** Tiles along its side. */
  size: number
}

/**
 * Returns the largest square whose tiles were all visited; undefined without tiles. Of several, it is the one that ends
 * first from north to south, and then from west to east.
 */
export function findLargestSquare(visited: TileGrid): TileSquare | undefined {
  const { grid, shift } = moveAntimeridian(visited)
  const sizes = measureSquares(grid)
  let best = 0
  for (let i = 1; i < sizes.length; i++) if ((sizes[i] ?? 0) > (sizes[best] ?? 0)) best = i
  const [x, y, size] = [grid.x[best], grid.y[best], sizes[best]]
  if (x === undefined || y === undefined || size === undefined) return undefined
  return { x: (x - size + 1 + shift) % 2 ** grid.zoom, y: y - size + 1, size }
}

/** Returns the size of the largest square that has each tile as its south-eastern one. */
function measureSquares(grid: TileGrid): Int32Array {
  const { west, north } = findNeighbours(grid)
  const sizes = new Int32Array(grid.x.length)
  for (let i = 0; i < sizes.length; i++) {
    const left = west[i] ?? -1
    const above = north[i] ?? -1
    const diagonal = above < 0 ? -1 : (west[above] ?? -1)
    const isAlone = left < 0 || diagonal < 0
    sizes[i] = isAlone ? 1 : 1 + Math.min(sizes[left] ?? 0, sizes[above] ?? 0, sizes[diagonal] ?? 0)
  }
  return sizes
}
