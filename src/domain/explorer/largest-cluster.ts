import { findNeighbours, moveAntimeridian, moveColumns, type TileGrid } from './tile-grid'

/**
 * Returns the largest cluster, as numbers of tiles in ascending order: connected tiles whose four neighbours were all
 * visited. Of several, it is the one that begins first from north to south, and then from west to east.
 */
export function findLargestCluster(visited: TileGrid): Float64Array {
  const { grid, shift } = moveAntimeridian(visited)
  const clusters = joinInnerTiles(grid)
  const sizes = new Int32Array(grid.numbers.length)
  for (const root of clusters) if (root >= 0) sizes[root] = (sizes[root] ?? 0) + 1
  let best = -1
  for (const [root, size] of sizes.entries())
    if (size > 0 && (best < 0 || size > (sizes[best] ?? 0))) best = root
  const numbers = grid.numbers.filter((_, i) => best >= 0 && clusters[i] === best)
  return moveColumns({ zoom: grid.zoom, numbers }, shift)
}

/** Returns for each tile the first tile of its cluster; -1 for tiles with a neighbour that was not visited. */
function joinInnerTiles(grid: TileGrid): Int32Array {
  const { west, north, east, south } = findNeighbours(grid)
  const size = grid.numbers.length
  const parents = new Int32Array(size).fill(-1)
  const findRoot = (tile: number): number => {
    let root = tile
    while (parents[root] !== root) {
      // Halving the path keeps later searches short.
      const parent = parents[root] ?? root
      parents[root] = parents[parent] ?? parent
      root = parents[root] ?? root
    }
    return root
  }
  for (let i = 0; i < size; i++) {
    const [left = -1, above = -1] = [west[i], north[i]]
    if (left < 0 || above < 0 || (east[i] ?? -1) < 0 || (south[i] ?? -1) < 0) continue
    parents[i] = i
    for (const neighbour of [left, above]) {
      if ((parents[neighbour] ?? -1) < 0) continue
      const roots = [findRoot(neighbour), findRoot(i)] as const
      parents[Math.max(...roots)] = Math.min(...roots)
    }
  }
  return parents.map((parent, i) => (parent < 0 ? -1 : findRoot(i)))
}
