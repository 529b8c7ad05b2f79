import { type Selectable, sql, type Updateable } from 'kysely'
import type { Measurements } from '@/domain/reference/measurements'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SqlBool } from '@/store/db/schema/columns'
import type { RemeasurementsTable } from '@/store/db/schema/tables.gen'
import type { WorkoutRow } from './workouts'

/** A user's request to measure all recordings again, with its progress. */
export type RemeasurementRow = Selectable<RemeasurementsTable>

/** The last request of a user. */
export const findRemeasurement = (db: Db, userId: number): Promise<RemeasurementRow | undefined> =>
  ofUser.first(db, { userId })

const ofUser = prepared((db, { userId }: Placeholders<{ userId: number }>) =>
  db.selectFrom('remeasurements').selectAll().where('user_id', '=', userId),
)

/** The open request with the fewest workouts, so that users with few workouts do not wait for those with many. */
export const findShortestRemeasurement = (db: Db): Promise<RemeasurementRow | undefined> =>
  db
    .selectFrom('remeasurements')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('total')
    .limit(1)
    .executeTakeFirst()

/** Replaces the request of a user by one that starts with the newest workout, and ends at once if there is none. */
export async function replaceRemeasurement(
  db: Tx,
  userId: number,
  { measurements, now }: { measurements: Measurements; now: number },
): Promise<RemeasurementRow> {
  await db.deleteFrom('remeasurements').where('user_id', '=', userId).execute()
  const { total } = await db
    .selectFrom('workouts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('original_file', 'is not', null)
    .executeTakeFirstOrThrow()
  const [newest] = await listLatestRecorded(db, userId, 1)
  return db
    .insertInto('remeasurements')
    .values({
      ...{ user_id: userId, measurements, total, started_at: now },
      ...{ next_date: newest?.workout_date ?? null, next_id: newest?.id ?? null },
      ended_at: newest ? null : now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateRemeasurement = (
  db: Tx,
  userId: number,
  changes: Updateable<RemeasurementsTable>,
) => db.updateTable('remeasurements').set(changes).where('user_id', '=', userId).execute()

/** The newest workouts of a user that have a recording. */
export const listLatestRecorded = (db: Db, userId: number, limit: number): Promise<WorkoutRow[]> =>
  recordedWorkouts(db, userId).limit(limit).execute()

/** The first two workouts from the position of a request on: the next one, and the one after it. */
export const listNextToMeasure = (
  db: Db,
  { user_id, next_date, next_id }: RemeasurementRow,
): Promise<WorkoutRow[]> =>
  recordedWorkouts(db, user_id)
    .where(sql<SqlBool>`(workout_date, id) <= (${next_date}, ${next_id})`)
    .limit(2)
    .execute()

const recordedWorkouts = (db: Db, userId: number) =>
  db
    .selectFrom('workouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('original_file', 'is not', null)
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')

/** Ids of all workouts with a recording, or of those of one user, newest first. */
export const listRecordedIds = (db: Db, userId: number | undefined): Promise<number[]> =>
  listIds(recordedIds(db, userId))

/** Like `listRecordedIds`, but only those that are not measured as their owners prefer, or else as the server is set. */
export const listOutdatedIds = (
  db: Db,
  { userId, server }: { userId: number | undefined; server: Measurements },
): Promise<number[]> => listIds(recordedIds(db, userId).where(isOutdated(server)))

/** How many workouts are not measured as their owners prefer, or else as the server is set. */
export async function countOutdated(db: Db, server: Measurements): Promise<number> {
  const { count } = await recordedIds(db, undefined)
    .where(isOutdated(server))
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const recordedIds = (db: Db, userId: number | undefined) =>
  db
    .selectFrom('workouts')
    .innerJoin('users', 'users.id', 'workouts.user_id')
    .select('workouts.id')
    .where('workouts.original_file', 'is not', null)
    .$if(userId !== undefined, (query) => query.where('workouts.user_id', '=', userId ?? 0))

/** The sources of the figures are only stored with workouts that their device measured. */
const isOutdated = (server: Measurements) =>
  sql<SqlBool>`(workouts.measured_by is null) = (coalesce(users.measurements, ${server}) = 'device')`

async function listIds(query: ReturnType<typeof recordedIds>): Promise<number[]> {
  const rows = await query
    .orderBy('workouts.user_id')
    .orderBy('workouts.workout_date', 'desc')
    .orderBy('workouts.id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}
