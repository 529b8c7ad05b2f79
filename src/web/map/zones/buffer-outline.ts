import type { LatLngTuple } from 'leaflet'
import {
  distanceToPolygon,
  METRES_PER_DEGREE,
  metresPerLongitude,
  type PlanePoint,
} from '@/domain/reference/plane'
import type { Position } from '@/web/map/nearest-position'

/** Points per edge, and radians between the points of a corner. */
const EDGE_POINTS = 48
const CORNER_STEP = Math.PI / 18
/** Share of the distance by which rounding may bring a point too close to the outline. */
const TOLERANCE = 0.001

/**
 * Returns the line around an area at a distance in metres: edges are shifted outwards, and corners rounded. Points that
 * are too close to another edge, as in inner corners, are omitted.
 */
export function bufferOutline(outline: readonly Position[], metres: number): LatLngTuple[] {
  const [origin] = outline
  if (!origin) return []
  const perLongitude = metresPerLongitude(origin.latitude)
  const corners = outline.map(
    ({ latitude, longitude }): PlanePoint => [
      (longitude - origin.longitude) * perLongitude,
      (latitude - origin.latitude) * METRES_PER_DEGREE,
    ],
  )
  const ring = signedAreaOf(corners) < 0 ? corners.toReversed() : corners
  return shiftEdges(ring, metres)
    .filter((point) => distanceToPolygon(ring, point) >= metres * (1 - TOLERANCE))
    .map(([x, y]) => [origin.latitude + y / METRES_PER_DEGREE, origin.longitude + x / perLongitude])
}

/** Returns the edges of a counterclockwise ring with their ends. */
const edgesOf = (ring: readonly PlanePoint[]): [from: PlanePoint, to: PlanePoint][] =>
  ring.map((to, index) => [ring.at(index - 1) ?? to, to])

/** Positive if the corners are in counterclockwise order. */
const signedAreaOf = (ring: readonly PlanePoint[]): number =>
  edgesOf(ring).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0)

function shiftEdges(ring: readonly PlanePoint[], metres: number): PlanePoint[] {
  const edges = edgesOf(ring).filter(([[ax, ay], [bx, by]]) => ax !== bx || ay !== by)
  return edges.flatMap(([from, to], index) => {
    const normal = normalOf(from, to)
    const [nextFrom, nextTo] = edges[(index + 1) % edges.length] ?? [from, to]
    const side = Array.from({ length: EDGE_POINTS + 1 }, (_, step): PlanePoint => {
      const share = step / EDGE_POINTS
      const x = from[0] + (to[0] - from[0]) * share
      const y = from[1] + (to[1] - from[1]) * share
      return pointAround([x, y], normal, metres)
    })
    return [...side, ...roundCorner(to, normal, normalOf(nextFrom, nextTo), metres)]
  })
}

/** The direction to the right of an edge in radians, which leads outwards. */
const normalOf = ([ax, ay]: PlanePoint, [bx, by]: PlanePoint): number =>
  Math.atan2(ax - bx, by - ay)

const pointAround = ([x, y]: PlanePoint, direction: number, metres: number): PlanePoint => [
  x + metres * Math.cos(direction),
  y + metres * Math.sin(direction),
]

/** Returns the arc between the edges of an outer corner; nothing for an inner one. */
function roundCorner(corner: PlanePoint, from: number, to: number, metres: number): PlanePoint[] {
  const turn = (to - from + 3 * Math.PI) % (2 * Math.PI)
  const angle = turn - Math.PI
  const steps = Math.max(0, Math.ceil(angle / CORNER_STEP))
  return Array.from({ length: steps }, (_, step) =>
    pointAround(corner, from + (angle * (step + 1)) / steps, metres),
  )
}
