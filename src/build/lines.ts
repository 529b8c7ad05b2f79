/** Lines of the maps that are made from other sources when a developer updates them. */

export type Point = readonly [x: number, y: number]

/** The latitude at which the square Web Mercator map ends. */
const LAST_LATITUDE = 85.051_128_78

/** Projects longitude and latitude to Web Mercator, whose square has this many units per side. */
export function project([longitude, latitude]: Point, units: number): Point {
  const angle = (Math.min(Math.max(latitude, -LAST_LATITUDE), LAST_LATITUDE) * Math.PI) / 180
  const north = Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI
  return [((longitude + 180) / 360) * units, ((1 - north) / 2) * units]
}

/** Squared distance of a point from a segment. */
function squaredDistance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length
  const clamped = Math.min(Math.max(share, 0), 1)
  return (x - fromX - clamped * dx) ** 2 + (y - fromY - clamped * dy) ** 2
}

/** Simplifies a line with the algorithm of Ramer, Douglas and Peucker, so that it deviates by at most `tolerance`. */
export function simplify(line: readonly Point[], tolerance: number): Point[] {
  const isKept = new Uint8Array(line.length)
  isKept[0] = 1
  isKept[line.length - 1] = 1
  const pending: [number, number][] = [[0, line.length - 1]]
  for (let part = pending.pop(); part; part = pending.pop()) {
    const [from, to] = part
    let [farthest, distance] = [-1, tolerance ** 2]
    for (let i = from + 1; i < to; i++) {
      const away = squaredDistance(at(line, i), at(line, from), at(line, to))
      if (away > distance) [farthest, distance] = [i, away]
    }
    if (farthest < 0) continue
    isKept[farthest] = 1
    pending.push([from, farthest], [farthest, to])
  }
  return line.filter((_, index) => isKept[index])
}

/** The point with an index, which must exist. */
export const at = (line: readonly Point[], index: number): Point => line[index] ?? [0, 0]

/** Rounds points to whole units, and drops those equal to the one before. */
export function round(line: readonly Point[]): Point[] {
  const rounded = line.map(([x, y]): Point => [Math.round(x), Math.round(y)])
  return rounded.filter(([x, y], index) => {
    const [previousX, previousY] = at(rounded, index - 1)
    return index === 0 || x !== previousX || y !== previousY
  })
}

/** The area of a ring, in square units. */
export function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = at(ring, (index + 1) % ring.length)
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice / 2)
}
