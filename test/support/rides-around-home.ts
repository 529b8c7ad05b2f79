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
