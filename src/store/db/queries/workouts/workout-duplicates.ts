import { type SelectQueryBuilder, sql, type SqlBool as Truth } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { listAfter, type NextRows } from '@/store/db/pages-by-id'
import type { Tables } from '@/store/db/schema/tables.gen'
import { listPage, type PageRequest } from '@/store/db/sql'
import type { WorkoutRow } from './workouts'

/** Properties by which recordings of the same activity are recognised; null if unknown. */
export type Likeness = Pick<
  WorkoutRow,
  | 'user_id'
  | 'workout_date'
  | 'distance'
  | 'original_hash'
  | 'leg'
  | 'split_id'
  | 'min_lat'
  | 'min_lon'
  | 'max_lat'
  | 'max_lon'
>

/** Tolerances for the start (milliseconds), distance (fraction) and corners of the box (degrees). */
const START = 60_000
const DISTANCE = 0.02
const CORNER = 0.0005
/** Maximum number of duplicates of one workout to find. */
const MAX_TWINS = 20

const twins = prepared((db, of: Placeholders<Likeness & { id: number }>) => {
  const others = db
    .selectFrom('workouts')
    .select(['id', 'short_id'])
    .select(sql<number>`coalesce(original_hash = ${of.original_hash}, 0)`.as('same_file'))
    .where('user_id', '=', of.user_id)
    .where('id', '!=', of.id)
    // Legs of the same file are different workouts.
    .where(sql<Truth>`not (coalesce(original_hash = ${of.original_hash}, 0)
      and coalesce(leg <> ${of.leg}, 0))`)
    // So are the parts of a recording that was split.
    .where(sql<Truth>`not coalesce(split_id = ${of.split_id}, 0)`)
  const withAdditionalOriginal = others.where('id', 'in', (eb) =>
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
    .union(withAdditionalOriginal)
    .union(atThatTime)
    .orderBy('same_file', 'desc')
    .orderBy('id')
    .limit(MAX_TWINS)
})

/**
 * Finds workouts of the same user with the same file, which come first, or with that file as an additional original, or
 * with the same time and place.
 */
export const findTwins = (db: Db, id: number, likeness: Likeness) =>
  twins.all(db, {
    id,
    user_id: likeness.user_id,
    workout_date: likeness.workout_date,
    distance: likeness.distance,
    original_hash: likeness.original_hash,
    leg: likeness.leg,
    split_id: likeness.split_id,
    min_lat: likeness.min_lat,
    min_lon: likeness.min_lon,
    max_lat: likeness.max_lat,
    max_lon: likeness.max_lon,
  })

/** Stores pairs of possible duplicates; existing pairs are not changed. */
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

/** Deletes the unresolved pairs of a workout. */
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

/** One page of a user's unresolved pairs, newest workouts first, and their number. */
export const listDuplicates = (db: Db, userId: number, request: PageRequest) =>
  listOpen(db.selectFrom('workout_duplicates').where('user_id', '=', userId), request)

/** Like `listDuplicates`, for the pairs of one workout. */
export const listDuplicatesOf = (db: Db, workoutId: number, request: PageRequest) =>
  listOpen(
    db
      .selectFrom('workout_duplicates')
      .where((eb) => eb.or([eb('workout_id', '=', workoutId), eb('twin_id', '=', workoutId)])),
    request,
  )

/** Finds a pair of workouts, resolved or not. */
export const findDuplicate = (db: Db, [one, other]: readonly [number, number]) =>
  db
    .selectFrom('workout_duplicates')
    .select('dismissed_at')
    .where('workout_id', '=', Math.max(one, other))
    .where('twin_id', '=', Math.min(one, other))
    .executeTakeFirst()

/** Records that two workouts are not duplicates. */
export const dismissDuplicate = (db: Tx, [one, other]: readonly [number, number], at: number) =>
  db
    .updateTable('workout_duplicates')
    .set({ dismissed_at: at })
    .where('workout_id', '=', Math.max(one, other))
    .where('twin_id', '=', Math.min(one, other))
    .execute()

/** Stores an additional original of a workout. */
export const insertPreviousOriginal = (
  db: Tx,
  original: { workout_id: number; path: string; hash: string | null },
) => db.insertInto('kept_originals').values(original).execute()

/** Paths of the additional originals of a workout, relative to the uploads folder. */
export async function listPreviousOriginals(db: Db, workoutId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('kept_originals')
    .select('path')
    .where('workout_id', '=', workoutId)
    .execute()
  return rows.map(({ path }) => path)
}

/** An additional original of a workout of a user. */
export interface AttachedOriginal {
  id: number
  path: string
  workout_short_id: string
}

/** Returns up to `limit` additional originals of a user's workouts after one of them, by row id. */
export const listPreviousOriginalsOf = (
  db: Db,
  { userId, after, limit }: { userId: number; after: number; limit: number },
): Promise<AttachedOriginal[]> =>
  db
    .selectFrom('kept_originals')
    .innerJoin('workouts', 'workouts.id', 'kept_originals.workout_id')
    .select(['kept_originals.id', 'path', 'workouts.short_id as workout_short_id'])
    .where('workouts.user_id', '=', userId)
    .where('kept_originals.id', '>', after)
    .orderBy('kept_originals.id')
    .limit(limit)
    .execute()

/** Finds the additional original of a workout with this hash. */
export const findPreviousOriginal = (db: Db, workoutId: number, hash: string) =>
  db
    .selectFrom('kept_originals')
    .select('path')
    .where('workout_id', '=', workoutId)
    .where('hash', '=', hash)
    .executeTakeFirst()

/** Deletes the row of an additional original; returns whether it existed. */
export async function deletePreviousOriginal(db: Tx, workoutId: number, path: string) {
  const { numDeletedRows } = await db
    .deleteFrom('kept_originals')
    .where('workout_id', '=', workoutId)
    .where('path', '=', path)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}

/** Assigns the additional originals of a workout to another one. */
export const movePreviousOriginals = (db: Tx, from: number, to: number) =>
  db.updateTable('kept_originals').set({ workout_id: to }).where('workout_id', '=', from).execute()

/** The next workouts whose file is hashed, by row id. */
export const listHashedWorkouts = (db: Db, next: NextRows) =>
  listAfter(
    db
      .selectFrom('workouts')
      .select(['id', 'original_file as path', 'original_hash as hash'])
      .where('original_hash', 'is not', null)
      .where('original_file', 'is not', null),
    next,
  )

/** The next additional originals that have a hash, by row id. */
export const listHashedPreviousOriginals = (db: Db, next: NextRows) =>
  listAfter(
    db.selectFrom('kept_originals').select(['id', 'path', 'hash']).where('hash', 'is not', null),
    next,
  )

/** The next workouts whose file is not hashed yet, by row id. */
export const listUnhashed = (db: Db, next: NextRows) =>
  listAfter(
    db
      .selectFrom('workouts')
      .selectAll()
      .where('original_hash', 'is', null)
      .where('original_file', 'is not', null),
    next,
  )

/** Tolerances between two recordings of the same activity. */
const TWIN_MILLISECONDS = 60_000
const TWIN_DISTANCE = 0.02

interface TwinQuery {
  userId: number
  startedAt: number
  distance: number | undefined
  /** Maximum milliseconds between the starts. */
  within?: number
  /** Whether to consider only workouts with a recording. */
  isRecorded?: boolean
}

/** Finds a workout of the same user at the same time, and of the same length if its kilometres are known. */
export const findTwin = (
  db: Db,
  { userId, startedAt, distance, within = TWIN_MILLISECONDS, isRecorded = false }: TwinQuery,
): Promise<Pick<WorkoutRow, 'short_id' | 'original_file'> | undefined> =>
  db
    .selectFrom('workouts')
    .select(['short_id', 'original_file'])
    .where('user_id', '=', userId)
    .where('workout_date', '>=', startedAt - within)
    .where('workout_date', '<=', startedAt + within)
    .$if(isRecorded, (query) => query.where('original_file', 'is not', null))
    .$if(distance !== undefined, (query) =>
      query
        .where('distance', '>=', (distance ?? 0) * (1 - TWIN_DISTANCE))
        .where('distance', '<=', (distance ?? 0) * (1 + TWIN_DISTANCE)),
    )
    .limit(1)
    .executeTakeFirst()
