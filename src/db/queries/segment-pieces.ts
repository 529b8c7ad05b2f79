import type { Db } from '@/db/open'
import { anyOf, countRows } from '@/db/sql'
import type { Tx } from '@/db/transact'

/** A box of coordinates, degrees. */
export interface PieceBox {
  south: number
  west: number
  north: number
  east: number
}

/** A stretch of a segment's line and the box that holds it. */
export interface NewPiece {
  box: PieceBox
  places: Uint8Array
}

/** Stores the line of a segment in pieces, to be found by place and by the user they belong to. */
export async function insertPieces(
  db: Tx,
  { segmentId, workoutId, userId }: { segmentId: number; workoutId: number; userId: number },
  pieces: readonly NewPiece[],
): Promise<void> {
  for (const { box, places } of pieces) {
    const { insertId } = await db
      .insertInto('segment_piece_boxes')
      .values({ ...box, first_user: userId, last_user: userId, workout_id: workoutId })
      .executeTakeFirstOrThrow()
    await db
      .insertInto('segment_pieces')
      .values({
        user_id: userId,
        id: Number(insertId),
        segment_id: segmentId,
        places: Buffer.from(places),
      })
      .execute()
  }
}

/** Pieces of a user's workouts whose boxes meet a box; those of some workouts are left out. */
export const listPiecesIn = (
  db: Db,
  userId: number,
  { box, except }: { box: PieceBox; except: readonly number[] },
) =>
  db
    .selectFrom('segment_piece_boxes')
    .select(['id', 'workout_id'])
    .where('south', '<=', box.north)
    .where('north', '>=', box.south)
    .where('west', '<=', box.east)
    .where('east', '>=', box.west)
    .where('first_user', '<=', userId)
    .where('last_user', '>=', userId)
    .where('workout_id', 'not in', anyOf(except))
    .$narrowType<{ id: number; workout_id: number }>()
    .execute()

/** The places of some pieces of a user, in no order. */
export const loadPieces = (db: Db, userId: number, ids: readonly number[]) =>
  db
    .selectFrom('segment_pieces')
    .select(['id', 'places'])
    .where('user_id', '=', userId)
    .where('id', 'in', anyOf(ids))
    .execute()

/** Where a user's workouts start that start in a box; needs the index only. */
export const listStartsIn = (db: Db, userId: number, box: PieceBox) =>
  db
    .selectFrom('workouts')
    .select(['id', 'start_lat', 'start_lon'])
    .where('user_id', '=', userId)
    .where('suspended_at', 'is', null)
    .where('start_lat', '>=', box.south)
    .where('start_lat', '<=', box.north)
    .where('start_lon', '>=', box.west)
    .where('start_lon', '<=', box.east)
    .$narrowType<{ start_lat: number; start_lon: number }>()
    .execute()

/** How many of a user's workouts have a place where they start. */
export const countStarts = (db: Db, userId: number): Promise<number> =>
  countRows(
    db
      .selectFrom('workouts')
      .where('user_id', '=', userId)
      .where('suspended_at', 'is', null)
      .where('start_lat', 'is not', null),
  )
