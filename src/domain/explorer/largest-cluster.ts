import {
  filterTiles,
  findNeighbours,
  moveAntimeridian,
  moveColumns,
  type TileGrid,
} from './tile-grid'

/**
 * Returns the largest cluster: connected tiles whose four neighbours were all
 * visited. Of several, it is the one that begins first from north to south, and then from west to east.
 */
export function findLargestCluster(visited: TileGrid): TileGrid {
  const { grid, shift } = moveAntimeridian(visited)
  const clusters = joinInnerTiles(grid)
  const sizes = new Int32Array(grid.x.length)
  for (const root of clusters) if (root >= 0) sizes[root] = (sizes[root] ?? 0) + 1
  let best = -1
  for (const [root, size] of sizes.entries())
    if (size > 0 && (best < 0 || size > (sizes[best] ?? 0))) best = root
  const cluster = filterTiles(grid, (i) => best >= 0 && clusters[i] === best)
  return shift === 0 ? cluster : moveColumns(cluster, shift)
}

/** Returns for each tile the first tile of its cluster; -1 for tiles with a neighbour that was not visited. */
function joinInnerTiles(grid: TileGrid): Int32Array {
  const { west, north, east, south } = findNeighbours(grid)
  const size = grid.x.length
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
  const join = (neighbour: number, tile: number): void => {
    if ((parents[neighbour] ?? -1) < 0) return
    const one = findRoot(neighbour)
    const other = findRoot(tile)
    parents[Math.max(one, other)] = Math.min(one, other)
  }
  for (let i = 0; i < size; i++) {
    const left = west[i] ?? -1
    const above = north[i] ?? -1
    if (left < 0 || above < 0 || (east[i] ?? -1) < 0 || (south[i] ?? -1) < 0) continue
    parents[i] = i
    join(left, i)
    join(above, i)
  }
  return parents.map((parent, i) => (parent < 0 ? -1 : findRoot(i)))
}
