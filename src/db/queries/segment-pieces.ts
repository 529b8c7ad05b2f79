import type { Db } from '@/db/open'

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
  db: Db,
  { segmentId, workoutId, userId }: { segmentId: number; workoutId: number; userId: number },
  pieces: readonly NewPiece[],
): Promise<void> {
  for (const { box, places } of pieces) {
    const { id } = await db
      .insertInto('segment_pieces')
      .values({ segment_id: segmentId, workout_id: workoutId, places: Buffer.from(places) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('segment_piece_boxes')
      .values({ id, ...box, first_user: userId, last_user: userId })
      .execute()
  }
}

/** The pieces of a user's recordings whose boxes meet a box; needs the index of boxes only. */
export const listPiecesIn = (db: Db, userId: number, box: PieceBox) =>
  db
    .selectFrom('segment_piece_boxes as boxes')
    .innerJoin('segment_pieces', 'segment_pieces.id', 'boxes.id')
    .select(['segment_pieces.workout_id', 'segment_pieces.places'])
    .where('boxes.south', '<=', box.north)
    .where('boxes.north', '>=', box.south)
    .where('boxes.west', '<=', box.east)
    .where('boxes.east', '>=', box.west)
    .where('boxes.first_user', '<=', userId)
    .where('boxes.last_user', '>=', userId)
    .execute()
