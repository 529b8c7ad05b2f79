import { sql } from 'kysely'
import { type MapLevel, type MapLine, mapLineOf } from '@/domain/tracks/geometry/map-line'
import {
  cachedQueryByShape,
  type Placeholders,
  prepared,
  preparedByShape,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { NewPiece, PieceBox } from './segment-sections'
import {
  conditionsOf,
  inOrder,
  NEWEST_FIRST,
  type Shape,
  splitFilter,
  type Values,
  type WorkoutFilter,
} from './workout-search'

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/**
 * Stores the line of a workout that is drawn on the map of all workouts, and returns it; undefined for a recording
 * without positions, of which nothing is stored.
 */
export function insertMapLine(
  db: Tx,
  workoutId: number,
  pieces: readonly Pick<NewPiece, 'places'>[],
): MapLine | undefined {
  const line = mapLineOf(pieces)
  if (!line) return undefined
  lines.run(db, {
    workout_id: workoutId,
    coarse: toBuffer(line.coarse),
    medium: toBuffer(line.medium),
    fine: toBuffer(line.fine),
  })
  return line
}

const lines = preparedInsert('workout_lines')

/** Deletes the line of a workout, also from the list of those to be made. */
export async function deleteMapLine(db: Tx, workoutId: number): Promise<void> {
  await deletions.run(db, { workoutId })
  await deleteUnmapped(db, workoutId)
}

const deletions = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('workout_lines').where('workout_id', '=', workoutId),
)

/** The newest workouts whose lines were not made yet: those that were stored before there were such lines. */
export const listUnmapped = (db: Db, limit: number) =>
  db
    .selectFrom('unmapped_workouts')
    .selectAll()
    .orderBy('workout_id', 'desc')
    .limit(limit)
    .execute()

const unmapped = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('unmapped_workouts').selectAll().where('workout_id', '=', workoutId),
)

/** Whether the line of a workout was not made yet. */
export const isUnmapped = async (db: Db, workoutId: number): Promise<boolean> =>
  (await unmapped.first(db, { workoutId })) !== undefined

const undrawn = prepared((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('unmapped_workouts')
    .innerJoin('workouts', 'workouts.id', 'unmapped_workouts.workout_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workouts.user_id', '=', userId),
)

/** Number of a user's workouts whose lines were not made yet. Reads as many rows as all users have of these. */
export const countUnmapped = async (db: Db, userId: number): Promise<number> =>
  (await undrawn.first(db, { userId }))?.count ?? 0

/** Deletes a workout from the list of those whose lines must be made. */
export const deleteUnmapped = (db: Tx, workoutId: number) => mapped.run(db, { workoutId })

const mapped = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('unmapped_workouts').where('workout_id', '=', workoutId),
)

/** Makes the line of a workout from its stored pieces, and returns it; undefined without positions. */
export async function mapWorkout(db: Tx, workoutId: number): Promise<MapLine | undefined> {
  await deletions.run(db, { workoutId })
  return insertMapLine(db, workoutId, await pieces.all(db, { workoutId }))
}

const pieces = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_pieces', 'segment_pieces.segment_id', 'segments.id')
    .select('places')
    .where('segments.workout_id', '=', workoutId)
    .orderBy('segments.position')
    .orderBy('segment_pieces.id'),
)

/** The stored line of a workout. */
export const findMapLine = (
  db: Db,
  workoutId: number,
): Promise<(MapLine & { workout_id: number }) | undefined> => byWorkout.first(db, { workoutId })

const byWorkout = prepared((db, slot: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('workout_lines').selectAll().where('workout_id', '=', slot.workoutId),
)

const sizes = cachedQueryByShape(
  (shape: Shape) => (db, slots: Placeholders<Values>) =>
    db
      .selectFrom('workouts')
      .innerJoin('workout_lines', 'workout_lines.workout_id', 'workouts.id')
      .select(sql<number>`coalesce(sum(octet_length(medium)), 0)`.as('medium'))
      .select(sql<number>`coalesce(sum(octet_length(fine)), 0)`.as('fine'))
      .where((eb) => conditionsOf(eb, shape, slots)),
)

/** Bytes of the lines of a user's workouts that match a filter, for the two more precise levels. */
export async function sumMapLines(
  db: Db,
  filter: WorkoutFilter,
): Promise<Readonly<Record<'medium' | 'fine', number>>> {
  const { shape, values } = splitFilter(filter)
  return (await sizes(shape).first(db, values)) ?? { medium: 0, fine: 0 }
}

const overview = preparedByShape(
  ({ level, ...shape }: Shape & { level: MapLevel }) =>
    (db, slots: Placeholders<Values>) =>
      db
        .selectFrom('workouts')
        .innerJoin('workout_lines', 'workout_lines.workout_id', 'workouts.id')
        .select(['short_id', 'sport_id', 'workout_date', 'distance', 'title'])
        .select(`workout_lines.${level} as line`)
        .where((eb) => conditionsOf(eb, shape, slots))
        .orderBy(inOrder(NEWEST_FIRST)),
)

/** A workout with its line, for the map. */
export type MappedWorkout = Awaited<ReturnType<typeof listMapLines>>[number]

/**
 * Lines of workouts on a grid of 2^`bits` units: all of them, or those in a part of the map, with undefined for the
 * others.
 */
export type MapLines = { bits: number; workoutIds: readonly string[] } & (
  | { workouts: readonly MappedWorkout[] }
  | { linesInView: readonly (Uint8Array | undefined)[] }
)

/** Lists the lines of a user's workouts that match a filter, newest first, without suspended ones. */
export function listMapLines(db: Db, filter: WorkoutFilter, level: MapLevel) {
  const { shape, values } = splitFilter(filter)
  return overview({ ...shape, level }).all(db, values)
}

const inBox = preparedByShape(
  ({ level, ...shape }: Shape & { level: MapLevel }) =>
    (db, slots: Placeholders<Values & PieceBox>) =>
      db
        .selectFrom('workouts')
        .innerJoin('workout_lines', 'workout_lines.workout_id', 'workouts.id')
        .select('short_id')
        .select(
          sql<Uint8Array | null>`case when min_lat is null
            or min_lat <= ${slots.north} and max_lat >= ${slots.south}
              and min_lon <= ${slots.east} and max_lon >= ${slots.west}
            then ${sql.ref(`workout_lines.${level}`)} end`.as('line'),
        )
        .where((eb) => conditionsOf(eb, shape, slots))
        .orderBy(inOrder(NEWEST_FIRST)),
)

/** Lists the same workouts in the same order, with null instead of lines whose known bounds are outside of a box. */
export function listMapLinesIn(
  db: Db,
  filter: WorkoutFilter,
  { level, box }: { level: MapLevel; box: PieceBox },
) {
  const { shape, values } = splitFilter(filter)
  return inBox({ ...shape, level }).all(db, { ...values, ...box })
}
