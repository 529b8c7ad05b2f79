/** A point on a flat map, in pixels. */
export type FlatPoint = { x: number; y: number }

/** Points that lie so near together that they are drawn as one: their positions in the list, and their middle. */
export type Cluster = FlatPoint & { members: number[] }

/**
 * Puts points together that share a cell of a grid. It takes as long as there are points, and there are no more
 * clusters than the map has cells.
 */
export function clustersOf(points: readonly (FlatPoint | null)[], cell: number): Cluster[] {
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
