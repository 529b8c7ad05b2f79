import { sql } from 'kysely'
import type { Db } from '@/db/open'
import { prepared, preparedInsert, type Slots } from '@/db/prepared'
import { anyIn, anyOf, inBatches } from '@/db/sql'
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
export const insertPieces = (
  db: Tx,
  { userId, workoutId, segmentId }: { userId: number; workoutId: number; segmentId: number },
  pieces: readonly NewPiece[],
): Promise<void> =>
  inBatches(pieces, async (batch) => {
    for (const { box, places } of batch) {
      const { south, north, west, east } = box
      const id = boxRows.run(db, {
        ...{ south, north, west, east, first_user: userId, last_user: userId },
        workout_id: workoutId,
      })
      pieceRows.run(db, {
        ...{ user_id: userId, id, segment_id: segmentId },
        places: Buffer.from(places.buffer, places.byteOffset, places.length),
      })
    }
  })

const boxRows = preparedInsert('segment_piece_boxes')
const pieceRows = preparedInsert('segment_pieces')

/** The lines of segments in pieces as they are stored, in their order. */
export async function listStoredPieces(
  db: Db,
  segmentIds: readonly number[],
): Promise<(NewPiece & { segment_id: number })[]> {
  const rows = await db
    .selectFrom('segment_pieces')
    .innerJoin('segment_piece_boxes', 'segment_piece_boxes.id', 'segment_pieces.id')
    .select(['segment_id', 'places', 'south', 'west', 'north', 'east'])
    .where('segment_id', 'in', anyOf(segmentIds))
    .orderBy('segment_pieces.id')
    .$castTo<PieceBox & { segment_id: number; places: Uint8Array }>()
    .execute()
  return rows.map(({ segment_id, places, ...box }) => ({ segment_id, places, box }))
}

const ofWorkout = prepared((db, slot: Slots<{ workoutId: number }>) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_pieces', 'segment_pieces.segment_id', 'segments.id')
    .select(['segment_id', 'places'])
    .where('segments.workout_id', '=', slot.workoutId)
    .orderBy('segments.started_at')
    .orderBy('segments.position')
    .orderBy('segment_pieces.id'),
)

/** The line of a workout in pieces, in the order in which it was done. */
export const listPiecesOfWorkout = (db: Db, workoutId: number) => ofWorkout.all(db, { workoutId })

interface Around {
  userId: number
  boxes: string
}

/** A bound of one of several boxes, which are given as JSON. */
const bound = (name: keyof PieceBox) => sql`(box.value ->> ${sql.lit(name)})`

const pieces = prepared((db, slot: Slots<Around & { except: string }>) => ({
  compile: () =>
    sql<{ id: number; workout_id: number; places: Uint8Array }>`
      select distinct found.id, found.workout_id, segment_pieces.places
      from json_each(${slot.boxes}) as box
        cross join segment_piece_boxes as found
        cross join segment_pieces on segment_pieces.user_id = ${slot.userId}
          and segment_pieces.id = found.id
      where found.south <= ${bound('north')} and found.north >= ${bound('south')}
        and found.west <= ${bound('east')} and found.east >= ${bound('west')}
        and found.first_user <= ${slot.userId} and found.last_user >= ${slot.userId}
        and found.workout_id not in ${anyIn(slot.except)}`.compile(db),
}))

/** Pieces of a user's workouts whose own boxes meet one of some boxes; those of some workouts are left out. */
export const listPiecesIn = (
  db: Db,
  userId: number,
  { boxes, except }: { boxes: readonly PieceBox[]; except: Iterable<number> },
) =>
  pieces.all(db, {
    userId,
    boxes: JSON.stringify(boxes),
    except: JSON.stringify([...except]),
  })

const starts = prepared((db, slot: Slots<Around>) => ({
  compile: () =>
    sql<{ id: number; start_lat: number; start_lon: number; total: number }>`
      select workouts.id, start_lat, start_lon, (
        select count(*) from workouts as every where every.user_id = ${slot.userId}
          and every.start_lat is not null and every.suspended_at is null) as total
      from json_each(${slot.boxes}) as box cross join workouts
      where user_id = ${slot.userId} and suspended_at is null
        and start_lat >= ${bound('south')} and start_lat <= ${bound('north')}
        and start_lon >= ${bound('west')} and start_lon <= ${bound('east')}`.compile(db),
}))

/**
 * Where a user's workouts start that start in one of some boxes; `total` is how many start anywhere. Needs an index
 * only.
 */
export const listStartsIn = (db: Db, userId: number, boxes: readonly PieceBox[]) =>
  starts.all(db, { userId, boxes: JSON.stringify(boxes) })
