import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EffortConditions } from '@/store/db/queries/segments/leaderboards'
import type { Visibility } from '@/store/db/schema/columns'
import { type SqlViewer, visibleTo } from './visibility'
import { workoutPartVisibleTo, workoutVisibleTo } from './workout'

/** Whether a viewer may see a segment, on `ranked_segments`: never one that shows a place that its owner hides. */
export function segmentVisibleTo(viewer: SqlViewer): RawBuilder<SqlBool> {
  const owner = sql.ref<number>('ranked_segments.user_id')
  const level = sql.ref<Visibility>('ranked_segments.visibility')
  const isTheirs = viewer ? sql`or ${segmentOf(viewer.userId)}` : sql``
  return sql`(${visibleTo(viewer, { level, owner })}
    and (ranked_segments.is_hidden = 0 ${isTheirs}))`
}

/** Whether a segment belongs to a user. */
export const segmentOf = (userId: number | Expression<number>): RawBuilder<SqlBool> =>
  sql`ranked_segments.user_id = ${userId}`

/** Whether a viewer finds a segment by its place: one that the viewer may see, of an account that is not suspended. */
export function segmentFoundBy(viewer: SqlViewer): RawBuilder<SqlBool> {
  const isTheirs = viewer ? sql`${segmentOf(viewer.userId)} or` : sql``
  return sql`(${segmentVisibleTo(viewer)} and (${isTheirs} ${isActive(sql.ref('ranked_segments.user_id'))}))`
}

const isActive = (user: RawBuilder<number>): RawBuilder<SqlBool> =>
  sql`exists (select 1 from users where id = ${user} and suspended_at is null)`

/**
 * Which efforts on segments a viewer may see: the viewer's own, and those of which nothing is hidden, in workouts whose
 * map the viewer may see and of accounts that are not suspended.
 */
export function effortsVisibleTo(viewer: SqlViewer): EffortConditions {
  const isTheirs = viewer ? sql`segment_efforts.user_id = ${viewer.userId}` : sql`false`
  return {
    audience: (user) =>
      viewer
        ? sql`case when ${user} = ${viewer.userId} then 'private'
          when ${isFollowed(viewer, user)} then 'followers_only' else 'public' end`
        : sql`'public'`,
    isSeen: sql`(${workoutVisibleTo(viewer)} and ${workoutPartVisibleTo(viewer, 'map')}
      and (${isTheirs} or (segment_efforts.is_hidden = 0
        and ${isActive(sql.ref('segment_efforts.user_id'))})))`,
  }
}

const isFollowed = ({ userId, isSuspended }: NonNullable<SqlViewer>, user: RawBuilder<number>) =>
  isSuspended
    ? sql`false`
    : sql`exists (select 1 from follows
        where follower_id = ${userId} and followed_id = ${user} and state = 'approved')`
