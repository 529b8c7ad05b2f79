import { METRES_PER_DEGREE, metresPerLongitude, wrapLongitude } from '@/domain/reference/plane'
import type { Gazetteer, Place } from './gazetteer'

/** Positions in degrees; NaN where there is none. */
interface Positions {
  lat: ArrayLike<number>
  lon: ArrayLike<number>
}

/** Where a workout went, by the names of towns. */
export type Trip =
  | { kind: 'to' | 'around'; place: Place }
  | { kind: 'between'; from: Place; to: Place }

type Position = readonly [latitude: number, longitude: number]

/** Minimum distance between start and end of a one-way trip, as a share of that between start and farthest point. */
const MIN_ONE_WAY = 0.5

/**
 * Describes where a workout went: from its start to its end if these are in different towns and far apart, or else to
 * the town of its farthest point, or around the town where it started. Undefined without positions, or without a town nearby.
 */
export function describeTrip(
  parts: Iterable<Positions>,
  { nearest }: Pick<Gazetteer, 'nearest'>,
): Trip | undefined {
  const { start, end, farthest } = findTurningPoint(parts)
  if (!start || !end || !farthest) return undefined
  const [from, to, turn] = [nearest(...start), nearest(...end), nearest(...farthest)]
  const isOneWay = metresBetween(start, end) >= MIN_ONE_WAY * metresBetween(start, farthest)
  if (isOneWay && from && to && from.number !== to.number) return { kind: 'between', from, to }
  if (turn && turn.number !== from?.number) return { kind: 'to', place: turn }
  return from && { kind: 'around', place: from }
}

/** The first and the last position, and the one that is farthest from the first one. */
function findTurningPoint(parts: Iterable<Positions>) {
  let [start, end, farthest] = [undefined, undefined, undefined] as (Position | undefined)[]
  let most = -1
  for (const { lat, lon } of parts)
    for (let i = 0; i < lat.length; i++) {
      const [latitude, longitude] = [lat[i] ?? Number.NaN, lon[i] ?? Number.NaN]
      if (Number.isNaN(latitude + longitude)) continue
      end = [latitude, longitude]
      start ??= end
      const away = metresBetween(start, end)
      if (away > most) [most, farthest] = [away, end]
    }
  return { start, end, farthest }
}

function metresBetween(
  [latitude, longitude]: Position,
  [otherLatitude, otherLongitude]: Position,
): number {
  const east = wrapLongitude(otherLongitude - longitude) * metresPerLongitude(latitude)
  return Math.hypot(east, (otherLatitude - latitude) * METRES_PER_DEGREE)
}
