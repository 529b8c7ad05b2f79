/** A place on the earth in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

const METRES_PER_DEGREE = 111_195

/** Ridges of the made-up hills: how high, how long from crest to crest (kilometres), in which direction. */
const RIDGES = [
  { height: 140, length: 19, direction: 0.4, phase: 1.1 },
  { height: 90, length: 11, direction: 1.9, phase: 0.2 },
  { height: 45, length: 5.3, direction: 2.7, phase: 2.3 },
  { height: 16, length: 2.1, direction: 0.9, phase: 4.0 },
  { height: 4, length: 0.6, direction: 1.4, phase: 0.7 },
] as const

/** Metres above the sea; the same place is always equally high, whoever comes along. */
export function heightAt({ latitude, longitude }: Place, rise: number): number {
  const north = latitude * 111.2
  const east = longitude * 111.2 * Math.cos((latitude * Math.PI) / 180)
  const hills = RIDGES.reduce((sum, { height, length, direction, phase }) => {
    const along = north * Math.cos(direction) + east * Math.sin(direction)
    return sum + height * Math.sin((2 * Math.PI * along) / length + phase)
  }, 0)
  return Math.max(4, 290 + rise * hills)
}

/** Metres from one place to another near it. */
export function metresBetween(from: Place, to: Place): number {
  const shrink = Math.cos((from.latitude * Math.PI) / 180)
  const north = to.latitude - from.latitude
  const east = (to.longitude - from.longitude) * shrink
  return METRES_PER_DEGREE * Math.hypot(north, east)
}

/** The place so many metres north and east of another. */
export function moved({ latitude, longitude }: Place, north: number, east: number): Place {
  return {
    latitude: latitude + north / METRES_PER_DEGREE,
    longitude: longitude + east / METRES_PER_DEGREE / Math.cos((latitude * Math.PI) / 180),
  }
}
