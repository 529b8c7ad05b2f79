import type { Db } from '@/db/open'
import { countRows } from '@/db/sql'

/** Which workouts of a user count; dates in milliseconds. */
export interface StatisticsScope {
  userId: number
  /** Only the most recent ones, of the sport if one is given; 0: all. */
  limit: number
  sportId?: number | undefined
  /** Not before. */
  from?: number | undefined
  /** Before. */
  until?: number | undefined
}

const STATISTICS_COLUMNS = [
  'sport_id',
  'workout_date',
  'distance',
  'moving',
  'ascent',
  'descent',
  'ave_speed',
  'ave_pace',
  'calories',
] as const

function workoutsOf(db: Db, { userId, sportId }: StatisticsScope) {
  const query = db.selectFrom('workouts').where('user_id', '=', userId)
  return sportId === undefined ? query : query.where('sport_id', '=', sportId)
}

/** The numbers of the workouts that count, suspended ones included, newest first. */
export async function listStatisticsRows(db: Db, scope: StatisticsScope) {
  const { from, until, limit } = scope
  const room = limit - (await countFrom(db, scope, until))
  if (limit > 0 && room <= 0) return []
  return workoutsOf(db, scope)
    .select(STATISTICS_COLUMNS)
    .$if(from !== undefined, (query) => query.where('workout_date', '>=', from ?? 0))
    .$if(until !== undefined, (query) => query.where('workout_date', '<', until ?? 0))
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')
    .$if(limit > 0, (query) => query.limit(room))
    .execute()
}

/** How many workouts are too recent to be asked for: they take part in the limit all the same. */
const countFrom = async (db: Db, scope: StatisticsScope, until: number | undefined) =>
  until === undefined || scope.limit === 0
    ? 0
    : countRows(workoutsOf(db, scope).where('workout_date', '>=', until))

/** How many workouts a user has, of one sport if that is given. */
export const countWorkoutsOf = (
  db: Db,
  scope: { userId: number; sportId: number | undefined },
): Promise<number> => countRows(workoutsOf(db, { ...scope, limit: 0 }))

/** Workouts of everybody. */
export const countAllWorkouts = (db: Db): Promise<number> => countRows(db.selectFrom('workouts'))
