import { METRES_PER_DEGREE } from '@/domain/reference/plane'
import { randomOf } from './random'
import { lengthOf, metresBetween, moved, type Place, placeBetween } from './terrain'

/** A junction of the generated roads. Its id is unique. */
export interface Junction extends Place {
  id: string
}

/** A road from one junction to the next. */
export interface Road {
  to: Junction
  /** Its bends, from its beginning to its end. */
  line: readonly Place[]
  metres: number
  /** Main roads are wide and straight; the others are lanes and trails. */
  isMain: boolean
}

/** Where the roads of the demo lead, everywhere on earth and the same on every machine. */
export interface RoadNetwork {
  nearest: (place: Place) => Junction
  roadsFrom: (junction: Junction) => readonly Road[]
}

const CELL_METRES = 900
const CELL_DEGREES = CELL_METRES / METRES_PER_DEGREE
const LONGEST_ROAD = 2.8 * CELL_METRES
/** Every sixth cell or so lies in a village, with more junctions. */
const VILLAGE_SHARE = 0.16
const MAIN_SHARE = 0.3
/** Bends of a road: each halving doubles their number. */
const HALVINGS = 4

/** The width of the cells of a row in degrees: wider far from the equator, so that all have the same size in metres. */
const cellWidth = (row: number): number =>
  CELL_DEGREES / Math.cos(row * CELL_DEGREES * (Math.PI / 180))

const hashOf = (...numbers: number[]): number =>
  numbers.reduce((hash, each) => Math.imul(hash ^ (each | 0), 2_654_435_761) ^ (hash >>> 13), 97)

/**
 * Creates a network of roads. The map is divided into cells with random junctions, and two junctions have a road if no
 * third one lies in the circle between them (a Gabriel graph), so that roads cross only at junctions. Cells are generated
 * when a way leads there.
 */
export function createRoadNetwork(): RoadNetwork {
  const cells = new Map<string, readonly Junction[]>()
  const roads = new Map<string, readonly Road[]>()

  const cell = (row: number, column: number): readonly Junction[] => {
    const id = `${row} ${column}`
    const known = cells.get(id)
    if (known) return known
    const random = randomOf(hashOf(row, column))
    const count = random() < VILLAGE_SHARE ? 5 : 1
    const width = cellWidth(row)
    const junctions = Array.from({ length: count }, (_, index) => ({
      id: `${id} ${index}`,
      latitude: (row + random()) * CELL_DEGREES,
      longitude: (column + random()) * width,
    }))
    cells.set(id, junctions)
    return junctions
  }

  /** The junctions in the cells around a place. */
  const around = ({ latitude, longitude }: Place, cellsAway: number): Junction[] => {
    const row = Math.floor(latitude / CELL_DEGREES)
    const steps = Array.from({ length: 2 * cellsAway + 1 }, (_, step) => step - cellsAway)
    return steps.flatMap((up) => {
      const column = Math.floor(longitude / cellWidth(row + up))
      return steps.flatMap((right) => cell(row + up, column + right))
    })
  }

  return {
    nearest: (place) => {
      const [first, ...others] = around(place, 2)
      if (!first) throw new Error('a part of the map has no junctions')
      return others.reduce(
        (best, one) => (metresBetween(one, place) < metresBetween(best, place) ? one : best),
        first,
      )
    },
    roadsFrom: (junction) => {
      const known = roads.get(junction.id)
      if (known) return known
      const others = around(junction, 3)
        .filter(({ id }) => id !== junction.id)
        .map((other) => ({ other, metres: metresBetween(junction, other) }))
        .filter(({ metres }) => metres < LONGEST_ROAD)
        .sort((one, next) => one.metres - next.metres)
        .map(({ other }) => other)
      const found = others
        .filter((other, at) => isFree(junction, other, others.slice(0, at)))
        .map((other) => roadBetween(junction, other))
      roads.set(junction.id, found)
      return found
    },
  }
}

/** Whether none of the nearer junctions lies in the circle between two. */
function isFree(from: Junction, to: Junction, nearer: readonly Junction[]): boolean {
  const middle = placeBetween(from, to, 0.5)
  const radius = metresBetween(from, to) / 2
  return nearer.every((other) => metresBetween(other, middle) >= radius)
}

/** A road with its bends. In both directions it has the same line. */
function roadBetween(from: Junction, to: Junction): Road {
  const isForward = from.id < to.id
  const [start, end] = isForward ? [from, to] : [to, from]
  const random = randomOf(hashOf(...[start, end].map(({ latitude }) => latitude * 1e6)))
  const isMain = random() < MAIN_SHARE
  const bend = isMain ? 0.1 : 0.24
  let line: Place[] = [start, end]
  for (let round = 0; round < HALVINGS; round += 1)
    line = line.flatMap((place, at) => {
      const next = line[at + 1]
      if (!next) return [place]
      return [place, offsetMiddle(place, next, bend * (random() - 0.5))]
    })
  return { to, line: isForward ? line : line.toReversed(), metres: lengthOf(line), isMain }
}

/** The middle between two places, moved to the side by a share of their distance. */
function offsetMiddle(from: Place, to: Place, share: number): Place {
  const middle = placeBetween(from, to, 0.5)
  const shrink = Math.cos((middle.latitude * Math.PI) / 180)
  const north = (to.latitude - from.latitude) * METRES_PER_DEGREE
  const east = (to.longitude - from.longitude) * METRES_PER_DEGREE * shrink
  return moved(middle, -east * share, north * share)
}
