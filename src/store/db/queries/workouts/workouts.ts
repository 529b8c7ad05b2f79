import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { gzippedName } from '@/lib/files/gzip-name'
import {
  cachedQuery,
  type Placeholders,
  prepared,
  preparedInsert,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { listAfter, type NextRows } from '@/store/db/pages-by-id'
import type { WorkoutsTable } from '@/store/db/schema/tables.gen'
import { anyIn, anyOf, hasRows, RANDOM_ID } from '@/store/db/sql'

export type WorkoutRow = Selectable<WorkoutsTable>
export type NewWorkoutRow = Insertable<WorkoutsTable>
export type WorkoutChanges = Updateable<WorkoutsTable>

/** Columns for lists of workouts, without long texts and map data. */
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
  ...(['workout_visibility', 'analysis_visibility', 'map_visibility'] as const),
  ...(['media_visibility', 'photo_count'] as const),
  'suspended_at',
  'original_file',
  'map_id',
  'event_id',
  'leg',
  'is_transition',
  'pool_unit',
] as const

/** A workout as lists need it. */
export type ListedWorkout = Pick<WorkoutRow, (typeof LISTED)[number]>

/** The same columns, qualified with the table name for joins. */
export const LISTED_COLUMNS = LISTED.map((name) => `workouts.${name}` as const)

const byShortId = prepared((db, workout: Placeholders<{ shortId: string }>) =>
  db.selectFrom('workouts').selectAll().where('short_id', '=', workout.shortId),
)

/** Columns that determine who may see a workout and its recording, and data missing from the points. */
const SEEN = [
  ...(['id', 'short_id', 'user_id', 'sport_id', 'workout_date', 'suspended_at'] as const),
  ...(['workout_visibility', 'analysis_visibility', 'map_visibility'] as const),
  ...(['original_file', 'ave_cadence', 'ave_hr', 'distance', 'moving', 'calories'] as const),
  ...(['is_device_read', 'measured_by'] as const),
]

/** The columns of a workout that are needed to return a part of it. */
export type WorkoutOutline = Pick<WorkoutRow, (typeof SEEN)[number]>

const outlineByShortId = cachedQuery((db, workout: Placeholders<{ shortId: string }>) =>
  db.selectFrom('workouts').select(SEEN).where('short_id', '=', workout.shortId),
)

/** Finds the outline of a workout. Cached, because its page requests several parts of it. */
export const findWorkoutOutline = (
  db: Db,
  shortId: string,
): Promise<Readonly<WorkoutOutline> | undefined> => outlineByShortId.first(db, { shortId })

export const findWorkout = (db: Db, shortId: string): Promise<WorkoutRow | undefined> =>
  byShortId.first(db, { shortId })

export const findWorkoutById = (db: Db, id: number): Promise<WorkoutRow | undefined> =>
  byId.first(db, { id })

const byId = prepared((db, { id }: Placeholders<{ id: number }>) =>
  db.selectFrom('workouts').selectAll().where('id', '=', id),
)

const rows = preparedInsert('workouts')

export const insertWorkout = async (db: Tx, workout: NewWorkoutRow): Promise<WorkoutRow> =>
  rows.returning(db, workout)

/** Maximum number of workouts with the same map among which to search for a rendered image. */
const MAX_OF_ONE_MAP = 10

const byMapId = prepared((db, map: Placeholders<{ mapId: string }>) =>
  db
    .selectFrom('workouts')
    .select(['id', 'user_id', 'sport_id', 'workout_date', 'map_file'])
    .where('map_id', '=', map.mapId)
    .orderBy((eb) => eb('map_file', 'is', null))
    .orderBy('id')
    .limit(MAX_OF_ONE_MAP),
)

/** The columns of a workout that its map image needs. */
export type MappedWorkout = Pick<
  WorkoutRow,
  'id' | 'user_id' | 'sport_id' | 'workout_date' | 'map_file'
>

/** The workouts whose map image has this id, those with an image first. */
export const listMappedWorkouts = (db: Db, mapId: string): Promise<MappedWorkout[]> =>
  byMapId.all(db, { mapId })

