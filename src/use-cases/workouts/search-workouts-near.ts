import type { AppContext } from '@/context'
import { listPiecesIn, listStartsIn } from '@/db/queries/segment-pieces'
import { listPointsOfWorkouts } from '@/db/queries/segments'
import { badRequest, invalidPayload } from '@/errors'
import { boxesAround, type Disc, distanceToLine } from '@/tracks/geometry/disc'
import { arcOfChord, chordBetween, placeAt } from '@/tracks/geometry/earth'
import { PIECE_PRECISION, placedLine, readPiece } from '@/tracks/geometry/pieces'
import { decodePoints } from '@/tracks/streams/points-blob'

type Reader = Pick<AppContext, 'db'>

/** A disc on the map, from the query of a list. */
export type Place = Disc

const DEFAULT_RADIUS = 10
const METRES_PER_KM = 1000
/** Limits how many workouts have their points in memory at a time. */
const RECORDINGS_AT_ONCE = 20
const COORDINATES = /^\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*,\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*$/
const RADIUS = /^\s*\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

/** The place that `latitude,longitude` describes. @throws 400 for a text that describes none. */
export function requireCoordinates(text: string): Pick<Place, 'lat' | 'lon'> {
  const [lat, lon] = COORDINATES.exec(text)?.slice(1).map(Number) ?? []
  if (lat === undefined || lon === undefined) throw invalidPayload()
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) throw invalidPayload()
  return { lat, lon }
}

/** Metres of a radius in kilometres, 10 when absent. @throws 400 for a text that is no number above zero. */
export function requireRadius(text: string | undefined): number {
  if (text === undefined) return DEFAULT_RADIUS * METRES_PER_KM
  const radius = RADIUS.test(text) ? Number(text) : Number.NaN
  if (!(radius > 0 && radius < Number.POSITIVE_INFINITY))
    throw badRequest('invalid radius, must be an float greater than zero')
  return radius * METRES_PER_KM
}

/**
 * Ids of the user's workouts whose lines enter a disc; suspended ones may be among them. Workouts that start inside are
 * found directly. For the others an index finds pieces of simplified lines whose bounding boxes meet the disc. These
 * are measured, and only where that stays undecided the recorded points are read.
 */
export async function searchWorkoutsNear(
  ctx: Reader,
  userId: number,
  disc: Place,
): Promise<Set<number>> {
  const boxes = boxesAround(disc)
  const starts = await listStartsIn(ctx.db, userId, boxes)
  const inside = startsWithin(disc, starts)
  if (inside.size > 0 && inside.size === starts[0]?.total) return inside
  const open = new Set<number>()
  for (const piece of await listPiecesIn(ctx.db, userId, { boxes, except: inside }))
    judgePiece(disc, piece, { inside, open })
  return inside.union(await findOnRecordedPoints(ctx, open.difference(inside), disc))
}

function startsWithin(
  disc: Disc,
  starts: readonly { id: number; start_lat: number; start_lon: number }[],
): Set<number> {
  const centre = placeAt(disc.lat, disc.lon)
  const within = new Set<number>()
  for (const { id, start_lat, start_lon } of starts) {
    const distance = arcOfChord(chordBetween(centre, placeAt(start_lat, start_lon)))
    if (distance <= disc.radius) within.add(id)
  }
  return within
}

interface Piece {
  workout_id: number
  places: Uint8Array
}

/** Files a workout by one of its pieces: certainly inside, or undecided. */
function judgePiece(
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

/** Those of the workouts whose recorded lines enter a disc. */
async function findOnRecordedPoints(
  ctx: Reader,
  workoutIds: ReadonlySet<number>,
  disc: Place,
): Promise<Set<number>> {
  const found = new Set<number>()
  const ids = [...workoutIds]
  for (let start = 0; start < ids.length; start += RECORDINGS_AT_ONCE) {
    const some = ids.slice(start, start + RECORDINGS_AT_ONCE)
    for (const { workout_id, points } of await listPointsOfWorkouts(ctx.db, some)) {
      const line = () => placedLine(decodePoints(points))
      if (!found.has(workout_id) && distanceToLine(disc, line(), disc.radius) <= disc.radius)
        found.add(workout_id)
    }
  }
  return found
}
