import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '@/db/open'
import { preparedByShape, remembered, type Slots } from '@/db/prepared'
import { anyIn, type PageRequest } from '@/db/sql'
import { LISTED_COLUMNS, type ListedWorkout } from './workouts'

const followed = remembered((db, { userId }: Slots<{ userId: number }>) => ({
  compile: () =>
    sql<{ id: number }>`
      select users.id from follows join users on users.id = follows.followed_id
      where follows.follower_id = ${userId} and follows.state = 'approved'
        and users.id != ${userId} and users.suspended_at is null
        and not exists (select 1 from blocks where blocker_id = users.id and blocked_id = ${userId})
        and not exists (select 1 from blocks where blocker_id = ${userId} and blocked_id = users.id)`.compile(
      db,
    ),
}))

/** Ids of the users whose workouts appear in somebody's timeline besides the own ones: followed, nobody blocks anybody. */
export async function listTimelineOwners(db: Db, userId: number): Promise<number[]> {
  const rows = await followed.all(db, { userId })
  return rows.map(({ id }) => id)
}

/** The owners by name (`owner_0`, …), or as a list when they are many. */
interface TimelineStretch extends Record<`owner_${number}`, number> {
  userId: number
  owners: string
  limit: number
  skipped: number
  /** Of how many workouts of one owner any can be on the page. */
  reach: number
}

const SHARED = sql`suspended_at is null and workout_visibility in ('public', 'followers_only')`

/** The workouts of one owner; where nothing else is wanted they are found in an index, in the order of a page. */
const workoutsOf = (owner: RawBuilder<unknown>, seen: RawBuilder<unknown>) =>
  sql`select id, workout_date from workouts where user_id = ${owner} and ${seen}`

const NEWEST_FIRST = sql`order by workout_date desc, id desc`

/** From so many owners on a statement that asks for each of them by name is longer than it is worth. */
const MOST_NAMED = 40

/**
 * The workouts of those followed. Asked for one by one they are merged as they are read, so that SQLite reads no more
 * than the page and what is before it; when they are many, in a loop, the newest of each that could be on the page.
 */
function workoutsOfOthers(count: number, slot: Slots<TimelineStretch>): RawBuilder<unknown>[] {
  if (count > MOST_NAMED)
    return [
      sql`select one.id, one.workout_date from json_each(${slot.owners}) as owner
        cross join workouts as one on one.id in (
          select id from (${workoutsOf(sql`owner.value`, SHARED)} ${NEWEST_FIRST} limit ${slot.reach}))`,
    ]
  return Array.from({ length: count }, (_, at) => workoutsOf(sql`${slot[`owner_${at}`]}`, SHARED))
}

const pages = preparedByShape(
  ({ others }: { others: number }) =>
    (db, slot: Slots<TimelineStretch>) => ({
      compile: () => {
        const own = workoutsOf(slot.userId, sql`true`)
        const all = sql.join([own, ...workoutsOfOthers(others, slot)], sql` union all `)
        return sql<ListedWorkout>`
          with page as materialized (
            ${all} ${NEWEST_FIRST} limit ${slot.limit} offset ${slot.skipped})
          select ${sql.join(LISTED_COLUMNS.map((name) => sql.ref(name)))}
          from page join workouts on workouts.id = page.id`.compile(db)
      },
    }),
)

/** One page of a timeline, newest first: all own workouts, and what some owners show to their followers. */
export async function listTimelineWorkouts(
  db: Db,
  { userId, owners }: { userId: number; owners: readonly number[] },
  { page, perPage }: PageRequest,
): Promise<ListedWorkout[]> {
  const isNamed = owners.length <= MOST_NAMED
  const skipped = (page - 1) * perPage
  const rows = await pages({ others: isNamed ? owners.length : MOST_NAMED + 1 }).all(db, {
    userId,
    owners: isNamed ? '' : JSON.stringify(owners),
    ...Object.fromEntries(isNamed ? owners.map((id, at) => [`owner_${at}`, id]) : []),
    limit: perPage,
    skipped,
    reach: skipped + perPage,
  })
  // For so few rows that is cheaper than in the statement, which finds them in this order without promising it.
  return rows.sort((one, other) => other.workout_date - one.workout_date || other.id - one.id)
}

const totals = remembered((db, slot: Slots<{ userId: number; owners: string }>) => ({
  compile: () =>
    sql<{ total: number }>`
      select coalesce(sum(iif(user_id = ${slot.userId}, workouts, shared)), 0) as total
      from workout_sums where user_id in ${anyIn(slot.owners)} and period = 'all' and number = 0`.compile(
      db,
    ),
}))

/** How many workouts a timeline has, by the sums that are kept. */
export async function countTimeline(
  db: Db,
  { userId, owners }: { userId: number; owners: readonly number[] },
): Promise<number> {
  const found = await totals.first(db, { userId, owners: JSON.stringify([userId, ...owners]) })
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
