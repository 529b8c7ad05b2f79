import { sql } from 'kysely'
import type { Db } from '@/db/open'
import { prepared, type Slots } from '@/db/prepared'
import { countRows } from '@/db/sql'
import type { SumScope } from './workout-sums'

/** A place in a user's workouts by date. */
export interface WorkoutPlace {
  id: number
  /** Milliseconds. */
  workout_date: number
}

const byDate = prepared((db, scope: Slots<{ userId: number; skipped: number }>) =>
  db
    .selectFrom('workouts')
    .select(['id', 'workout_date'])
    .where('user_id', '=', scope.userId)
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(scope.skipped),
)

const bySport = prepared((db, scope: Slots<{ userId: number; sportId: number; skipped: number }>) =>
  db
    .selectFrom('workouts')
    .select(['id', 'workout_date'])
    .where('user_id', '=', scope.userId)
    .where('sport_id', '=', scope.sportId)
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(scope.skipped),
)

/** The workout before which so many of a user, or of a user's sport, are more recent. */
export const findWorkoutAfter = (
  db: Db,
  { userId, sportId }: SumScope,
  skipped: number,
): Promise<WorkoutPlace | undefined> =>
  sportId === undefined
    ? byDate.first(db, { userId, skipped })
    : bySport.first(db, { userId, sportId, skipped })

interface Since {
  userId: number
  /** The first that counts. */
  id: number
  since: number
  /** Before. */
  until: number
}

const numbers = prepared((db, from: Slots<Since>) =>
  db
    .selectFrom('workouts')
    .select(['sport_id', 'workout_date', 'distance', 'moving', 'ascent', 'descent'])
    .select(['ave_speed', 'ave_pace', 'calories'])
    .where('user_id', '=', from.userId)
    .where('workout_date', '>=', from.since)
    .where('workout_date', '<', from.until)
    .where(sql<boolean>`(workout_date, id) >= (${from.since}, ${from.id})`),
)

/** The numbers of a user's workouts from one of them on until an instant. */
export const listWorkoutNumbers = (
  db: Db,
  userId: number,
  { from, until }: { from: WorkoutPlace; until: number },
) => numbers.all(db, { userId, id: from.id, since: from.workout_date, until })

/** Workouts of everybody. */
export const countAllWorkouts = (db: Db): Promise<number> => countRows(db.selectFrom('workouts'))
