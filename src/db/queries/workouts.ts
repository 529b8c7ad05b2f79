import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '@/db/open'
import { prepared, preparedInsert, remembered, type Slots } from '@/db/prepared'
import { anyIn, anyOf, hasRows } from '@/db/sql'
import type { WorkoutsTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'
import { gzippedName } from '@/lib/gzip-name'

export type WorkoutRow = Selectable<WorkoutsTable>
export type NewWorkout = Insertable<WorkoutsTable>
export type WorkoutChanges = Updateable<WorkoutsTable>

/** What lists show of workouts: neither their texts nor what only the map needs. */
const LISTED = [
  'id',
  'short_id',
  'user_id',
  'sport_id',
  'title',
  'workout_date',
  'duration',
  'moving',
  'distance',
  'ascent',
  'descent',
  'min_alt',
  'max_alt',
  'ave_speed',
  'max_speed',
  'ave_pace',
  'best_pace',
  'ave_cadence',
  'max_cadence',
  'ave_hr',
  'max_hr',
  'ave_power',
  'max_power',
  'calories',
  'source',
  'workout_visibility',
  'analysis_visibility',
  'map_visibility',
  'suspended_at',
  'original_file',
  'map_id',
] as const

/** A workout as lists need it. */
export type ListedWorkout = Pick<WorkoutRow, (typeof LISTED)[number]>

/** The same columns, to be selected where other tables are joined. */
export const LISTED_COLUMNS = LISTED.map((name) => `workouts.${name}` as const)

const byShortId = prepared((db, workout: Slots<{ shortId: string }>) =>
  db.selectFrom('workouts').selectAll().where('short_id', '=', workout.shortId),
)

/** What decides who sees what of a workout and of its recording, and what is not in its points. */
const SEEN = [
  ...(['id', 'short_id', 'user_id', 'sport_id', 'workout_date', 'suspended_at'] as const),
  ...(['workout_visibility', 'analysis_visibility', 'map_visibility'] as const),
  ...(['original_file', 'ave_cadence', 'ave_hr', 'distance', 'moving', 'calories'] as const),
]

/** A workout as is needed to answer for a part of it. */
export type WorkoutOutline = Pick<WorkoutRow, (typeof SEEN)[number]>

const outlineByShortId = remembered((db, workout: Slots<{ shortId: string }>) =>
  db.selectFrom('workouts').select(SEEN).where('short_id', '=', workout.shortId),
)

/** The outline of a workout: its page asks for several parts of it. */
export const findWorkoutOutline = (
  db: Db,
  shortId: string,
): Promise<Readonly<WorkoutOutline> | undefined> => outlineByShortId.first(db, { shortId })

export const findWorkout = (db: Db, shortId: string): Promise<WorkoutRow | undefined> =>
  byShortId.first(db, { shortId })

export const findWorkoutById = (db: Db, id: number): Promise<WorkoutRow | undefined> =>
  byId.first(db, { id })

const byId = prepared((db, { id }: Slots<{ id: number }>) =>
  db.selectFrom('workouts').selectAll().where('id', '=', id),
)

/** How far starts and distances of two recordings of one activity may lie apart. */
const TWIN_MILLISECONDS = 60_000
const TWIN_DISTANCE = 0.02

/** A workout of the same user at the same time, as long as the given one if its kilometres are known. */
export const findTwin = (
  db: Db,
  {
    userId,
    startedAt,
    distance,
  }: { userId: number; startedAt: number; distance: number | undefined },
): Promise<Pick<WorkoutRow, 'short_id'> | undefined> =>
  db
    .selectFrom('workouts')
    .select('short_id')
    .where('user_id', '=', userId)
    .where('workout_date', '>=', startedAt - TWIN_MILLISECONDS)
    .where('workout_date', '<=', startedAt + TWIN_MILLISECONDS)
    .$if(distance !== undefined, (query) =>
      query
        .where('distance', '>=', (distance ?? 0) * (1 - TWIN_DISTANCE))
        .where('distance', '<=', (distance ?? 0) * (1 + TWIN_DISTANCE)),
    )
    .limit(1)
    .executeTakeFirst()

const rows = preparedInsert('workouts')

export const insertWorkout = async (db: Tx, workout: NewWorkout): Promise<WorkoutRow> =>
  rows.returning(db, workout)

/** As many workouts with equal maps are looked at for one that has its image. */
const MOST_OF_ONE_MAP = 10

const byMapId = prepared((db, map: Slots<{ mapId: string }>) =>
  db
    .selectFrom('workouts')
    .select(['id', 'user_id', 'sport_id', 'workout_date', 'map_file'])
    .where('map_id', '=', map.mapId)
    .orderBy((eb) => eb('map_file', 'is', null))
    .orderBy('id')
    .limit(MOST_OF_ONE_MAP),
)

/** A workout as far as its map image needs it. */
export type MappedWorkout = Pick<
  WorkoutRow,
  'id' | 'user_id' | 'sport_id' | 'workout_date' | 'map_file'
>

/** Workouts whose map image has an id, those first that have one. */
export const listMappedWorkouts = (db: Db, mapId: string): Promise<MappedWorkout[]> =>
  byMapId.all(db, { mapId })

const undrawn = remembered((db, { newest }: Slots<{ newest: number }>) =>
  db
    .selectFrom('workouts')
    .select(['id', 'user_id', 'sport_id', 'workout_date', 'map_file'])
    .select(sql<string>`map_id`.as('map_id'))
    .where(({ eb, selectFrom }) =>
      eb('id', '>', selectFrom('workouts').select(sql<number>`max(id) - ${newest}`.as('bound'))),
    )
    .where('map_id', 'is not', null)
    .where('map_file', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('user_tasks').select('id').where('claimed_by', 'is not', null))),
    )
    .orderBy('id', 'desc'),
)

