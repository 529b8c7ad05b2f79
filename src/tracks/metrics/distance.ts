import type { Segment } from '@/tracks/track'

/** What distances depend on. */
export type Positions = Pick<Segment, 'size' | 'lat' | 'lon' | 'ele'>

/** The same with how much shorter a degree of longitude is at each point than at the equator. */
export interface ShortenedPositions extends Positions {
  readonly shortening: Float64Array
}

const EARTH_RADIUS = 6_378_137
const METRES_PER_DEGREE = (2 * Math.PI * EARTH_RADIUS) / 360
const RADIANS_PER_DEGREE = Math.PI / 180
/** Beyond this difference (degrees) a flat projection errs too much. */
const FLAT_LIMIT = 0.2

/** Calculates what all distances at a point have in common. */
export function shorten<Given extends Positions>(positions: Given): Given & ShortenedPositions {
  const shortening = new Float64Array(positions.size)
  for (let i = 0; i < shortening.length; i++)
    shortening[i] = Math.cos((positions.lat[i] ?? 0) * RADIANS_PER_DEGREE)
  return { ...positions, shortening }
}

/**
 * Metres travelled from each point's predecessor; 0 for the first point. Elevation takes part when
 * both points have one that is not zero.
 */
export const stepDistances = (positions: Positions): Float64Array =>
  shortenedSteps(shorten(positions))

/** The same where the longitudes are shortened already. */
export function shortenedSteps(positions: ShortenedPositions): Float64Array {
  const { ele, size } = positions
  const steps = new Float64Array(size)
  for (let i = 1; i < size; i++) {
    const climb = ele[i - 1] && ele[i] ? climbBetween(ele, i, i - 1) : 0
    steps[i] = distanceBetween(positions, i, i - 1, climb)
  }
  return steps
}

/** Metres from the first point to each point, along the track. */
export function runningDistances(positions: Positions): Float64Array {
  const steps = stepDistances(positions)
  let sum = 0
  for (let i = 0; i < steps.length; i++) {
    sum += steps[i] ?? 0
    steps[i] = sum
  }
  return steps
}

/** Metres for the speed at point `at` towards its neighbour: elevation takes part when both have one. */
export function speedDistance(
  positions: ShortenedPositions,
  at: number,
  neighbour: number,
): number {
  return distanceBetween(positions, at, neighbour, climbBetween(positions.ele, at, neighbour))
}

/** Difference of elevation in metres, 0 when either is missing. */
function climbBetween(ele: Float64Array, at: number, other: number): number {
  return (ele[at] ?? 0) - (ele[other] ?? 0) || 0
}

/**
 * Flat distance with the longitudes shortened at the latitude of `at`, so the order of the two
 * points matters; great-circle distance without elevation for points far apart.
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
