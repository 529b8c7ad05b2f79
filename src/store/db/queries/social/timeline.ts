import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { findRankedDay, type ListCounts } from '@/domain/statistics/find-ranked-day'
import { possibleInstants } from '@/domain/statistics/periods'
import {
  cachedQuery,
  type Placeholders,
  prepared,
  preparedByShape,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import { listSeenCounts } from '@/store/db/queries/workouts/workout-totals'
import { LISTED_COLUMNS, type ListedWorkout } from '@/store/db/queries/workouts/workouts'
import { anyIn, type PageRequest } from '@/store/db/sql'

const followed = cachedQuery((db, { userId }: Placeholders<{ userId: number }>) => ({
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

/**
 * Ids of the other users whose workouts appear in a user's timeline: those the user follows, without blocks in either
 * direction.
 */
export async function listTimelineOwners(db: Db, userId: number): Promise<number[]> {
  const rows = await followed.all(db, { userId })
  return rows.map(({ id }) => id)
}

/** Parameters of the statements for one page of a timeline. */
interface TimelinePage {
  viewerId: number
  /** Ids of the owners, including the viewer, as JSON. */
  owners: string
  limit: number
  skipped: number
}

/** Whether a workout is visible to followers. */
const IS_SHARED = sql`suspended_at is null and workout_visibility in ('public', 'followers_only')`

/** Whether a workout of any of the owners is in the timeline: the viewer's always are. */
const isSeen = (viewerId: RawBuilder<number>) =>
  sql`(workouts.user_id = ${viewerId} or (${IS_SHARED}))`

const NEWEST_FIRST = sql`order by workout_date desc, id desc`

/**
 * The rows of the workouts whose ids are in `page`. The order of the join prevents SQLite from reading all workouts.
 */
const LISTED = sql`select ${sql.join(LISTED_COLUMNS.map((name) => sql.ref(name)))}
  from page cross join workouts on workouts.id = page.id`

/** With more owners, the statement that names each of them becomes too long to be worthwhile. */
const MAX_OWNERS_LISTED = 40

/** A page with other owners by name (`owner_0`, …), unless they are more than `MAX_NAMED`. */
type MergedPage = TimelinePage & Record<`owner_${number}`, number>

const merged = preparedByShape(
  ({ others }: { others: number }) =>
    (db, slot: Placeholders<MergedPage>) => ({
      compile: () =>
        sql<ListedWorkout>`
    with page as materialized (${others > MAX_OWNERS_LISTED ? mergeQueue(slot) : mergeNamed(others, slot)})
    ${LISTED}`.compile(db),
    }),
)

/** Merges the workouts of a few owners; SQLite itself merges the parts of a sorted union. */
function mergeNamed(others: number, slot: Placeholders<MergedPage>): RawBuilder<unknown> {
  const selectWorkouts = (owner: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`select id, workout_date from workouts where user_id = ${owner} and ${condition}`
  const parts = [
    selectWorkouts(slot.viewerId, sql`true`),
    ...Array.from({ length: others }, (_, at) =>
      selectWorkouts(sql`${slot[`owner_${at}`]}`, IS_SHARED),
    ),
  ]
  return sql`${sql.join(parts, sql` union all `)} ${NEWEST_FIRST}
    limit ${slot.limit} offset ${slot.skipped}`
}

/**
 * Merges the workouts of many owners: a priority queue has one workout of each, and when SQLite takes one out, the next
 * of the same owner takes its place. A page costs one step for each owner and for each workout before its end.
 *
 * NOTE date and id are selected one by one because both are in an index: the row would have to be read otherwise.
 */
function mergeQueue(slot: Placeholders<TimelinePage>): RawBuilder<unknown> {
  const newest = (column: 'workout_date' | 'id', condition: RawBuilder<unknown>) =>
    sql`(select ${sql.ref(column)} from workouts
      where ${condition} and ${isSeen(slot.viewerId)} ${NEWEST_FIRST} limit 1)`
  const first = sql`user_id = owner.value`
  const next = sql`user_id = owner_id and (workout_date, id) < (newest_date, newest_id)`
  return sql`
    with recursive queue (owner_id, newest_date, newest_id) as (
      select owner.value, ${newest('workout_date', first)} as newest_date,
        ${newest('id', first)} as newest_id
      from json_each(${slot.owners}) as owner
      union all
      select owner_id, ${newest('workout_date', next)}, ${newest('id', next)}
      from queue where newest_id is not null
      order by newest_date desc, newest_id desc limit ${slot.limit} offset ${slot.skipped})
    select newest_id as id from queue`
}

/** Bounds of a page far from the newest workouts. */
interface DistantPage extends TimelinePage {
  /** Milliseconds: every workout of the page is at or after `since` and before `until`. */
  since: number
  until: number
  /** The day of the page's first workout in the time zone of its owner, and when the next day begins at the earliest. */
  day: number
  nextDay: number
  /** Workouts of later days, each in the time zone of its owner. */
  newer: number
}

/**
 * Reads the workouts of a few days. Day boundaries differ between time zones, so some workouts before `until` are of
 * later days (`is_newer`). They are part of `newer` but are read here as well, so they are not skipped twice.
 */
const distant = prepared((db, slot: Placeholders<DistantPage>) => ({
  compile: () =>
    sql<ListedWorkout>`
    with near as materialized (
      select workouts.id, workouts.workout_date, workouts.workout_date >= ${slot.nextDay}
        and period_number('day', workouts.workout_date,
          (select timezone from users where users.id = workouts.user_id)) > ${slot.day} as is_newer
      from json_each(${slot.owners}) as owner cross join workouts
        on workouts.user_id = owner.value and ${isSeen(slot.viewerId)}
          and workouts.workout_date >= ${slot.since} and workouts.workout_date < ${slot.until}),
    page as materialized (
      select id from near ${NEWEST_FIRST} limit ${slot.limit}
      offset ${slot.skipped} - ${slot.newer} + (select count(*) from near where is_newer))
    ${LISTED}`.compile(db),
}))

/** Up to this many workouts, and one more for each owner, merging is cheaper than reading the totals of all owners. */
const MAX_MERGED = 50

/**
 * One page of a timeline, newest first: all workouts of the viewer, and those that the owners show to their followers.
 * The cost depends on the number of owners, but not on the number of the page.
 */
export async function listTimelineWorkouts(
  db: Db,
  { userId, owners }: { userId: number; owners: readonly number[] },
  { page, perPage }: PageRequest,
): Promise<ListedWorkout[]> {
  const skipped = (page - 1) * perPage
  const all = JSON.stringify([userId, ...owners])
  const values = { viewerId: userId, owners: all, limit: perPage, skipped }
  const isNear = skipped <= MAX_MERGED + owners.length
  const rows = await (isNear ? listMerged(db, values, owners) : listDistant(db, values))
  // Sorting so few rows here is cheaper than in the statement, which usually returns them in this order but does not
  // guarantee it.
  return rows.sort((one, other) => other.workout_date - one.workout_date || other.id - one.id)
}

function listMerged(db: Db, page: TimelinePage, others: readonly number[]) {
  const named = others.length > MAX_OWNERS_LISTED ? [] : others
  return merged({ others: Math.min(others.length, MAX_OWNERS_LISTED + 1) }).all(db, {
    ...page,
    ...Object.fromEntries(named.map((id, at) => [`owner_${at}`, id])),
  })
}

async function listDistant(db: Db, page: TimelinePage): Promise<ListedWorkout[]> {
  const listCounts: ListCounts = (period, span) => listSeenCounts(db, page, { period, ...span })
  const first = await findRankedDay(page.skipped + 1, listCounts)
  if (!first) return []
  const last = await findRankedDay(page.skipped + page.limit, listCounts)
  const end = possibleInstants(first.day + 1)
  return distant.all(db, {
    ...page,
    ...first,
    since: last ? possibleInstants(last.day).earliest : Number.MIN_SAFE_INTEGER,
    until: end.latest,
    nextDay: end.earliest,
  })
}

const totals = cachedQuery((db, slot: Placeholders<{ userId: number; owners: string }>) => ({
  compile: () =>
    sql<{ total: number }>`
      select coalesce(sum(iif(user_id = ${slot.userId}, workouts, shared)), 0) as total
      from workout_sums where user_id in ${anyIn(slot.owners)} and period = 'all' and number = 0`.compile(
      db,
    ),
}))

/** Counts the workouts of a timeline from the stored totals. */
export async function countTimeline(
  db: Db,
  { userId, owners }: { userId: number; owners: readonly number[] },
): Promise<number> {
  const found = await totals.first(db, { userId, owners: JSON.stringify([userId, ...owners]) })
  return found?.total ?? 0
}

/** The newest workouts of a user that match a condition on `workouts`, without suspended ones. */
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

/** The newest public workouts of a user with the columns for lists, including suspended ones. */
export const listPublishedWorkouts = (
  db: Db,
  userId: number,
  limit: number,
): Promise<ListedWorkout[]> =>
  db
    .selectFrom('workouts')
    .select(LISTED_COLUMNS)
    .where('user_id', '=', userId)
    .where('workout_visibility', '=', 'public')
    .orderBy('workout_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
