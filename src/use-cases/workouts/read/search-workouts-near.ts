import { METRES_PER_KM } from '@/domain/reference/lengths'
import { boxesAround, type Disc, distanceToLine } from '@/domain/tracks/geometry/distance-to-line'
import { PIECE_PRECISION, placesOfLine, readPiece } from '@/domain/tracks/geometry/pieces'
import { arcLength, chordBetween, placeAt } from '@/domain/tracks/metrics/earth'
import { decodePositions } from '@/domain/tracks/streams/points-blob'
import { badRequest, invalidPayload } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import { listSectionsIn, listStartsIn } from '@/store/db/queries/workouts/segment-sections'
import { listPointsOfWorkouts } from '@/store/db/queries/workouts/segments'

type Deps = Pick<AppContext, 'db'>

/** A disc on the map. */
export type Place = Disc

const DEFAULT_RADIUS = 10
/** Maximum number of workouts whose points are in memory at a time. */
const RECORDINGS_AT_ONCE = 20
const COORDINATES = /^\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*,\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*$/
const RADIUS = /^\s*\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

/** Parses `latitude,longitude`. @throws 400 when it is malformed or out of range. */
export function requireCoordinates(text: string): Pick<Place, 'lat' | 'lon'> {
  const [lat, lon] = COORDINATES.exec(text)?.slice(1).map(Number) ?? []
  if (lat === undefined || lon === undefined) throw invalidPayload()
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) throw invalidPayload()
  return { lat, lon }
}

/** Parses a radius in kilometres, 10 by default, to metres. @throws 400 unless it is a number above zero. */
export function requireRadius(text: string | undefined): number {
  if (text === undefined) return DEFAULT_RADIUS * METRES_PER_KM
  const radius = RADIUS.test(text) ? Number(text) : Number.NaN
  if (!(radius > 0 && radius < Number.POSITIVE_INFINITY))
    throw badRequest('invalid radius, must be an float greater than zero')
  return radius * METRES_PER_KM
}

/**
 * Finds the user's workouts whose tracks enter a disc, including suspended ones. Workouts that start inside are found
 * directly. For the others, an index finds pieces of simplified tracks whose bounding boxes intersect the disc. The
 * distance to these pieces is computed, and recorded points are read only if this is not conclusive.
 */
export async function searchWorkoutsNear(
  ctx: Deps,
  userId: number,
  disc: Place,
): Promise<Set<number>> {
  const boxes = boxesAround(disc)
  const starts = await listStartsIn(ctx.db, userId, boxes)
  const inside = startsWithin(disc, starts)
  if (inside.size > 0 && inside.size === starts[0]?.total) return inside
  const open = new Set<number>()
  for (const piece of await listSectionsIn(ctx.db, userId, { boxes, except: inside }))
    classifyPiece(disc, piece, { inside, open })
  return inside.union(await findOnRecordedPoints(ctx, open.difference(inside), disc))
}

function startsWithin(
  disc: Disc,
  starts: readonly { id: number; start_lat: number; start_lon: number }[],
): Set<number> {
  const centre = placeAt(disc.lat, disc.lon)
  const within = new Set<number>()
  for (const { id, start_lat, start_lon } of starts) {
    const distance = arcLength(chordBetween(centre, placeAt(start_lat, start_lon)))
    if (distance <= disc.radius) within.add(id)
  }
  return within
}

interface Piece {
  workout_id: number
  places: Uint8Array
}

/** Classifies a workout by one of its pieces: certainly inside, or undecided. */
function classifyPiece(
  disc: Place,
  { workout_id: workoutId, places }: Piece,
  { inside, open }: { inside: Set<number>; open: Set<number> },
): void {
  if (inside.has(workoutId)) return
  const surely = disc.radius - PIECE_PRECISION
  const distance = distanceToLine(disc, readPiece(places), surely)
  if (distance <= surely) inside.add(workoutId)
  else if (distance <= disc.radius + PIECE_PRECISION) open.add(workoutId)
}

/** Returns the workouts whose recorded tracks enter a disc. */
async function findOnRecordedPoints(
  ctx: Deps,
  workoutIds: ReadonlySet<number>,
  disc: Place,
): Promise<Set<number>> {
  const found = new Set<number>()
  const ids = [...workoutIds]
  for (let start = 0; start < ids.length; start += RECORDINGS_AT_ONCE) {
    const some = ids.slice(start, start + RECORDINGS_AT_ONCE)
    for (const { workout_id, points } of await listPointsOfWorkouts(ctx.db, some)) {
      const line = () => placesOfLine(decodePositions(points))
      if (!found.has(workout_id) && distanceToLine(disc, line(), disc.radius) <= disc.radius)
        found.add(workout_id)
    }
  }
  return found
}