const undrawn = cachedQuery((db, { newest }: Placeholders<{ newest: number }>) =>
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
 * The maps among the `newest` workouts of all users that have not been rendered, newest first; empty while a background
 * task runs.
 */
export const listUndrawnMaps = (
  db: Db,
  newest: number,
): Promise<Readonly<MappedWorkout & { map_id: string }>[]> => undrawn.all(db, { newest })

/** Replaces this id in all maps that are not public, because it may be known from the time when the map was public. */
export const renewMapIds = (db: Tx, mapId: string) =>
  db
    .updateTable('workouts')
    .set({ map_id: RANDOM_ID })
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

/** Stores the path of a map image if the workout still has this map; returns whether it does. */
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

const surroundings = prepared((db, workout: Placeholders<Seen>) =>
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
 * Data related to a workout, in one statement: the short ids of the user's previous and next workout (one at the same
 * instant is both), its likes, and whether it has equipment and records.
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

const published = prepared((db, wanted: Placeholders<{ userId: number; limit: number }>) =>
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

/** The newest public workouts of a user, without suspended ones. */
export const listPublicWorkouts = (db: Db, userId: number, limit: number): Promise<WorkoutRow[]> =>
  published.all(db, { userId, limit })

const CALENDAR_COLUMNS = [
  ...(['short_id', 'sport_id', 'title', 'description', 'workout_date', 'duration'] as const),
  ...(['moving', 'distance', 'ascent', 'creation_date', 'modification_date'] as const),
]

/** The columns of a workout that a calendar shows. */
export type CalendarRow = Pick<WorkoutRow, (typeof CALENDAR_COLUMNS)[number]>

/** The newest workouts of a user for a calendar. */
export const listForCalendar = (
  db: Db,
  { userId, limit }: { userId: number; limit: number },
): Promise<CalendarRow[]> =>
  db
    .selectFrom('workouts')
    .select(CALENDAR_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const listedById = cachedQuery((db, wanted: Placeholders<{ ids: string }>) =>
  db.selectFrom('workouts').select(LISTED_COLUMNS).where('id', 'in', anyIn<number>(wanted.ids)),
)

/** Workouts by row id with the columns for lists; deleted ones are missing. */
export async function loadListedWorkouts(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ListedWorkout>> {
  if (ids.length === 0) return new Map()
  const rows = await listedById.all(db, { ids: JSON.stringify(ids) })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Columns for access checks of workouts by short id; unknown ones are missing. */
export const listWorkoutsNamed = (db: Db, shortIds: readonly string[]) =>
  db
    .selectFrom('workouts')
    .select(['id', 'short_id', 'user_id', 'suspended_at'])
    .select(['workout_visibility', 'analysis_visibility', 'map_visibility'])
    .where('short_id', 'in', anyOf(shortIds))
    .execute()

/** Workouts by row id; deleted ones are missing. */
export async function loadWorkouts(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, WorkoutRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('workouts').selectAll().where('id', 'in', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The next workouts of a user, ordered by row id, including suspended ones. */
export const listWorkoutsAfter = (
  db: Db,
  { userId, ...next }: NextRows & { userId: number },
): Promise<WorkoutRow[]> =>
  listAfter(db.selectFrom('workouts').selectAll().where('user_id', '=', userId), next)

/** Whether a stored file is the original of any workout. */
export const hasOriginal = (db: Db, path: string): Promise<boolean> =>
  hasRows(db.selectFrom('workouts').where('original_file', '=', path))

/** Paths of the originals of a user's next workouts, relative to the uploads folder. */
export const listOriginalsAfter = (
  db: Db,
  { userId, ...next }: NextRows & { userId: number },
): Promise<Pick<WorkoutRow, 'id' | 'original_file'>[]> =>
  listAfter(
    db.selectFrom('workouts').select(['id', 'original_file']).where('user_id', '=', userId),
    next,
  )

/** Selects the workouts to refresh; undefined conditions are ignored. */
export interface RefreshFilter {
  /** With a recording, or without one. */
  withFile: boolean
  /** Only those with speeds but no paces. */
  lacksPaces: boolean
  sportId: number | undefined
  userId: number | undefined
  extension: string | undefined
  /** Workout date in milliseconds since the Unix epoch, both inclusive. */
  from: number | undefined
  to: number | undefined
  order: 'asc' | 'desc'
  page: number
  perPage: number
}

/** Ids of one page of the workouts to refresh, ordered by date. */
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
