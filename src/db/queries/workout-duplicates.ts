import { type SelectQueryBuilder, sql, type SqlBool as Truth } from 'kysely'
import type { Db } from '@/db/open'
import { prepared, type Slots } from '@/db/prepared'
import { listPage, type PageRequest } from '@/db/sql'
import type { Tables } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'
import type { WorkoutRow } from './workouts'

/** What two recordings of one activity have in common; null where it is not known. */
export type Likeness = Pick<
  WorkoutRow,
  | 'user_id'
  | 'workout_date'
  | 'distance'
  | 'original_hash'
  | 'min_lat'
  | 'min_lon'
  | 'max_lat'
  | 'max_lon'
>

/** How far starts (milliseconds), distances (share) and corners of boxes (degrees) may lie apart. */
const START = 60_000
const DISTANCE = 0.02
const CORNER = 0.0005
/** More are of no use to anybody. */
const MOST_TWINS = 20

const twins = prepared((db, of: Slots<Likeness & { id: number }>) => {
  const others = db
    .selectFrom('workouts')
    .select(['id', 'short_id'])
    .select(sql<number>`coalesce(original_hash = ${of.original_hash}, 0)`.as('same_file'))
    .where('user_id', '=', of.user_id)
    .where('id', '!=', of.id)
  const withFileBeside = others.where('id', 'in', (eb) =>
    eb.selectFrom('kept_originals').select('workout_id').where('hash', '=', of.original_hash),
  )
  const near = (column: 'min_lat' | 'min_lon' | 'max_lat' | 'max_lon') =>
    sql<Truth>`abs(${sql.ref(column)} - ${of[column]}) <= ${sql.lit(CORNER)}`
  const atThatTime = others
    .where(sql<Truth>`workout_date between ${of.workout_date} - ${sql.lit(START)}
      and ${of.workout_date} + ${sql.lit(START)}`)
    .where((eb) =>
      eb.or([
        sql<Truth>`distance between ${of.distance} * ${sql.lit(1 - DISTANCE)}
          and ${of.distance} * ${sql.lit(1 + DISTANCE)}`,
        eb.and([near('min_lat'), near('min_lon'), near('max_lat'), near('max_lon')]),
      ]),
    )
  return others
    .where('original_hash', '=', of.original_hash)
    .union(withFileBeside)
    .union(atThatTime)
    .orderBy('same_file', 'desc')
    .orderBy('id')
    .limit(MOST_TWINS)
})

/**
 * Workouts of the same user that were made of the same file, those first, or have it beside them, or were made at the
 * same time over the same way.
 */
export const findTwins = (db: Db, id: number, likeness: Likeness) =>
  twins.all(db, {
    id,
    user_id: likeness.user_id,
    workout_date: likeness.workout_date,
    distance: likeness.distance,
    original_hash: likeness.original_hash,
    min_lat: likeness.min_lat,
    min_lon: likeness.min_lon,
    max_lat: likeness.max_lat,
    max_lon: likeness.max_lon,
  })

/** Notes that workouts may be one; pairs that are known stay as they are. */
export const insertDuplicates = (
  db: Tx,
  { id, user_id }: Pick<WorkoutRow, 'id' | 'user_id'>,
  twinIds: readonly number[],
) =>
  db
    .insertInto('workout_duplicates')
    .values(
      twinIds.map((twin) => ({
        workout_id: Math.max(id, twin),
        twin_id: Math.min(id, twin),
        user_id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Forgets pairs of a workout that nobody has judged. */
export async function deleteOpenDuplicates(db: Tx, id: number): Promise<void> {
  for (const column of ['workout_id', 'twin_id'] as const)
    await db
      .deleteFrom('workout_duplicates')
      .where(column, '=', id)
      .where('dismissed_at', 'is', null)
      .execute()
}

const listOpen = (
  pairs: SelectQueryBuilder<Tables, 'workout_duplicates', Record<never, never>>,
  request: PageRequest,
) =>
  listPage(pairs.where('dismissed_at', 'is', null), request, (query) =>
    query
      .select(['workout_id', 'twin_id'])
      .orderBy('workout_id', 'desc')
      .orderBy('twin_id', 'desc'),
  )

/** One page of a user's pairs that nobody has judged, the newest workouts first, and how many there are. */
export const listDuplicates = (db: Db, userId: number, request: PageRequest) =>
  listOpen(db.selectFrom('workout_duplicates').where('user_id', '=', userId), request)

/** The same of the pairs of a workout. */
export const listDuplicatesOf = (db: Db, workoutId: number, request: PageRequest) =>
  listOpen(
    db
      .selectFrom('workout_duplicates')
      .where((eb) => eb.or([eb('workout_id', '=', workoutId), eb('twin_id', '=', workoutId)])),
    request,
  )

/** Whether two workouts are noted as a pair, judged or not. */
export const findDuplicate = (db: Db, [one, other]: readonly [number, number]) =>
  db
    .selectFrom('workout_duplicates')
    .select('dismissed_at')
    .where('workout_id', '=', Math.max(one, other))
    .where('twin_id', '=', Math.min(one, other))
    .executeTakeFirst()

/** Notes that two workouts are not one. */
export const dismissDuplicate = (db: Tx, [one, other]: readonly [number, number], at: number) =>
  db
    .updateTable('workout_duplicates')
    .set({ dismissed_at: at })
    .where('workout_id', '=', Math.max(one, other))
    .where('twin_id', '=', Math.min(one, other))
    .execute()

/** Keeps another original of the same activity beside a workout. */
export const insertKeptOriginal = (
  db: Tx,
  kept: { workout_id: number; path: string; hash: string | null },
) => db.insertInto('kept_originals').values(kept).execute()

/** Originals that are kept beside a workout, below the uploads folder. */
export async function listKeptOriginals(db: Db, workoutId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('kept_originals')
    .select('path')
    .where('workout_id', '=', workoutId)
    .execute()
  return rows.map(({ path }) => path)
}

/** The original with these bytes that is kept beside a workout. */
export const findKeptOriginal = (db: Db, workoutId: number, hash: string) =>
  db
    .selectFrom('kept_originals')
    .select('path')
    .where('workout_id', '=', workoutId)
    .where('hash', '=', hash)
    .executeTakeFirst()

/** Forgets a file that is kept beside a workout; says whether it was. */
export async function deleteKeptOriginal(db: Tx, workoutId: number, path: string) {
  const { numDeletedRows } = await db
    .deleteFrom('kept_originals')
    .where('workout_id', '=', workoutId)
    .where('path', '=', path)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}

/** Gives what is kept beside a workout to another one. */
export const moveKeptOriginals = (db: Tx, from: number, to: number) =>
  db.updateTable('kept_originals').set({ workout_id: to }).where('workout_id', '=', from).execute()

/** The next workouts whose file is not hashed yet, by row id. */
export const listUnhashed = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('workouts')
    .selectAll()
    .where('original_hash', 'is', null)
    .where('original_file', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
