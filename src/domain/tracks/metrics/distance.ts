import type { Segment } from '@/domain/tracks/track'

/** The columns that distances depend on. */
export type Positions = Pick<Segment, 'size' | 'lat' | 'lon' | 'ele'>

/** Positions with the length of a degree of longitude at each point, as a fraction of that at the equator. */
export interface ShortenedPositions extends Positions {
  readonly shortening: Float64Array
}

const EARTH_RADIUS = 6_378_137
const METRES_PER_DEGREE = (2 * Math.PI * EARTH_RADIUS) / 360
const RADIANS_PER_DEGREE = Math.PI / 180
/** Difference in degrees above which a flat projection is too inaccurate. */
const FLAT_LIMIT = 0.2

/** Computes the length of a degree of longitude at each point, which all distances at the point use. */
export function shorten<Given extends Positions>(positions: Given): Given & ShortenedPositions {
  const shortening = new Float64Array(positions.size)
  for (let i = 0; i < shortening.length; i++)
    shortening[i] = Math.cos((positions.lat[i] ?? 0) * RADIANS_PER_DEGREE)
  return { ...positions, shortening }
}

/**
 * Returns the metres from each point's predecessor; 0 for the first point. Elevation counts when both points have a
 * non-zero elevation.
 */
export const stepDistances = (positions: Positions): Float64Array =>
  shortenedSteps(shorten(positions))

/** Like `stepDistances`, for positions with known shortening. */
export function shortenedSteps(positions: ShortenedPositions): Float64Array {
  const { ele, size } = positions
  const steps = new Float64Array(size)
  for (let i = 1; i < size; i++) {
    const climb = ele[i - 1] && ele[i] ? climbBetween(ele, i, i - 1) : 0
    steps[i] = distanceBetween(positions, i, i - 1, climb)
  }
  return steps
}

/** Returns the metres along the track from the first point to each point. */
export function runningDistances(positions: Positions): Float64Array {
  const steps = stepDistances(positions)
  let sum = 0
  for (let i = 0; i < steps.length; i++) {
    sum += steps[i] ?? 0
    steps[i] = sum
  }
  return steps
}

/**
 * Returns the metres from point `at` to its neighbour for computing a speed: elevation counts when both points have
 * one.
 */
export function speedDistance(
  positions: ShortenedPositions,
  at: number,
  neighbour: number,
): number {
  return distanceBetween(positions, at, neighbour, climbBetween(positions.ele, at, neighbour))
}

/** Difference in elevation in metres; 0 when one of them is missing. */
function climbBetween(ele: Float64Array, at: number, other: number): number {
  return (ele[at] ?? 0) - (ele[other] ?? 0) || 0
}

/**
 * Returns the flat distance with longitudes shortened at the latitude of `at`, so that the order of the points matters;
 * for points far apart, the great-circle distance without elevation.
 */
function distanceBetween(
  positions: ShortenedPositions,
  at: number,
  other: number,
  climb: number,
): number {
  const lat = positions.lat[at] ?? 0
  const dLat = lat - (positions.lat[other] ?? 0)
  const dLon = (positions.lon[at] ?? 0) - (positions.lon[other] ?? 0)
  if (Math.abs(dLat) > FLAT_LIMIT || Math.abs(dLon) > FLAT_LIMIT) {
    return haversine(lat, dLat, dLon)
  }
  const dx = dLon * (positions.shortening[at] ?? 0)
  const flat = Math.sqrt(dLat * dLat + dx * dx) * METRES_PER_DEGREE
  return climb === 0 ? flat : Math.sqrt(flat * flat + climb * climb)
}

function haversine(lat: number, dLat: number, dLon: number): number {
  const sinLat = Math.sin((dLat * RADIANS_PER_DEGREE) / 2)
  const sinLon = Math.sin((dLon * RADIANS_PER_DEGREE) / 2)
  const cosines = Math.cos(lat * RADIANS_PER_DEGREE) * Math.cos((lat - dLat) * RADIANS_PER_DEGREE)
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(sinLat * sinLat + sinLon * sinLon * cosines))
}
