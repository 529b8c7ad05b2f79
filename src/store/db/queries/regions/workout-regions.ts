import type { PassedRegion } from '@/domain/regions/passed-regions'
import {
  type Placeholders,
  prepared,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'

/** Stores the regions that a workout passes. */
export function insertRegions(db: Tx, workoutId: number, regions: readonly PassedRegion[]): void {
  for (const region of regions) rows.run(db, { workout_id: workoutId, ...region })
}

const rows = preparedInsert('workout_regions')

/** Deletes the regions of a workout, and the workout from the list of those whose regions must be found. */
export async function deleteRegions(db: Tx, workoutId: number): Promise<void> {
  await deletions.run(db, { workoutId })
  await deleteUnlocated(db, workoutId)
}

const deletions = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('workout_regions').where('workout_id', '=', workoutId),
)

const byWorkout = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('workout_regions').selectAll().where('workout_id', '=', workoutId),
)

/** The regions of a workout. */
export const listRegionsOfWorkout = (db: Db, workoutId: number) => byWorkout.all(db, { workoutId })

interface VisitsQuery {
  userId: number
  /** Milliseconds since the Unix epoch. */
  from: number
  until: number
}

const visits = prepared((db, slot: Placeholders<VisitsQuery>) =>
  db
    .selectFrom('workouts')
    .innerJoin('workout_regions', 'workout_regions.workout_id', 'workouts.id')
    .select(['workout_id', 'sport_id', 'workout_date', 'distance', 'country', 'region', 'share'])
    .where('user_id', '=', slot.userId)
    .where('suspended_at', 'is', null)
    .where('workout_date', '>=', slot.from)
    .where('workout_date', '<', slot.until)
    .orderBy('workout_date')
    .orderBy('workouts.id'),
)

/** Lists the regions of a user's workouts in a period in chronological order, without suspended workouts. */
export const listRegionVisits = (db: Db, query: VisitsQuery) => visits.all(db, query)

/** Has the regions of a workout with tiles found in the background. */
export const insertUnlocated = (db: Tx, workoutId: number) => pendingRows.run(db, { workoutId })

const pendingRows = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .insertInto('unlocated_workouts')
    .values({ workout_id: workoutId })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Workouts whose regions are not known yet. */
export const listUnlocated = (db: Db, limit: number) =>
  db.selectFrom('unlocated_workouts').selectAll().orderBy('workout_id').limit(limit).execute()

const unlocated = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('unlocated_workouts').selectAll().where('workout_id', '=', workoutId),
)

/** Whether the regions of a workout are not known yet. */
export const isUnlocated = async (db: Db, workoutId: number): Promise<boolean> =>
  (await unlocated.first(db, { workoutId })) !== undefined

/** Deletes a workout from the list of those whose regions must be found. */
export const deleteUnlocated = (db: Tx, workoutId: number) => located.run(db, { workoutId })

const located = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('unlocated_workouts').where('workout_id', '=', workoutId),
)

const pending = prepared((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('unlocated_workouts')
    .innerJoin('workouts', 'workouts.id', 'unlocated_workouts.workout_id')
    .select('workout_id')
    .where('user_id', '=', userId)
    .unionAll(
      db
        .selectFrom('uncounted_workouts')
        .innerJoin('workouts', 'workouts.id', 'uncounted_workouts.workout_id')
        .select('workout_id')
        .where('user_id', '=', userId),
    )
    .limit(1),
)

/** Whether regions of a user's workouts still have to be found. */
export const areRegionsPending = async (db: Db, userId: number): Promise<boolean> =>
  (await pending.first(db, { userId })) !== undefined
