import type { Expression, SqlBool } from 'kysely'
import type { Db } from '@/db/open'
import { anyOf, type IdPage, listIdPage, type PageRequest } from '@/db/sql'

/** Ids of the users whose workouts appear in somebody's timeline besides the own ones: followed, nobody blocks anybody. */
export async function listTimelineOwners(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.followed_id')
    .select('users.id')
    .where('follows.follower_id', '=', userId)
    .where('follows.state', '=', 'approved')
    .where('users.suspended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blocks')
            .select('blocks.created_at')
            .where((block) =>
              block.or([
                block.and([
                  block('blocks.blocker_id', '=', block.ref('users.id')),
                  block('blocks.blocked_id', '=', userId),
                ]),
                block.and([
                  block('blocks.blocker_id', '=', userId),
                  block('blocks.blocked_id', '=', block.ref('users.id')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of one page of a timeline, newest first: all own workouts, and those that `owners` show to their followers. */
export async function listTimelineIds(
  db: Db,
  { userId, owners }: { userId: number; owners: readonly number[] },
  request: PageRequest,
): Promise<IdPage> {
  const workouts = db
    .selectFrom('workouts')
    .where('user_id', 'in', anyOf([userId, ...owners]))
    .where(({ eb, or, and }) =>
      or([
        eb('user_id', '=', userId),
        and([
          eb('suspended_at', 'is', null),
          eb('workout_visibility', 'in', ['public', 'followers_only']),
        ]),
      ]),
    )
  return listIdPage(workouts, request, (query) =>
    query.select('id').orderBy('workout_date', 'desc').orderBy('id', 'desc'),
  )
}

/** Ids of the newest workouts of a user that are not suspended and fulfil a condition on `workouts`. */
export async function listLatestWorkoutIds(
  db: Db,
  userId: number,
  { visible, limit }: { visible: Expression<SqlBool>; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('workouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('suspended_at', 'is', null)
    .where(visible)
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
