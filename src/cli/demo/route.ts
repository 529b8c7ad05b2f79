import { findWay, type Preference, roadName } from './find-way'
import { between, randomOf } from './random'
import { createRoadNetwork, type Junction, type RoadNetwork } from './road-network'
import { lengthOf, metresBetween, moved, type Place, placeBetween } from './terrain'

/** What a course follows: roads, trails, or nothing (`water`). */
export type Surface = 'road' | 'trail' | 'water'

/** Parameters of a course: a loop, or a line out and back. */
export interface RouteShape {
  from: Place
  kilometres: number
  /** The same seed gives the same course. */
  seed: number
  outAndBack?: boolean
  surface: Surface
}

/** Generates courses. */
export interface Routes {
  /** The vertices of a course of about the requested length, and its length in metres. */
  find: (shape: RouteShape) => Course
}

export interface Course {
  way: readonly Place[]
  metres: number
}

const CORNERS = 720
/** Roads are that much longer than the straight line. */
const DETOUR = 1.3
/** How often a loop is adapted to the requested length, and by how much it may miss it. */
const ATTEMPTS = 4
const TOLERANCE = 0.03

const PREFERENCES: Record<Exclude<Surface, 'water'>, Preference> = {
  road: { main: 0.75, lane: 1.1, again: 2.5 },
  trail: { main: 1.5, lane: 0.9, again: 2.5 },
}

/** Creates a generator of courses. It keeps those that it has found: people like to return to them. */
export function createRoutes(): Routes {
  const network = createRoadNetwork()
  const known = new Map<string, Course>()
  return {
    find: (asked) => {
      const shape = { ...asked, kilometres: usualLength(asked) }
      const key = JSON.stringify(shape)
      const course = known.get(key) ?? measured(wayOf(network, shape))
      known.set(key, course)
      return course
    },
  }
}

/** The length of the nearest course that the person knows: many are of the same length. */
const usualLength = ({ kilometres, surface }: RouteShape): number => {
  if (surface === 'water') return kilometres
  const step = kilometres < 20 ? 1 : 5
  return step * Math.max(1, Math.round(kilometres / step))
}

const measured = (way: readonly Place[]): Course => ({ way, metres: lengthOf(way) })

function wayOf(network: RoadNetwork, shape: RouteShape): Place[] {
  if (shape.surface === 'water') return scaledLoop(shape)
  const preference = PREFERENCES[shape.surface]
  const find = shape.outAndBack ? outAndBack : loopOnRoads
  return smooth(find(network, shape, preference))
}

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

/** The loop of a shape, scaled to its length divided by `detour`. */
function scaledLoop(shape: RouteShape, detour = 1): Place[] {
  const { from, kilometres } = shape
  const line = loop(shape)
  const scale = (kilometres * 1000) / lengthOf(line) / detour
  return line.map((place) => placeBetween(from, place, scale))
}

/** A loop along the roads near the points of a generated loop. */
function loopOnRoads(network: RoadNetwork, shape: RouteShape, preference: Preference): Place[] {
  const metres = shape.kilometres * 1000
  let detour = DETOUR
  let best: Place[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const line = scaledLoop(shape, detour)
    const way = alongRoads(network, viaOf(line, shape.kilometres), preference)
    const isBetter = Math.abs(lengthOf(way) - metres) < Math.abs(lengthOf(best) - metres)
    if (isBetter) best = way
    if (Math.abs(lengthOf(best) - metres) < TOLERANCE * metres) break
    detour *= Math.max(0.6, Math.min(1.6, lengthOf(way) / metres))
  }
  return best
}

/** Points of a line that a way must pass, more of them for a long one. */
function viaOf(line: readonly Place[], kilometres: number): Place[] {
  const count = Math.max(3, Math.min(9, Math.round(kilometres / 4)))
  return Array.from(
    { length: count + 1 },
    (_, at) => line[Math.round((at * (line.length - 1)) / count)],
  ).filter((place) => place !== undefined)
}

/** The way along the roads that passes all points. */
function alongRoads(network: RoadNetwork, via: readonly Place[], preference: Preference): Place[] {
  const used = new Set<string>()
  const stops = via.map((place) => network.nearest(place))
  return stops.flatMap((to, at) => {
    const from = stops[at - 1]
    if (!from) return []
    const roads = findWay(network, { from, to, preference, used })
    let here: Junction = from
    return roads.flatMap((road) => {
      used.add(roadName(here, road.to))
      here = road.to
      return road.line.slice(0, -1)
    })
  })
}

/** Leads to a place at half the distance, and back the same way. */
function outAndBack(network: RoadNetwork, shape: RouteShape, preference: Preference): Place[] {
  const metres = shape.kilometres * 500
  const angle = randomOf(shape.seed)() * 2 * Math.PI
  const target = moved(shape.from, metres * Math.cos(angle), metres * Math.sin(angle))
  const way = alongRoads(network, [shape.from, target], preference)
  let passed = 0
  const out = way.filter((place, at) => {
    passed += metresBetween(way[at - 1] ?? place, place)
    return passed <= metres
  })
  return [...out, ...out.toReversed().slice(1)]
}

/** Cuts the corners of a line (Chaikin), as people do. */
function smooth(line: readonly Place[]): Place[] {
  return line.flatMap((place, at) => {
    const next = line[at + 1]
    if (!next) return [place]
    const start = at === 0 ? place : placeBetween(place, next, 0.25)
    return [start, placeBetween(place, next, 0.75)]
  })
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
        return { place: placeBetween(here, next, share), ended: false }
      }
      passed += leg
      corner += 1
    }
  }
}
