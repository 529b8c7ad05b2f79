import { gpxOf } from './tracks/gpx'

export const METRES_PER_DEGREE = 111_195
export const HOME = { latitude: 47.99123, longitude: 7.85321 }

/** A position some metres east and north of home. */
export function placeFromHome(east: number, north: number): [lat: number, lon: number] {
  const scale = METRES_PER_DEGREE * Math.cos((HOME.latitude * Math.PI) / 180)
  return [HOME.latitude + north / METRES_PER_DEGREE, HOME.longitude + east / scale]
}

/** Random numbers that are the same in every run. */
export function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A ride of about 3 km that starts at home, ends there, crosses the zone or turns in it. */
export function rideAroundHome(random: () => number): [number, number][] {
  const kind = Math.floor(random() * 4)
  const bearing = 2 * Math.PI * random()
  const [dx, dy] = [Math.cos(bearing), Math.sin(bearing)]
  const bend = (random() - 0.5) * 600
  const aside = kind === 2 ? (random() - 0.5) * 500 : (random() - 0.5) * 40
  const outward = Array.from({ length: 101 }, (_, i) => {
    const [along, across] = [i * 15, aside + bend * Math.sin(i / 40)]
    return [along * dx - across * dy, along * dy + across * dx] as [number, number]
  })
  if (kind === 0) return outward
  if (kind === 1) return outward.toReversed()
  if (kind === 3) return [...outward.toReversed(), ...outward]
  return [...outward.map(([x, y]) => [-x, -y] as [number, number]).toReversed(), ...outward]
}

/** The data of an upload that everybody may see. */
export const PUBLIC = {
  workout_visibility: 'public',
  analysis_visibility: 'public',
  map_visibility: 'public',
}

/** Metres of the way from home to a position. */
export function metresFromHome(latitude: number, longitude: number): number {
  const scale = METRES_PER_DEGREE * Math.cos((HOME.latitude * Math.PI) / 180)
  return Math.hypot(
    (latitude - HOME.latitude) * METRES_PER_DEGREE,
    (longitude - HOME.longitude) * scale,
  )
}

/**
 * Finds decimal numbers in a text that, in either order, are a position within `radius` metres of home: neighbours in the
 * same array, object or element. The latitude of a point and the longitude of the next one are not a position.
 */
export function positionsAroundHome(text: string, radius: number): string[] {
  const numbers = [...text.matchAll(/-?\d+\.\d+/g)]
  return numbers.flatMap((match, i) => {
    const next = numbers[i + 1]
    if (!next || /[[\]{}<>]/.test(text.slice(match.index + match[0].length, next.index))) return []
    const [first, second] = [Number(match[0]), Number(next[0])]
    const nearest = Math.min(metresFromHome(first, second), metresFromHome(second, first))
    return nearest <= radius ? [`${first} ${second}`] : []
  })
}

const MILLISECONDS_PER_POINT = 4000

/** A GPX file of places in metres east and north of home, with a hill. */
export const gpxOfPlaces = (places: readonly (readonly [number, number])[], start: Date): string =>
  gpxOf(
    places.map(([east, north], i) => {
      const [lat, lon] = placeFromHome(east, north)
      return {
        ...{ lat, lon, ele: 300 + 20 * Math.sin(i / 15) },
        time: new Date(start.getTime() + i * MILLISECONDS_PER_POINT).toISOString(),
      }
    }),
  )

/** Fits a circle to places by least squares (Kåsa 1976), and returns its centre. */
export function fitCircle(places: readonly (readonly number[])[]): [x: number, y: number] {
  const sums = { x: 0, y: 0, xx: 0, xy: 0, yy: 0, xz: 0, yz: 0, z: 0 }
  for (const [x = 0, y = 0] of places) {
    const z = x * x + y * y
    sums.x += x
    sums.y += y
    sums.z += z
    sums.xx += x * x
    sums.xy += x * y
    sums.yy += y * y
    sums.xz += x * z
    sums.yz += y * z
  }
  const n = places.length
  const [a, b, c] = [
    sums.xx - sums.x ** 2 / n,
    sums.xy - (sums.x * sums.y) / n,
    sums.yy - sums.y ** 2 / n,
  ]
  const [d, e] = [(sums.xz - (sums.x * sums.z) / n) / 2, (sums.yz - (sums.y * sums.z) / n) / 2]
  const determinant = a * c - b * b
  return [(d * c - e * b) / determinant, (e * a - d * b) / determinant]
}
