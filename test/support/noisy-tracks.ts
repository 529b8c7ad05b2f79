import { joinTrace, type Trace } from '@/domain/analysis/placed-course'
import { METRES_PER_DEGREE, metresPerLongitude } from '@/domain/reference/plane'
import type { SegmentPosition } from '@/domain/segments/segment-line'
import { MICROSECONDS } from '@/domain/tracks/metrics/units'
import { measureSteps } from '@/domain/tracks/streams/packed-segment'

/** Metres to the east and north of `ORIGIN`. */
export type Metres = readonly [x: number, y: number]

const ORIGIN = { lat: 47.5, lon: 8.5 }

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A normally distributed number with variance 1 (Box-Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** A winding road with a point for each metre. */
export function windingRoad(random: () => number, length: number): Metres[] {
  const road: Metres[] = [[0, 0]]
  let [x, y, heading, bend] = [0, 0, random() * 2 * Math.PI, 0]
  while (road.length < length) {
    if (road.length % 150 === 0) bend = (random() - 0.5) * 0.012
    heading += bend
    x += Math.cos(heading)
    y += Math.sin(heading)
    road.push([x, y])
  }
  return road
}

/** A road that is moved sideways by a number of metres at each point, to the left. */
export const movedSideways = (road: readonly Metres[], by: (i: number) => number): Metres[] =>
  road.map(([x, y], i) => {
    const [bx, by_] = road[Math.min(i + 1, road.length - 1)] ?? [x, y]
    const [ax, ay] = road[Math.max(i - 1, 0)] ?? [x, y]
    const length = Math.hypot(bx - ax, by_ - ay) || 1
    return [x - ((by_ - ay) / length) * by(i), y + ((bx - ax) / length) * by(i)]
  })

export const toPositions = (road: readonly Metres[], step = 10): SegmentPosition[] =>
  road
    .filter((_, i) => i % step === 0 || i === road.length - 1)
    .map(([x, y]) => [
      ORIGIN.lon + x / metresPerLongitude(ORIGIN.lat),
      ORIGIN.lat + y / METRES_PER_DEGREE,
      null,
    ])

/** How somebody travels along a road, and how a device records it. */
export interface Recording {
  /** Metres per second. */
  speed: number
  /** Standard deviation of the error on each axis, metres; most of it lasts for half a minute. */
  noise: number
  /** Returns the seconds until the next sample. */
  interval: (random: () => number) => number
  /** Metres along the road at which the traveller stops, and for how many seconds. */
  stops?: readonly { at: number; seconds: number }[]
}

/** Seconds after which the errors of a receiver are hardly related any more. */
const CORRELATION = 30
const WHITE = 0.2

/** Records a way with a point for each metre. `timeAt` returns when the traveller is at a metre for the last time. */
export function record(
  way: readonly Metres[],
  { speed, noise, interval, stops = [] }: Recording,
  random: () => number,
): { trace: Trace; timeAt: (metre: number) => number } {
  const timeAt = (metre: number) =>
    metre / speed +
    stops.filter(({ at }) => at < metre).reduce((sum, { seconds }) => sum + seconds, 0)
  const end = timeAt(way.length - 1)
  const [lat, lon, time]: [number[], number[], number[]] = [[], [], []]
  let [ex, ey, metre] = [normal(random), normal(random), 0]
  for (let now = 0, step = 0; ; step = interval(random), now = Math.min(now + step, end)) {
    const keep = Math.exp(-step / CORRELATION)
    const fresh = Math.sqrt(1 - keep ** 2)
    ex = ex * keep + normal(random) * fresh
    ey = ey * keep + normal(random) * fresh
    while (metre + 1 < way.length && timeAt(metre + 1) <= now) metre += 1
    const share = Math.min(Math.max((now - timeAt(metre)) * speed, 0), 1)
    const [ax, ay] = way[metre] ?? [0, 0]
    const [bx, by] = way[Math.min(metre + 1, way.length - 1)] ?? [ax, ay]
    const isMoving = timeAt(metre + 1) - timeAt(metre) <= 1.5 / speed
    const along = isMoving ? share : 0
    const error = (lasting: number) =>
      noise * (Math.sqrt(1 - WHITE) * lasting + Math.sqrt(WHITE) * normal(random))
    const x = ax + (bx - ax) * along + error(ex)
    const y = ay + (by - ay) * along + error(ey)
    lat.push(ORIGIN.lat + y / METRES_PER_DEGREE)
    lon.push(ORIGIN.lon + x / metresPerLongitude(ORIGIN.lat))
    time.push(now * MICROSECONDS)
    if (now >= end) break
  }
  return { trace: traceOf({ lat, lon, time }), timeAt }
}

function traceOf({ lat, lon, time }: Record<'lat' | 'lon' | 'time', number[]>): Trace {
  const size = lat.length
  const none = () => new Float64Array(size).fill(Number.NaN)
  const points = {
    ...{ size, lat: Float64Array.from(lat), lon: Float64Array.from(lon) },
    ...{ time: Float64Array.from(time), ele: none(), hr: none(), cadence: none(), power: none() },
    speed: none(),
  }
  return joinTrace([measureSteps(points, { distance: 0, isByDevice: false })])
}
