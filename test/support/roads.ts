import type { Point, Segment } from '@/domain/tracks/track'
import { EIGHT, SECOND, segmentOf } from './segments'

/** A road: positions in metres east and north, a few metres apart. */
export type Road = readonly (readonly [east: number, north: number])[]

/** Metres between positions of a road. */
const ROAD_STEP = 5

/** A road that winds for some metres, in a given direction and from a given position. */
export function windingRoad(
  random: () => number,
  { length, from = [0, 0], heading = random() * 2 * Math.PI, bend = 0.004 }: Winding,
): Road {
  const road: [number, number][] = [[from[0], from[1]]]
  let [direction, curve] = [heading, 0]
  for (let metres = 0; metres < length; metres += ROAD_STEP) {
    if (metres % 200 === 0) curve = (random() - 0.5) * 2 * bend
    // The road returns to its heading, so that it does not cross itself.
    direction += ROAD_STEP * (curve + 0.002 * Math.sin(heading - direction))
    const [east, north] = road.at(-1) ?? [0, 0]
    road.push([east + ROAD_STEP * Math.cos(direction), north + ROAD_STEP * Math.sin(direction)])
  }
  return road
}

interface Winding {
  length: number
  from?: readonly [number, number]
  heading?: number
  /** The largest turn per metre, in radians. */
  bend?: number
}

/** A closed road, approximately circular. */
export function ringRoad(random: () => number, length: number): Road {
  const radius = length / (2 * Math.PI)
  const [phase, stretch] = [random() * 2 * Math.PI, 0.1 + 0.2 * random()]
  const count = Math.round(length / ROAD_STEP)
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    const r = radius * (1 + stretch * Math.cos(3 * angle + phase))
    return [r * Math.cos(angle) - radius, r * Math.sin(angle)]
  })
}

/** A parallel road, this many metres to the left. */
export const parallelRoad = (road: Road, metres: number): Road =>
  road.map(([east, north], i) => {
    const [before, after] = [road[Math.max(0, i - 1)], road[Math.min(road.length - 1, i + 1)]]
    const [dx, dy] = [
      (after?.[0] ?? 0) - (before?.[0] ?? 0),
      (after?.[1] ?? 0) - (before?.[1] ?? 0),
    ]
    const length = Math.hypot(dx, dy)
    return [east - (dy / length) * metres, north + (dx / length) * metres]
  })

/** A road and back again. */
export const thereAndBack = (road: Road): Road => [...road, ...road.toReversed().slice(1)]

/** How a person travels along a road, and the errors of the receiver. */
export interface TripOptions {
  /** The average speed in m/s, which varies by a fifth. */
  speed: number
  /** Seconds between points. */
  every: number
  /** The error of the receiver in metres, which changes slowly. */
  noise: number
  /** The seconds of a stop and its position (share of the road). */
  stop?: { seconds: number; at: number }
  /** Metres that are not recorded at the start and end. */
  late?: number
  early?: number
  /** How far a detour leaves the road, and where (share of the road). */
  detour?: { metres: number; at: number }
}

/** A recording, and the second at which each position of its road was passed (NaN where it was not). */
export interface RecordedTrip {
  points: Segment
  passed: Float64Array
}

const METRES_PER_DEGREE = (2 * Math.PI * 6_378_137) / 360
/** The location of the roads. */
const ORIGIN = { lat: 47, lon: 8 }
const EAST = METRES_PER_DEGREE * Math.cos((ORIGIN.lat * Math.PI) / 180)

/** Records a trip along a road. */
export function recordTrip(road: Road, random: () => number, going: TripOptions): RecordedTrip {
  const way = wayOf(road, going)
  const passed = new Float64Array(road.length).fill(Number.NaN)
  const timed: { at: number; place: readonly [number, number] }[] = []
  const phase = random() * 2 * Math.PI
  let [now, metres] = [0, 0]
  const stopAt = Math.round((going.stop?.at ?? -1) * way.length)
  for (const [index, { place, of }] of way.entries()) {
    const before = timed.at(-1)?.place ?? place
    const step = Math.hypot(place[0] - before[0], place[1] - before[1])
    metres += step
    now += step / (going.speed * (1 + 0.2 * Math.sin(metres / 700 + phase)))
    if (of !== undefined) passed[of] = now
    timed.push({ at: now, place })
    if (index === stopAt) {
      now += going.stop?.seconds ?? 0
      timed.push({ at: now, place })
    }
  }
  return { points: sampled(timed, random, going), passed }
}

/** The positions of a trip, and the index of each on the road. */
function wayOf(road: Road, { late = 0, early = 0, detour }: TripOptions) {
  const [first, last] = [late / ROAD_STEP, road.length - early / ROAD_STEP]
  const way: { place: readonly [number, number]; of?: number }[] = []
  const leaves = Math.round((detour?.at ?? -1) * road.length)
  for (let of = Math.round(first); of < Math.min(last, road.length); of++) {
    const place = road[of] ?? [0, 0]
    way.push({ place, of })
    if (!detour || of !== leaves) continue
    const next = road[of + 1] ?? place
    const [dx, dy] = [next[0] - place[0], next[1] - place[1]]
    const length = Math.hypot(dx, dy) || 1
    const out: [number, number][] = []
    for (let away = ROAD_STEP; away <= detour.metres; away += ROAD_STEP)
      out.push([place[0] - (dy / length) * away, place[1] + (dx / length) * away])
    for (const aside of [...out, ...out.toReversed()]) way.push({ place: aside })
  }
  return way
}

function sampled(
  timed: readonly { at: number; place: readonly [number, number] }[],
  random: () => number,
  { every, noise }: TripOptions,
): Segment {
  const points: Partial<Point>[] = []
  const end = timed.at(-1)?.at ?? 0
  const drift = [bell(random) * noise, bell(random) * noise]
  const kept = Math.exp(-every / 20)
  const fresh = noise * Math.sqrt(1 - kept * kept)
  for (let at = 0, i = 0; at <= end; at += every) {
    while (i + 1 < timed.length && (timed[i + 1]?.at ?? 0) < at) i += 1
    const [one, next] = [timed[i], timed[i + 1] ?? timed[i]]
    if (!one || !next) break
    const share =
      next.at > one.at ? Math.min(1, Math.max(0, (at - one.at) / (next.at - one.at))) : 0
    const axis = (which: 0 | 1) => {
      drift[which] = (drift[which] ?? 0) * kept + bell(random) * fresh
      return one.place[which] + share * (next.place[which] - one.place[which]) + drift[which]
    }
    const [east, north] = [axis(0), axis(1)]
    points.push({
      time: EIGHT + at * SECOND,
      lat: ORIGIN.lat + north / METRES_PER_DEGREE,
      lon: ORIGIN.lon + east / EAST,
    })
  }
  return segmentOf(points)
}

/** Approximately normal with deviation 1 (the sum of twelve numbers). */
function bell(random: () => number): number {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += random()
  return sum
}
