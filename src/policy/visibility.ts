import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasRole, type Visitor } from '@/caller'
import { VISIBILITIES, type Visibility } from '@/db/columns'

/** What a viewer is to the owner of something. */
export interface Relation {
  isOwner: boolean
  /** Has an approved follow of the owner, and is not suspended. */
  isFollower: boolean
  /** The owner has blocked the viewer. */
  isBlocked: boolean
  /** A moderator who looks at something that was reported. */
  isReviewing: boolean
}

/** Anonymous callers, and users without any tie to the owner. */
export const STRANGER: Relation = {
  isOwner: false,
  isFollower: false,
  isBlocked: false,
  isReviewing: false,
}

/** Who looks at something; undefined for anonymous callers. */
export type Viewer = { userId: number; isSuspended: boolean; isReviewing: boolean } | undefined

/** The same in a statement, where the user may be a slot. */
export type SqlViewer =
  | { userId: number | Expression<number>; isSuspended: boolean; isReviewing: boolean }
  | undefined

/** The viewer that a visitor is; `inReport` when the visitor looks at the content of a report. */
export const viewerOf = (visitor: Visitor, { inReport }: { inReport: boolean }): Viewer =>
  visitor && {
    userId: visitor.userId,
    isSuspended: visitor.suspended,
    isReviewing: inReport && hasRole(visitor, 'moderator'),
  }

/** The less open of two levels. */
export const stricter = (one: Visibility, other: Visibility): Visibility =>
  VISIBILITIES.indexOf(one) > VISIBILITIES.indexOf(other) ? one : other

/** Whether something of this level may be seen. */
export function canSee(
  level: Visibility,
  { isOwner, isFollower, isBlocked, isReviewing }: Relation,
): boolean {
  if (isOwner || isReviewing) return true
  if (isBlocked) return false
  return level === 'public' || (level === 'followers_only' && isFollower)
}

type Level = Expression<Visibility>

/** SQL twin of `stricter`. */
export const stricterOf = (one: Level, other: Level): RawBuilder<Visibility> =>
  sql`case when 'private' in (${one}, ${other}) then 'private'
    when 'followers_only' in (${one}, ${other}) then 'followers_only' else 'public' end`

/** SQL twin of `canSee`, for a level and an owner given as columns or expressions. */
export function visibleTo(
  viewer: SqlViewer,
  { level, owner }: { level: Level; owner: Expression<number> },
): RawBuilder<SqlBool> {
  if (!viewer) return sql`${level} = 'public'`
  if (viewer.isReviewing) return sql`true`
  const { userId, isSuspended } = viewer
  const followed = isSuspended
    ? sql`false`
    : sql`(${level} = 'followers_only' and exists (select 1 from follows
        where follower_id = ${userId} and followed_id = ${owner} and state = 'approved'))`
  return sql`(${owner} = ${userId} or ((${level} = 'public' or ${followed}) and not exists
    (select 1 from blocks where blocker_id = ${owner} and blocked_id = ${userId})))`
}

/** The three levels of a workout, each never wider than the one it belongs to. */
export interface WorkoutLevels {
  workout_visibility: Visibility
  analysis_visibility: Visibility
  map_visibility: Visibility
}

/** Levels that apply: analysis within the workout, map within the analysis. */
export function effectiveLevels(stored: WorkoutLevels): WorkoutLevels {
  const analysis = stricter(stored.analysis_visibility, stored.workout_visibility)
  return {
    workout_visibility: stored.workout_visibility,
    analysis_visibility: analysis,
    map_visibility: stricter(stored.map_visibility, analysis),
  }
}

export const isOwner = (visitor: Visitor, userId: number): boolean => visitor?.userId === userId
