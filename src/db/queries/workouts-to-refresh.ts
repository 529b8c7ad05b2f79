import type { Db } from '@/db/open'
import type { WorkoutRow } from './workouts'

/** Which workouts are to be computed again; undefined fields do not matter. */
export interface RefreshFilter {
  /** With a recording; or without one, with speeds but no paces. */
  withFile: boolean
  sportId: number | undefined
  userId: number | undefined
  extension: string | undefined
  /** Workout date, milliseconds since the Unix epoch, both inclusive. */
  from: number | undefined
  to: number | undefined
  order: 'asc' | 'desc'
  page: number
  perPage: number
}

/** One page of them, by the date of the workout. */
export function listWorkoutsToRefresh(db: Db, filter: RefreshFilter): Promise<WorkoutRow[]> {
  const { withFile, sportId, userId, extension, from, to, order, page, perPage } = filter
  const all = db.selectFrom('workouts').selectAll()
  const ofKind = withFile
    ? all.where('original_file', 'is not', null)
    : all
        .where('original_file', 'is', null)
        .where('ave_pace', 'is', null)
        .where('ave_speed', 'is not', null)
  return ofKind
    .$if(sportId !== undefined, (query) => query.where('sport_id', '=', sportId ?? 0))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(extension !== undefined, (query) => query.where('original_file', 'like', `%.${extension}`))
    .$if(from !== undefined, (query) => query.where('workout_date', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('workout_date', '<=', to ?? 0))
    .orderBy('workout_date', order)
    .orderBy('id', order)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}
