import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/db/open'
import type { RecordsTable } from '@/db/tables.gen'
import type { RecordType } from '@/records/record-types'

/** A record with what its JSON form names besides numbers. */
export type RecordRow = Pick<
  Selectable<RecordsTable>,
  'id' | 'sport_id' | 'record_type' | 'value' | 'workout_id' | 'workout_date'
> & { workout_short_id: string; username: string }

const recordsWithNames = (db: Db) =>
  db
    .selectFrom('records')
    .innerJoin('workouts', 'workouts.id', 'records.workout_id')
    .innerJoin('users', 'users.id', 'records.user_id')
    .select([
      'records.id',
      'records.sport_id',
      'records.record_type',
      'records.value',
      'records.workout_id',
      'records.workout_date',
      'workouts.short_id as workout_short_id',
      'users.username',
    ])

export const listRecordsOfUser = (db: Db, userId: number): Promise<RecordRow[]> =>
  recordsWithNames(db).where('records.user_id', '=', userId).orderBy('records.sport_id').execute()

export const listRecordsOfWorkouts = (
  db: Db,
  workoutIds: readonly number[],
): Promise<RecordRow[]> =>
  recordsWithNames(db).where('records.workout_id', 'in', workoutIds).execute()

/** Sets a user's record; one that exists keeps its id. */
export const upsertRecord = (db: Db, record: Insertable<RecordsTable>) =>
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
  db: Db,
  key: { userId: number; sportId: number; types: readonly RecordType[] },
) =>
  db
    .deleteFrom('records')
    .where('user_id', '=', key.userId)
    .where('sport_id', '=', key.sportId)
    .where('record_type', 'in', key.types)
    .execute()
