import { between, randomOf } from './random'
import { metresBetween, moved, type Place } from './terrain'

/** Parameters of a course: a loop, or a line out and back. */
export interface RouteShape {
  from: Place
  kilometres: number
  /** The same seed gives the same course. */
  seed: number
  outAndBack?: boolean
}

const CORNERS = 720

/** Generates an irregular closed line through the start, not yet scaled to the requested length. */
function loop({ from, seed }: RouteShape): Place[] {
  const random = randomOf(seed)
  const waves = [2, 3, 4, 5, 7, 9, 13, 19].map((count) => ({
    count,
    size: between(random, 0.1, 0.42) / Math.sqrt(count),
    phase: random() * 2 * Math.PI,
  }))
  const turn = random() * 2 * Math.PI
  const flat = between(random, 0.55, 1)
  const at = (share: number) => {
    const angle = share * 2 * Math.PI
    const radius = waves.reduce((sum, w) => sum + w.size * Math.cos(w.count * angle + w.phase), 1.2)
    const [x, y] = [radius * Math.cos(angle), flat * radius * Math.sin(angle)]
    return {
      north: x * Math.cos(turn) - y * Math.sin(turn),
      east: x * Math.sin(turn) + y * Math.cos(turn),
    }
  }
  const origin = at(0)
  return Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const { north, east } = at(corner / CORNERS)
    return moved(from, 1000 * (north - origin.north), 1000 * (east - origin.east))
  })
}

const lengthOf = (places: readonly Place[]): number =>
  places.reduce((sum, place, at) => sum + metresBetween(places[at - 1] ?? place, place), 0)

/** Generates the vertices of a course, scaled to `shape.kilometres`. */
export function routeOf(shape: RouteShape): Place[] {
  const whole = loop(shape)
  const line = shape.outAndBack ? [...whole.slice(0, CORNERS / 3)] : whole
  const way = shape.outAndBack ? [...line, ...line.toReversed().slice(1)] : line
  const scale = (shape.kilometres * 1000) / lengthOf(way)
  return way.map((place) => ({
    latitude: shape.from.latitude + (place.latitude - shape.from.latitude) * scale,
    longitude: shape.from.longitude + (place.longitude - shape.from.longitude) * scale,
  }))
}

/**
 * Returns a function that interpolates the position at a distance along a course. Successive calls must pass increasing
 * distances; `ended` is true beyond the end of the course.
 */
export function walker(
  way: readonly Place[],
): (metres: number) => { place: Place; ended: boolean } {
  let corner = 0
  let passed = 0
  return (metres) => {
    for (;;) {
      const [here, next] = [way[corner], way[corner + 1]]
      if (!here || !next) return { place: way.at(-1) ?? { latitude: 0, longitude: 0 }, ended: true }
      const leg = metresBetween(here, next)
      if (passed + leg >= metres) {
        const share = leg === 0 ? 0 : (metres - passed) / leg
        const latitude = here.latitude + (next.latitude - here.latitude) * share
        const longitude = here.longitude + (next.longitude - here.longitude) * share
        return { place: { latitude, longitude }, ended: false }
      }
      passed += leg
      corner += 1
    }
  }
}
