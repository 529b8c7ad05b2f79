import {
  type Placeholders,
  prepared,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { anyIn } from '@/store/db/sql'

/** Stores the tiles that a workout passes, encoded. */
export function insertWorkoutTiles(db: Tx, workoutId: number, tiles: Uint8Array): void {
  rows.run(db, {
    workout_id: workoutId,
    tiles: Buffer.from(tiles.buffer, tiles.byteOffset, tiles.length),
  })
}

const rows = preparedInsert('workout_tiles')

/** The tiles that a workout passes, encoded; undefined without any. */
export const findWorkoutTiles = async (
  db: Db,
  workoutId: number,
): Promise<Uint8Array | undefined> => (await byWorkout.first(db, { workoutId }))?.tiles

const byWorkout = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('workout_tiles').select('tiles').where('workout_id', '=', workoutId),
)

/** Deletes the tiles of a workout, and the workout from the list of those to be counted. */
export async function deleteWorkoutTiles(db: Tx, workoutId: number): Promise<void> {
  await deletions.run(db, { workoutId })
  await deleteUncounted(db, workoutId)
}

const deletions = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('workout_tiles').where('workout_id', '=', workoutId),
)

/** A position in the chronological order of a user's workouts. */
interface Position {
  workout_date: number
  workout_id: number
}

const inOrder = prepared((db, slot: Placeholders<Position & { userId: number; limit: number }>) =>
  db
    .selectFrom('workouts')
    .innerJoin('workout_tiles', 'workout_tiles.workout_id', 'workouts.id')
    .select(['workouts.id as workout_id', 'workout_date', 'sport_id', 'tiles'])
    .where('user_id', '=', slot.userId)
    .where('suspended_at', 'is', null)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('workout_date', 'workouts.id'), '>', tuple(slot.workout_date, slot.workout_id)),
    )
    .orderBy('workout_date')
    .orderBy('workouts.id')
    .limit(slot.limit),
)

/** Lists the tiles of a user's workouts in chronological order, without suspended ones, starting after one of them. */
export const listTilesOfUser = (
  db: Db,
  userId: number,
  { after, limit }: { after: Position; limit: number },
) => inOrder.all(db, { userId, limit, ...after })

/** Workouts whose tiles were not counted yet, in the order in which they were stored. */
export const listUncounted = (db: Db, limit: number) =>
  db.selectFrom('uncounted_workouts').selectAll().orderBy('workout_id').limit(limit).execute()

const uncounted = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('uncounted_workouts').selectAll().where('workout_id', '=', workoutId),
)

/** Whether the tiles of a workout were not counted yet. */
export const isUncounted = async (db: Db, workoutId: number): Promise<boolean> =>
  (await uncounted.first(db, { workoutId })) !== undefined

/** Deletes a workout from the list of those to be counted. */
export const deleteUncounted = (db: Tx, workoutId: number) => counted.run(db, { workoutId })

const counted = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('uncounted_workouts').where('workout_id', '=', workoutId),
)

const pending = prepared((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('uncounted_workouts')
    .innerJoin('workouts', 'workouts.id', 'uncounted_workouts.workout_id')
    .select('workout_id')
    .where('user_id', '=', userId)
    .union(
      db.selectFrom('visit_recounts').select('user_id as workout_id').where('user_id', '=', userId),
    )
    .limit(1),
)

/** Whether tiles of a user's workouts still have to be counted, or counted again. */
export const isCountPending = async (db: Db, userId: number): Promise<boolean> =>
  (await pending.first(db, { userId })) !== undefined

const titled = prepared((db, { ids }: Placeholders<{ ids: string }>) =>
  db
    .selectFrom('workouts')
    .select(['id', 'short_id', 'title', 'sport_id', 'workout_date'])
    .where('id', 'in', anyIn<number>(ids)),
)

/** What a list of workouts with new tiles shows of each. */
export type TitledWorkout = Awaited<ReturnType<typeof listTitledWorkouts>>[number]

export const listTitledWorkouts = (db: Db, ids: readonly number[]) =>
  titled.all(db, { ids: JSON.stringify(ids) })
