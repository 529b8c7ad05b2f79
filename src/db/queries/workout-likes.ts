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
