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
  const { west, north } = findNeighbours(grid)
  // The size of the largest square whose south-eastern tile is this one.
  const sizes = new Int32Array(grid.numbers.length)
  let best = -1
  for (let i = 0; i < sizes.length; i++) {
    const [left = -1, above = -1] = [west[i], north[i]]
    const diagonal = above < 0 ? -1 : (west[above] ?? -1)
    const inner =
      left < 0 || diagonal < 0
        ? 0
        : Math.min(sizes[left] ?? 0, sizes[above] ?? 0, sizes[diagonal] ?? 0)
    sizes[i] = inner + 1
    if (best < 0 || inner + 1 > (sizes[best] ?? 0)) best = i
  }
  if (best < 0) return undefined
  const [number = 0, size = 0] = [grid.numbers[best], sizes[best]]
  const columns = 2 ** grid.zoom
  const x = number % columns
  return {
    x: (x - size + 1 + shift) % columns,
    y: (number - x) / columns - size + 1,
    size,
  }
}
