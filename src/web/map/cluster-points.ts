/** A point in the map projection, in pixels. */
export type FlatPoint = { x: number; y: number }

/** Nearby points drawn as one marker: their indices in the list, and their mean position. */
export type Cluster = FlatPoint & { members: number[] }

/**
 * Groups the points that share a cell of a grid with cells of `cell` pixels. Takes linear time, and returns at most one
 * cluster per cell.
 */
export function clusterPoints(points: readonly (FlatPoint | null)[], cell: number): Cluster[] {
  const cells = new Map<string, Cluster>()
  for (const [index, point] of points.entries()) {
    if (!point) continue
    const key = `${Math.floor(point.x / cell)} ${Math.floor(point.y / cell)}`
    const cluster = cells.get(key)
    if (!cluster) {
      cells.set(key, { ...point, members: [index] })
      continue
    }
    const count = cluster.members.push(index)
    cluster.x += (point.x - cluster.x) / count
    cluster.y += (point.y - cluster.y) / count
  }
  return [...cells.values()]
}
