import type { AppContext } from '@/context'
import { listPiecesIn } from '@/db/queries/segment-pieces'
import { listPointsOfWorkouts } from '@/db/queries/segments'
import { badRequest, invalidPayload } from '@/errors'
import { boxesAround, type Disc, distanceToLine } from '@/tracks/geometry/disc'
import { PIECE_PRECISION, placedLine, readPiece } from '@/tracks/geometry/pieces'
import { decodePoints } from '@/tracks/streams/points-blob'

/** A disc on the map, from the query of a list. */
export type Place = Disc

const DEFAULT_RADIUS = '10'
const METRES_PER_KM = 1000
const COORDINATES = /^\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*,\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*$/
const RADIUS = /^\s*\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

/**
 * The disc that `coordinates` (`latitude,longitude`) and `radius` (kilometres, 10 when absent) describe.
 *
 * @throws 400 for coordinates that are none, or a radius that is not a number above zero.
 */
export function requirePlace(coordinates: string, radius: string | undefined): Place {
  const [lat, lon] = COORDINATES.exec(coordinates)?.slice(1).map(Number) ?? []
  if (lat === undefined || lon === undefined) throw invalidPayload()
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) throw invalidPayload()
  return { lat, lon, radius: requireRadius(radius || DEFAULT_RADIUS) * METRES_PER_KM }
}

function requireRadius(text: string): number {
  const radius = RADIUS.test(text) ? Number(text) : Number.NaN
  if (!(radius > 0)) throw badRequest('invalid radius, must be an float greater than zero')
  return radius
}

/**
 * Ids of the user's workouts of which a line comes into a disc. The index finds pieces of simplified lines whose boxes
 * meet it; those are measured; only where that leaves it open, the recorded points decide.
 */
export async function findWorkoutsNear(
  ctx: Pick<AppContext, 'db'>,
  userId: number,
  disc: Place,
): Promise<number[]> {
  const inside = new Set<number>()
  const open = new Set<number>()
  for (const box of boxesAround(disc)) {
    for (const { workout_id, places } of await listPiecesIn(ctx.db, userId, box)) {
      if (inside.has(workout_id)) continue
      const verdict = judgePiece(disc, places)
      if (verdict === 'inside') inside.add(workout_id)
      if (verdict === 'open') open.add(workout_id)
    }
  }
  for (const id of open.difference(inside)) if (await comesInto(ctx, id, disc)) inside.add(id)
  return [...inside]
}

function judgePiece(disc: Place, places: Uint8Array): 'inside' | 'open' | 'outside' {
  const surely = disc.radius - PIECE_PRECISION
  const distance = distanceToLine(disc, readPiece(places), surely)
  if (distance <= surely) return 'inside'
  return distance <= disc.radius + PIECE_PRECISION ? 'open' : 'outside'
}

async function comesInto(ctx: Pick<AppContext, 'db'>, workoutId: number, disc: Place) {
  const segments = await listPointsOfWorkouts(ctx.db, [workoutId])
  return segments.some(
    ({ points }) =>
      distanceToLine(disc, placedLine(decodePoints(points)), disc.radius) <= disc.radius,
  )
}
