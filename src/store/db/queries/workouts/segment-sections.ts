import { sql } from 'kysely'
import { type Placeholders, prepared, preparedInsert } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { anyIn, anyOf, inBatches } from '@/store/db/sql'

/** A box of coordinates, degrees. */
export interface PieceBox {
  south: number
  west: number
  north: number
  east: number
}

/** A section of a segment's line with its bounding box. */
export interface NewPiece {
  box: PieceBox
  places: Uint8Array
}

/** Stores the line of a segment in sections, which can be searched by place and user. */
export const insertSections = (
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

/** The stored sections of the lines of segments, in order. */
export async function listSections(
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

const boxed = prepared((db, slot: Placeholders<{ segmentId: number }>) => ({
  compile: () =>
    sql<{ id: number; places: Uint8Array } & { [side in keyof PieceBox]: number | null }>`
      select segment_pieces.id, places, south, west, north, east
      from segment_pieces left join segment_piece_boxes on segment_piece_boxes.id = segment_pieces.id
      where segment_id = ${slot.segmentId} order by segment_pieces.id`.compile(db),
}))

/** The sections of the line of a segment, in order; the sides of a missing box are null. */
export const listSectionBounds = (db: Db, segmentId: number) => boxed.all(db, { segmentId })

/** Deletes the line of a segment and its boxes. */
export async function deleteSections(db: Tx, segmentId: number): Promise<void> {
  await db.deleteFrom('segment_pieces').where('segment_id', '=', segmentId).execute()
}

const ofWorkout = prepared((db, slot: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_pieces', 'segment_pieces.segment_id', 'segments.id')
    .select(['segment_id', 'places'])
    .where('segments.workout_id', '=', slot.workoutId)
    .orderBy('segments.started_at')
    .orderBy('segments.position')
    .orderBy('segment_pieces.id'),
)

/** The sections of the line of a workout, in chronological order. */
export const listSectionsOfWorkout = (db: Db, workoutId: number) => ofWorkout.all(db, { workoutId })

interface Around {
  userId: number
  boxes: string
}

/** A side of one of several boxes given as JSON. */
const bound = (name: keyof PieceBox) => sql`(box.value ->> ${sql.lit(name)})`

const pieces = prepared((db, slot: Placeholders<Around & { except: string }>) => ({
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

/** Sections of a user's workouts whose boxes intersect any of the given boxes, except those of some workouts. */
export const listSectionsIn = (
  db: Db,
  userId: number,
  { boxes, except }: { boxes: readonly PieceBox[]; except: Iterable<number> },
) =>
  pieces.all(db, {
    userId,
    boxes: JSON.stringify(boxes),
    except: JSON.stringify([...except]),
  })

const starts = prepared((db, slot: Placeholders<Around>) => ({
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
 * The start positions of a user's workouts within any of the boxes; `total` counts all start positions. Reads only an
 * index.
 */
export const listStartsIn = (db: Db, userId: number, boxes: readonly PieceBox[]) =>
  starts.all(db, { userId, boxes: JSON.stringify(boxes) })
