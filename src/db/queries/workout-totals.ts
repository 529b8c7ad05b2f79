import type { Db } from '@/db/open'
import { anyOf } from '@/db/sql'

/** Sums over the workouts of a user. */
export interface WorkoutTotals {
  /** Ids of the sports used, in ascending order. */
  sports: number[]
  /** Kilometres. */
  distance: number
  /** Metres. */
  ascent: number
  /** Seconds. */
  moving: number
}

const NONE: WorkoutTotals = { sports: [], distance: 0, ascent: 0, moving: 0 }

/** Sums over all workouts of each of these users, in one query. */
export async function loadWorkoutTotals(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, WorkoutTotals>> {
  const rows = await db
    .selectFrom('workouts')
    .select((eb) => [
      'user_id',
      'sport_id',
      eb.fn.sum<number>('distance').as('distance'),
      eb.fn.sum<number>('moving').as('moving'),
      eb.fn.sum<number | null>('ascent').as('ascent'),
    ])
    .where('user_id', 'in', anyOf(userIds))
    .groupBy(['user_id', 'sport_id'])
    .orderBy('sport_id')
    .execute()
  const perUser = Map.groupBy(rows, (row) => row.user_id)
  return new Map(
    userIds.map((id) => [
      id,
      (perUser.get(id) ?? []).reduce<WorkoutTotals>(
        (totals, row) => ({
          sports: [...totals.sports, row.sport_id],
          distance: totals.distance + row.distance,
          ascent: totals.ascent + (row.ascent ?? 0),
          moving: totals.moving + row.moving,
        }),
        NONE,
      ),
    ]),
  )
}
