import { type Insertable, type Selectable, sql } from 'kysely'
import {
  RECORD_RULES,
  RECORD_TYPES,
  type RecordMetric,
  type RecordType,
} from '@/domain/records/record-types'
import { cachedQuery, type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { RecordsTable, WorkoutsTable } from '@/store/db/schema/tables.gen'
import { anyIn, anyOf } from '@/store/db/sql'

/** A record with the names that its JSON form contains. */
export type RecordRow = Pick<
  Selectable<RecordsTable>,
  'id' | 'user_id' | 'sport_id' | 'record_type' | 'value' | 'workout_id' | 'workout_date'
> & { workout_short_id: string; username: string }

const recordsWithNames = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('records')
    .innerJoin('workouts', 'workouts.id', 'records.workout_id')
    .innerJoin('users', 'users.id', 'records.user_id')
    .select(['records.id', 'records.user_id', 'records.sport_id', 'records.record_type'])
    .select(['records.value', 'records.workout_id', 'records.workout_date'])
    .select(['workouts.short_id as workout_short_id', 'users.username'])

const ofUsers = cachedQuery((db, wanted: Placeholders<{ userIds: string }>) =>
  recordsWithNames(db)
    .where('records.user_id', 'in', anyIn<number>(wanted.userIds))
    .orderBy('records.sport_id'),
)

export const listRecordsOfUsers = async (
  db: Db,
  userIds: readonly number[],
): Promise<Readonly<RecordRow>[]> =>
  userIds.length === 0 ? [] : ofUsers.all(db, { userIds: JSON.stringify(userIds) })

/** A record of a workout that is already loaded. */
export type HeldRecord = Omit<RecordRow, 'workout_short_id' | 'username'>

const ofWorkouts = prepared((db, wanted: Placeholders<{ workoutIds: string }>) =>
  db
    .selectFrom('records')
    .select(['id', 'user_id', 'sport_id', 'record_type', 'value', 'workout_id', 'workout_date'])
    .where('workout_id', 'in', anyIn<number>(wanted.workoutIds)),
)

export const listRecordsOfWorkouts = (
  db: Db,
  workoutIds: readonly number[],
): Promise<HeldRecord[]> => ofWorkouts.all(db, { workoutIds: JSON.stringify(workoutIds) })

/** The ids of a user's records of a sport, by type. */
export async function loadRecordIds(
  db: Db,
  { userId, sportId }: SportOfUser,
): Promise<Map<RecordType, number>> {
  const rows = await db
    .selectFrom('records')
    .select(['id', 'record_type'])
    .where('user_id', '=', userId)
    .where('sport_id', '=', sportId)
    .execute()
  return new Map(rows.map(({ id, record_type }) => [record_type, id]))
}

/** Stores a user's record; an existing one retains its id. */
export const upsertRecord = (db: Tx, record: Insertable<RecordsTable>) =>
  db
    .insertInto('records')
    .values(record)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'sport_id', 'record_type']).doUpdateSet({
        workout_id: record.workout_id,
        workout_date: record.workout_date,
        value: record.value,
      }),
    )
    .execute()

export const deleteRecords = (
  db: Tx,
  key: { userId: number; sportId: number; types: readonly RecordType[] },
) =>
  db
    .deleteFrom('records')
    .where('user_id', '=', key.userId)
    .where('sport_id', '=', key.sportId)
    .where('record_type', 'in', anyOf(key.types))
    .execute()

/** Columns of workouts for which there are records. */
export type RecordColumn =
  | 'ave_speed'
  | 'distance'
  | 'moving'
  | 'max_speed'
  | 'ascent'
  | 'ave_pace'
  | 'best_pace'

/** The column for each metric of records. */
export const RECORD_COLUMNS: Readonly<Record<RecordMetric, RecordColumn>> = {
  aveSpeed: 'ave_speed',
  distance: 'distance',
  moving: 'moving',
  maxSpeed: 'max_speed',
  ascent: 'ascent',
  avePace: 'ave_pace',
  bestPace: 'best_pace',
}

/** A literal, because SQLite cannot match a parameter with the condition of the partial indexes. */
const ZERO = sql.lit(0)

/** A ranking of workouts; the first one holds the record. */
export interface Ranking {
  type: RecordType
  column: RecordColumn
  best: 'largest' | 'smallest'
}

