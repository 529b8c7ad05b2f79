import type { ChartPoint } from '@/web/api/workouts/workouts'
import type { Interval } from './cursor'

/** The points of a workout, with data that the map and charts derive from them. */
export type Track = {
  points: readonly ChartPoint[]
  /** Kilometres to each point, excluding movement while halted; the last equals the workout's distance. */
  distances: readonly number[]
  /** Whether the step from the previous point was movement; false for the first point. */
  moved: readonly boolean[]
  /** Index of each point among the recorded ones, if points were added. */
  sources?: readonly number[]
}

/** Values of the workout that its track has to agree with. */
export type TrackMeasure = {
  /** Kilometres; null if unknown. */
  distance: number | null
  /** Speed in km/h up to which a step counts as a halt. */
  threshold: number
}

const EARTH_RADIUS_KM = 6378.137
const RADIANS = Math.PI / 180
const SECONDS_PER_HOUR = 3600
/**
 * A jump of more than this many kilometres during which the recorded distance did not change is a gap between two
 * segments.
 */
const MIN_JUMP_KM = 0.02

/**
 * Returns the distance in kilometres between two points on a sphere (haversine formula); null if either has no
 * position.
 */
function getKilometres(one: ChartPoint, other: ChartPoint): number | null {
  if (one.latitude === null || one.longitude === null) return null
  if (other.latitude === null || other.longitude === null) return null
  const north = Math.sin(((other.latitude - one.latitude) * RADIANS) / 2)
  const east = Math.sin(((other.longitude - one.longitude) * RADIANS) / 2)
  const shrink = Math.cos(one.latitude * RADIANS) * Math.cos(other.latitude * RADIANS)
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(north * north + shrink * east * east))
}

/** A step between two points: its length in kilometres (0 for a halt), and whether it was movement. */
type Step = { length: number; moved: boolean }

const HALT: Step = { length: 0, moved: false }

/**
 * Measures a step by its positions. Viewers who may not see the map receive no positions; for them the recorded
 * distance and speed are used, although that distance has a resolution of only 10 m.
 */
function measureStep(before: ChartPoint, point: ChartPoint, threshold: number): Step {
  const seconds = point.duration - before.duration
  const length = getKilometres(before, point)
  if (length === null) {
    const recorded = (point.distance ?? 0) - (before.distance ?? 0)
    return { length: recorded, moved: recorded > 0 || (point.speed ?? 0) > threshold }
  }
  if (length > MIN_JUMP_KM && point.distance === before.distance) return HALT
  const moved = seconds > 0 && length / (seconds / SECONDS_PER_HOUR) > threshold
  return moved ? { length, moved } : HALT
}

/**
 * Computes distances along a track in the same way as the workout's totals: halts are excluded, and the result is
 * scaled so that the last distance equals the workout's.
 */
export function measureTrack(
  points: readonly ChartPoint[],
  { distance, threshold }: TrackMeasure,
): Track {
  let sum = 0
  const moved: boolean[] = []
  const lengths = points.map((point, index) => {
    const before = points[index - 1]
    const step = before ? measureStep(before, point, threshold) : HALT
    moved.push(step.moved)
    sum += step.length
    return sum
  })
  const scale = distance === null || sum === 0 ? 1 : distance / sum
  return { points, distances: lengths.map((length) => length * scale), moved }
}

/** Whether a track covers any distance; recordings in pools and on trainers may have no positions. */
export const hasDistance = ({ distances }: Track): boolean => (distances.at(-1) ?? 0) > 0

/** Kilometres before and after a point over which its gradient is measured. */
const GRADIENT_REACH_KM = 0.05

/** Returns the gradient at each point in percent, measured over about 100 metres; null without elevations. */
export function computeGradients({ points, distances }: Track): (number | null)[] {
  let first = 0
  let last = 0
  return points.map((_, index) => {
    const here = distances[index] ?? 0
    while ((distances[first] ?? 0) < here - GRADIENT_REACH_KM) first += 1
    while (last < points.length - 1 && (distances[last] ?? 0) < here + GRADIENT_REACH_KM) last += 1
    const low = points[first]?.elevation
    const high = points[last]?.elevation
    const length = ((distances[last] ?? 0) - (distances[first] ?? 0)) * 1000
    return low === undefined || high === undefined || length === 0
      ? null
      : ((high - low) / length) * 100
  })
}

/**
 * Returns the interval of points of each segment. Empty if the lines and the track differ in their number of points.
 */
export function splitSegments(lines: readonly (readonly unknown[])[], points: number): Interval[] {
  let end = 0
  const parts = lines.map(({ length }) => {
    end += length
    return { from: end - length, to: end - 1 }
  })
  return end === points ? parts.filter(({ from, to }) => to > from) : []
}
