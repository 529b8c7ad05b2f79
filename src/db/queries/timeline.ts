import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '@/db/open'
import { prepared, type Slots } from '@/db/prepared'
import type { PageRequest } from '@/db/sql'
import { LISTED_COLUMNS, type ListedWorkout } from './workouts'

/** Whose workouts a timeline shows: the user's own, and of those followed, when nobody blocks anybody. */
const owners = (userId: RawBuilder<number>) => sql`
  select ${userId} as id, 1 as is_own
  union all
  select users.id, 0 from follows join users on users.id = follows.followed_id
  where follows.follower_id = ${userId} and follows.state = 'approved'
    and users.id != ${userId} and users.suspended_at is null
    and not exists (select 1 from blocks where blocker_id = users.id and blocked_id = ${userId})
    and not exists (select 1 from blocks where blocker_id = ${userId} and blocked_id = users.id)`

interface TimelineStretch {
  userId: number
  limit: number
  skipped: number
}

/** Of every owner no more are looked at than could be on the page: the newest, found in an index. */
const pages = prepared((db, slot: Slots<TimelineStretch>) => ({
  compile: () =>
    sql<ListedWorkout>`
      with owners as materialized (${owners(slot.userId)}),
      page as materialized (
        select newest.id from owners cross join workouts as newest on newest.id in (
          select shown.id from workouts as shown
          where shown.user_id = owners.id and (owners.is_own or (shown.suspended_at is null
            and shown.workout_visibility in ('public', 'followers_only')))
          order by shown.workout_date desc, shown.id desc
          limit ${slot.limit} + ${slot.skipped})
        order by newest.workout_date desc, newest.id desc
        limit ${slot.limit} offset ${slot.skipped})
      select ${sql.join(LISTED_COLUMNS.map((name) => sql.ref(name)))}
      from page join workouts on workouts.id = page.id
      order by workouts.workout_date desc, workouts.id desc`.compile(db),
}))

/** One page of a timeline, newest first: all own workouts, and what those followed show to their followers. */
export const listTimelineWorkouts = (
  db: Db,
  userId: number,
  { page, perPage }: PageRequest,
): Promise<ListedWorkout[]> =>
  pages.all(db, { userId, limit: perPage, skipped: (page - 1) * perPage })

const totals = prepared((db, slot: Slots<{ userId: number }>) => ({
  compile: () =>
    sql<{ total: number }>`
      with owners as materialized (${owners(slot.userId)})
      select coalesce(sum(iif(owners.is_own, workouts, shared)), 0) as total
      from owners join workout_sums on user_id = owners.id and period = 'all' and number = 0`.compile(
      db,
    ),
}))

/** How many workouts a timeline has, by the sums that are kept. */
export async function countTimeline(db: Db, userId: number): Promise<number> {
  const found = await totals.first(db, { userId })
  return found?.total ?? 0
}

/** The newest workouts of a user that are not suspended and fulfil a condition on `workouts`. */
export const listLatestWorkoutsOf = (
  db: Db,
  userId: number,
  { visible, limit, skipped }: { visible: Expression<SqlBool>; limit: number; skipped: number },
): Promise<ListedWorkout[]> =>
  db
    .selectFrom('workouts')
    .select(LISTED_COLUMNS)
    .where('user_id', '=', userId)
    .where('suspended_at', 'is', null)
    .where(visible)
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(skipped)
    .execute()
