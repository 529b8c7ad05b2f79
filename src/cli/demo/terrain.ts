import { METRES_PER_DEGREE } from '@/domain/reference/plane'

/** A position in degrees (WGS 84). */
export interface Place {
  latitude: number
  longitude: number
}

/** Sine waves that add up to the simulated hills: height in metres, wavelength in kilometres, direction in radians. */
const RIDGES = [
  { height: 140, length: 19, direction: 0.4, phase: 1.1 },
  { height: 90, length: 11, direction: 1.9, phase: 0.2 },
  { height: 45, length: 5.3, direction: 2.7, phase: 2.3 },
  { height: 16, length: 2.1, direction: 0.9, phase: 4.0 },
  { height: 4, length: 0.6, direction: 1.4, phase: 0.7 },
] as const

/** Returns the elevation in metres. It depends only on the position and `rise`, so that all tracks agree. */
export function heightAt({ latitude, longitude }: Place, rise: number): number {
  const north = latitude * 111.2
  const east = longitude * 111.2 * Math.cos((latitude * Math.PI) / 180)
  const hills = RIDGES.reduce((sum, { height, length, direction, phase }) => {
    const along = north * Math.cos(direction) + east * Math.sin(direction)
    return sum + height * Math.sin((2 * Math.PI * along) / length + phase)
  }, 0)
  return Math.max(4, 290 + rise * hills)
}

/** Returns the distance in metres between two positions that are close to each other. */
export function metresBetween(from: Place, to: Place): number {
  const shrink = Math.cos((from.latitude * Math.PI) / 180)
  const north = to.latitude - from.latitude
  const east = (to.longitude - from.longitude) * shrink
  return METRES_PER_DEGREE * Math.hypot(north, east)
}

/** Moves a position by a number of metres to the north and to the east. */
export function moved({ latitude, longitude }: Place, north: number, east: number): Place {
  return {
    latitude: latitude + north / METRES_PER_DEGREE,
    longitude: longitude + east / METRES_PER_DEGREE / Math.cos((latitude * Math.PI) / 180),
  }
}

/** Returns the place at a share of the straight line between two places. */
export const placeBetween = (from: Place, to: Place, share: number): Place => ({
  latitude: from.latitude + (to.latitude - from.latitude) * share,
  longitude: from.longitude + (to.longitude - from.longitude) * share,
})

/** Returns the length of a line in metres. */
export const lengthOf = (line: readonly Place[]): number =>
  line.reduce((sum, place, at) => sum + metresBetween(line[at - 1] ?? place, place), 0)