/**
 * Those of so many workouts, the newest of all users, whose maps were never drawn, the newest first; none while a
 * background task is worked on.
 */
export const listUndrawnMaps = (
  db: Db,
  newest: number,
): Promise<Readonly<MappedWorkout & { map_id: string }>[]> => undrawn.all(db, { newest })

/**
 * Gives other ids to the maps that have this one but are not open to everybody: whoever knows it does so from a workout
 * that has hidden its map.
 */
export const renewMapIds = (db: Tx, mapId: string) =>
  db
    .updateTable('workouts')
    .set({ map_id: sql<string>`lower(hex(randomblob(16)))` })
    .where('map_id', '=', mapId)
    .where((eb) =>
      eb.or([
        eb('suspended_at', 'is not', null),
        eb('workout_visibility', '!=', 'public'),
        eb('analysis_visibility', '!=', 'public'),
        eb('map_visibility', '!=', 'public'),
      ]),
    )
    .execute()

/** Notes where a map image lies, if the workout still has it; says whether it has. */
export async function setMapFile(
  db: Tx,
  image: { workoutId: number; mapId: string; file: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workouts')
    .set({ map_file: image.file })
    .where('id', '=', image.workoutId)
    .where('map_id', '=', image.mapId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

export const updateWorkout = (db: Tx, id: number, changes: WorkoutChanges): Promise<WorkoutRow> =>
  db
    .updateTable('workouts')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteWorkout = (db: Tx, id: number) =>
  db.deleteFrom('workouts').where('id', '=', id).execute()

interface Seen extends Pick<WorkoutRow, 'id' | 'user_id' | 'workout_date'> {
  viewerId: number | null
}

const surroundings = prepared((db, workout: Slots<Seen>) =>
  db.selectNoFrom(({ selectFrom, exists }) => {
    const others = selectFrom('workouts')
      .select('short_id')
      .where('user_id', '=', workout.user_id)
      .where('id', '!=', workout.id)
      .limit(1)
    const likes = selectFrom('workout_likes').where('workout_id', '=', workout.id)
    return [
      others
        .where('workout_date', '<=', workout.workout_date)
        .orderBy('workout_date', 'desc')
        .orderBy('id', 'desc')
        .as('previous'),
      others
        .where('workout_date', '>=', workout.workout_date)
        .orderBy('workout_date', 'asc')
        .orderBy('id', 'asc')
        .as('next'),
      likes.select(({ fn }) => fn.countAll<number>().as('count')).as('likes'),
      exists(likes.select('user_id').where('user_id', '=', workout.viewerId)).as('liked'),
      exists(
        selectFrom('workout_equipments')
          .select('equipment_id')
          .where('workout_id', '=', workout.id),
      ).as('withEquipments'),
      exists(selectFrom('records').select('id').where('workout_id', '=', workout.id)).as(
        'withRecords',
      ),
    ]
  }),
)

/**
 * What there is around a workout, in one statement: the short ids of the user's workouts just before and after it (one of
 * the same instant is both), its likes, and whether it has equipment and records at all.
 */
export async function findSurroundings(
  db: Db,
  { id, user_id, workout_date }: ListedWorkout,
  viewerId: number | undefined,
) {
  const values = { id, user_id, workout_date, viewerId: viewerId ?? null }
  const found = await surroundings.first(db, values)
  if (!found) throw new Error('a statement without a row')
  const { previous, next, likes, liked, withEquipments, withRecords } = found
  return {
    neighbours: { previous, next },
    likes: { count: likes ?? 0, liked: Boolean(liked) },
    withEquipments: Boolean(withEquipments),
    withRecords: Boolean(withRecords),
  }
}

const published = prepared((db, wanted: Slots<{ userId: number; limit: number }>) =>
  db
    .selectFrom('workouts')
    .selectAll()
    .where('user_id', '=', wanted.userId)
    .where('workout_visibility', '=', 'public')
    .where('suspended_at', 'is', null)
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit),
)

/** The newest public workouts of a user that are not suspended. */
export const listPublicWorkouts = (db: Db, userId: number, limit: number): Promise<WorkoutRow[]> =>
  published.all(db, { userId, limit })

const listedById = remembered((db, wanted: Slots<{ ids: string }>) =>
  db.selectFrom('workouts').select(LISTED_COLUMNS).where('id', 'in', anyIn<number>(wanted.ids)),
)

/** Workouts by their row ids, as lists need them; those that are gone are missing. */
export async function loadListedWorkouts(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ListedWorkout>> {
  if (ids.length === 0) return new Map()
  const rows = await listedById.all(db, { ids: JSON.stringify(ids) })
  return new Map(rows.map((row) => [row.id, row]))
}

/** What decides who may see the workouts of these short ids; unknown ones are missing. */
export const listWorkoutsNamed = (db: Db, shortIds: readonly string[]) =>
  db
    .selectFrom('workouts')
    .select(['id', 'short_id', 'user_id', 'suspended_at'])
    .select(['workout_visibility', 'analysis_visibility', 'map_visibility'])
    .where('short_id', 'in', anyOf(shortIds))
    .execute()

/** Workouts by their row ids; those that are gone are missing. */
export async function loadWorkouts(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, WorkoutRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('workouts').selectAll().where('id', 'in', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The next workouts of a user in the order of their row ids, suspended ones included. */
export const listWorkoutsAfter = (
  db: Db,
  { userId, after, limit }: { userId: number; after: number; limit: number },
): Promise<WorkoutRow[]> =>
  db
    .selectFrom('workouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Whether a stored file is the original of any workout. */
export const hasOriginal = (db: Db, path: string): Promise<boolean> =>
  hasRows(db.selectFrom('workouts').where('original_file', '=', path))

/** Where the originals of a user's next workouts are kept, below the uploads folder. */
export const listOriginalsAfter = (
  db: Db,
  { userId, after, limit }: { userId: number; after: number; limit: number },
): Promise<Pick<WorkoutRow, 'id' | 'original_file'>[]> =>
  db
    .selectFrom('workouts')
    .select(['id', 'original_file'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Which workouts are to be refreshed; undefined conditions are ignored. */
export interface RefreshFilter {
  /** With a recording, or without one. */
  withFile: boolean
  /** Only those with speeds but no paces. */
  lacksPaces: boolean
  sportId: number | undefined
  userId: number | undefined
  extension: string | undefined
  /** Workout date, milliseconds since the Unix epoch, both inclusive. */
  from: number | undefined
  to: number | undefined
  order: 'asc' | 'desc'
  page: number
  perPage: number
}

/** The ids of one page of them, by the date of the workout. */
export async function listWorkoutsToRefresh(db: Db, filter: RefreshFilter): Promise<number[]> {
  const { withFile, lacksPaces, sportId, userId, extension, from, to, order, page, perPage } =
    filter
  const rows = await db
    .selectFrom('workouts')
    .select('id')
    .where('original_file', withFile ? 'is not' : 'is', null)
    .$if(lacksPaces, (query) =>
      query.where('ave_pace', 'is', null).where('ave_speed', 'is not', null),
    )
    .$if(sportId !== undefined, (query) => query.where('sport_id', '=', sportId ?? 0))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(extension !== undefined, (query) =>
      query.where(({ eb }) =>
        eb.or([
          eb('original_file', 'like', `%.${extension}`),
          eb('original_file', 'like', gzippedName(`%.${extension}`)),
        ]),
      ),
    )
    .$if(from !== undefined, (query) => query.where('workout_date', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('workout_date', '<=', to ?? 0))
    .orderBy('workout_date', order)
    .orderBy('id', order)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return rows.map(({ id }) => id)
}
