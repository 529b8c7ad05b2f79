import { METRES_PER_DEGREE, metresPerLongitude, wrapLongitude } from '@/domain/reference/plane'
import type { SegmentPosition } from './segment-line'

/** A plane in metres around the middle of a segment. */
export interface Plane {
  toX: (longitude: number) => number
  toY: (latitude: number) => number
}

/** A line on a plane. */
export interface PlanePath {
  readonly size: number
  readonly x: Float64Array
  readonly y: Float64Array
}

/** Returns the plane around a line. Over 100 km its error is a few metres, because both lines are on the same plane. */
export function createPlane(line: readonly SegmentPosition[]): Plane {
  const [longitude, latitude] = line[line.length >> 1] ?? [0, 0]
  const perLongitude = metresPerLongitude(latitude)
  return {
    toX: (degrees) => wrapLongitude(degrees - longitude) * perLongitude,
    toY: (degrees) => (degrees - latitude) * METRES_PER_DEGREE,
  }
}

export const projectPath = ({ toX, toY }: Plane, line: readonly SegmentPosition[]): PlanePath => ({
  size: line.length,
  x: Float64Array.from(line, ([longitude]) => toX(longitude)),
  y: Float64Array.from(line, ([, latitude]) => toY(latitude)),
})

/** Metres from a point to the nearest part of a path. */
export function distanceToPath({ size, x, y }: PlanePath, px: number, py: number): number {
  let nearest = Number.POSITIVE_INFINITY
  let [ax, ay] = [x[0] ?? 0, y[0] ?? 0]
  for (let j = 1; j < size; j++) {
    const [bx, by] = [x[j] ?? 0, y[j] ?? 0]
    const [dx, dy] = [bx - ax, by - ay]
    const squared = dx * dx + dy * dy
    const along = squared === 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / squared
    const share = Math.min(Math.max(along, 0), 1)
    nearest = Math.min(nearest, (px - ax - share * dx) ** 2 + (py - ay - share * dy) ** 2)
    ;[ax, ay] = [bx, by]
  }
  return Math.sqrt(nearest)
}
