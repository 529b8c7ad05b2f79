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