type RecordHolder = Pick<Selectable<WorkoutsTable>, 'id' | 'workout_date' | RecordColumn>

interface SportOfUser {
  userId: number
  sportId: number
}

/**
 * The workouts of a user and sport that hold records, by type: the best value above zero, the earliest of equals.
 * Each is looked up in an index; workouts that are excluded from records are skipped.
 */
export async function loadRecordHolders(
  db: Db,
  { userId, sportId }: SportOfUser,
  rankings: readonly Ranking[],
): Promise<Map<RecordType, RecordHolder>> {
  const found = await db
    .selectNoFrom((eb) =>
      rankings.map(({ type, column, best }) =>
        eb
          .selectFrom('workouts')
          .select('workouts.id')
          .where('user_id', '=', userId)
          .where('sport_id', '=', sportId)
          .where(column, '>', ZERO)
          .where('is_excluded', '=', 0)
          .orderBy(column, best === 'largest' ? 'desc' : 'asc')
          .orderBy('workout_date')
          .orderBy('workouts.id')
          .limit(1)
          .as(type),
      ),
    )
    .executeTakeFirstOrThrow()
  const ids = [...new Set(Object.values(found).filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const workouts = await db
    .selectFrom('workouts')
    .select(['id', 'workout_date'])
    .select(rankings.map(({ column }) => column))
    .where('id', 'in', anyOf(ids))
    .execute()
  const byId = new Map(workouts.map((workout) => [workout.id, workout]))
  return new Map(
    rankings.flatMap(({ type }): [RecordType, RecordHolder][] => {
      const holder = byId.get(found[type] ?? 0)
      return holder ? [[type, holder]] : []
    }),
  )
}

/** The stored records of a user in one sport. */
export const listStoredRecords = (db: Db, { userId, sportId }: SportOfUser) =>
  db
    .selectFrom('records')
    .select(['record_type', 'workout_id', 'workout_date', 'value'])
    .where('user_id', '=', userId)
    .where('sport_id', '=', sportId)
    .execute()

/** A record of a user and the earlier ones of its kind, in chronological order. */
export interface RecordProgress {
  sport_id: number
  record_type: RecordType
  steps: { workout_date: number; value: number }[]
}

/** Number of the best workouts of a ranking that are searched for earlier records, which limits the cost. */
const MAX_RANKED = 200

/**
 * The earlier records of a ranking as a JSON array, from the latest back: of workouts from the best down, those that
 * are earlier than all better ones. Only the best workouts are searched, in the index that also finds the record.
 */
const stepsOf = (metric: RecordMetric, { best }: Pick<Ranking, 'best'>) => {
  const column = sql.ref(RECORD_COLUMNS[metric])
  const order = best === 'largest' ? sql`desc` : sql`asc`
  return sql`(
    select json_group_array(json_object('workout_date', workout_date, 'value', value)) from (
      select value, workout_date, min(workout_date) over (
        order by value ${order}, workout_date, id
        rows between unbounded preceding and 1 preceding) as earliest
      from (
        select id, workout_date, ${column} as value from workouts
        where user_id = records.user_id and sport_id = records.sport_id and ${column} > ${ZERO}
          and is_excluded = 0
        order by ${column} ${order}, workout_date, id limit ${sql.lit(MAX_RANKED)}))
    where earliest is null or workout_date < earliest)`
}

const progress = prepared((db, { userId }: Placeholders<{ userId: number }>) => ({
  compile: () =>
    sql<{ sport_id: number; record_type: RecordType; steps: string }>`
      select sport_id, record_type, case record_type ${sql.join(
        RECORD_TYPES.map(
          (type) =>
            sql`when ${sql.lit(type)} then ${stepsOf(RECORD_RULES[type].metric, RECORD_RULES[type])}`,
        ),
        sql` `,
      )} end as steps
      from records where user_id = ${userId} order by sport_id, id`.compile(db),
}))

/**
 * How each record of a user came about: the record and the earlier ones among the best 200 workouts of its ranking.
 * Values are those of workouts.
 */
export async function listRecordProgress(db: Db, userId: number): Promise<RecordProgress[]> {
  const rows = await progress.all(db, { userId })
  return rows.map((row) => ({ ...row, steps: JSON.parse(row.steps).reverse() }))
}
