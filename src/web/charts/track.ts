import type { ChartPoint } from '@/web/api/workouts'
import type { Stretch } from './cursor'

/** The points of a workout with what map and charts need to know of them. */
export type Track = {
  points: readonly ChartPoint[]
  /** Kilometres to each point, standing still left out; the last is the distance of the workout. */
  distances: readonly number[]
  /** Whether the step that leads to a point was one of movement; the first point has none. */
  moved: readonly boolean[]
}

/** What the numbers of a workout were measured by. */
export type TrackMeasure = {
  /** Kilometres; null where they are not known. */
  distance: number | null
  /** km/h up to which a step is a halt. */
  threshold: number
}

const EARTH_RADIUS_KM = 6378.137
const RADIANS = Math.PI / 180
const SECONDS_PER_HOUR = 3600
/** A jump of more than so many kilometres without a metre travelled lies between two segments. */
const JUMP = 0.02

/** Kilometres between two points on a sphere (haversine formula); null when one of them has no position. */
function kilometresBetween(one: ChartPoint, other: ChartPoint): number | null {
  if (one.latitude === null || one.longitude === null) return null
  if (other.latitude === null || other.longitude === null) return null
  const north = Math.sin(((other.latitude - one.latitude) * RADIANS) / 2)
  const east = Math.sin(((other.longitude - one.longitude) * RADIANS) / 2)
  const shrink = Math.cos(one.latitude * RADIANS) * Math.cos(other.latitude * RADIANS)
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(north * north + shrink * east * east))
}

/** Kilometres of a step in motion; 0 for a halt, and for what lies between two segments. */
function movementOf(before: ChartPoint, point: ChartPoint, threshold: number): number {
  const seconds = point.duration - before.duration
  const length = kilometresBetween(before, point) ?? 0
  if (length > JUMP && point.distance === before.distance) return 0
  const moves = seconds > 0 && length / (seconds / SECONDS_PER_HOUR) > threshold
  return moves ? length : 0
}

/** Measures a track as the numbers of its workout were: halts do not count, and both end at the same distance. */
export function measureTrack(
  points: readonly ChartPoint[],
  { distance, threshold }: TrackMeasure,
): Track {
  let sum = 0
  const moved: boolean[] = []
  const lengths = points.map((point, index) => {
    const before = points[index - 1]
    const length = before ? movementOf(before, point, threshold) : 0
    moved.push(length > 0)
    sum += length
    return sum
  })
  const scale = distance === null || sum === 0 ? 1 : distance / sum
  return { points, distances: lengths.map((length) => length * scale), moved }
}

/** Whether a track leads anywhere: those of pools and trainers may be without any position. */
export const isPlaced = ({ distances }: Track): boolean => (distances.at(-1) ?? 0) > 0

/** Metres by which slopes are measured on both sides of a point. */
const SLOPE_REACH = 0.05

/** The gradient at each point in percent, over about a hundred metres; null without elevations. */
export function gradientsOf({ points, distances }: Track): (number | null)[] {
  let first = 0
  let last = 0
  return points.map((_, index) => {
    const here = distances[index] ?? 0
    while ((distances[first] ?? 0) < here - SLOPE_REACH) first += 1
    while (last < points.length - 1 && (distances[last] ?? 0) < here + SLOPE_REACH) last += 1
    const low = points[first]?.elevation
    const high = points[last]?.elevation
    const length = ((distances[last] ?? 0) - (distances[first] ?? 0)) * 1000
    return low === undefined || high === undefined || length === 0
      ? null
      : ((high - low) / length) * 100
  })
}

/** The points of each segment, when the lines of a track hold as many as the track; none when they do not. */
export function partsOf(lines: readonly (readonly unknown[])[], points: number): Stretch[] {
  let end = 0
  const parts = lines.map(({ length }) => {
    end += length
    return { from: end - length, to: end - 1 }
  })
  return end === points ? parts.filter(({ from, to }) => to > from) : []
}
