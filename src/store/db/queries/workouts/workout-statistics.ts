import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import { countRows } from '@/store/db/sql'
import { ofSport, type SumScope } from './workout-totals'

interface NumbersQuery extends SumScope {
  /** Milliseconds, inclusive. */
  since: number
  /** Before. */
  until: number
  limit: number
}

const numbers = prepared((db, query: Placeholders<NumbersQuery>) =>
  db
    .selectFrom('workouts')
    .select(['id', 'sport_id', 'workout_date', 'distance', 'moving', 'ascent', 'descent'])
    .select(['ave_speed', 'ave_pace', 'calories'])
    .where('user_id', '=', query.userId)
    .where('workout_date', '>=', query.since)
    .where('workout_date', '<', query.until)
    .where(ofSport(query.sportId))
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit),
)

/** The figures of a user's workouts in a time span, newest first, up to a limit. */
export const listWorkoutNumbers = (db: Db, query: NumbersQuery) => numbers.all(db, query)

/** Workouts of everybody. */
export const countAllWorkouts = (db: Db): Promise<number> => countRows(db.selectFrom('workouts'))
