import type { Db } from '@/db/open'

export interface LikeState {
  count: number
  liked: boolean
}

/** How many like a workout, and whether a viewer is among them. */
export async function findLikes(
  db: Db,
  workoutId: number,
  viewerId: number | undefined,
): Promise<LikeState> {
  const { count, own } = await db
    .selectFrom('workout_likes')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn
        .countAll<number>()
        .filterWhere('user_id', '=', viewerId ?? 0)
        .as('own'),
    ])
    .where('workout_id', '=', workoutId)
    .executeTakeFirstOrThrow()
  return { count, liked: own > 0 }
}

interface WorkoutLike {
  workoutId: number
  userId: number
}

/** Notes that a user likes a workout; false when that was known. */
export async function insertLike(
  db: Db,
  { workoutId, userId }: WorkoutLike,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('workout_likes')
    .values({ workout_id: workoutId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const deleteLike = (db: Db, { workoutId, userId }: WorkoutLike) =>
  db
    .deleteFrom('workout_likes')
    .where('workout_id', '=', workoutId)
    .where('user_id', '=', userId)
    .execute()

/** Ids of one page of those who like a workout, the newest like first. */
export async function listLikes(
  db: Db,
  workoutId: number,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ ids: number[]; total: number }> {
  const base = db.selectFrom('workout_likes').where('workout_id', '=', workoutId)
  const { total } = await base
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await base
    .select('user_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { ids: rows.map(({ user_id }) => user_id), total }
}
