import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { VISIBILITIES, type Visibility } from '@/store/db/schema/columns'
import { hasRole, type Visitor } from './caller'

/** The relationship of a viewer to the owner of an object. */
export interface Relation {
  isOwner: boolean
  /** The viewer has an approved follow of the owner, and is not suspended. */
  isFollower: boolean
  /** The owner has blocked the viewer. */
  isBlocked: boolean
  /** The viewer is a moderator who reviews a reported object. */
  isReviewing: boolean
}

/** Anonymous callers, and users without any relationship to the owner. */
export const STRANGER: Relation = {
  isOwner: false,
  isFollower: false,
  isBlocked: false,
  isReviewing: false,
}

/** The user who looks at an object; undefined for anonymous callers. */
export type Viewer = { userId: number; isSuspended: boolean; isReviewing: boolean } | undefined

/** A viewer in a statement, where the user may be a query parameter. */
export type SqlViewer =
  | { userId: number | Expression<number>; isSuspended: boolean; isReviewing: boolean }
  | undefined

/** Creates the viewer for a visitor. `inReport` says whether the visitor looks at the content of a report. */
export const viewerOf = (visitor: Visitor, { inReport }: { inReport: boolean }): Viewer =>
  visitor && {
    userId: visitor.userId,
    isSuspended: visitor.suspended,
    isReviewing: inReport && hasRole(visitor, 'moderator'),
  }

/** The stricter of two visibilities. */
export const stricter = (one: Visibility, other: Visibility): Visibility =>
  VISIBILITIES.indexOf(one) > VISIBILITIES.indexOf(other) ? one : other

/** Whether an object with this visibility may be seen. */
export function canSee(
  level: Visibility,
  { isOwner, isFollower, isBlocked, isReviewing }: Relation,
): boolean {
  if (isOwner || isReviewing) return true
  if (isBlocked) return false
  return level === 'public' || (level === 'followers_only' && isFollower)
}

type Level = Expression<Visibility>

/** SQL equivalent of `stricter`. */
export const stricterOf = (one: Level, other: Level): RawBuilder<Visibility> =>
  sql`case when 'private' in (${one}, ${other}) then 'private'
    when 'followers_only' in (${one}, ${other}) then 'followers_only' else 'public' end`

/** SQL equivalent of `canSee`, for a visibility and an owner given as columns or expressions. */
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

/** The three visibilities of a workout, as stored or effective. */
export interface WorkoutLevels {
  workout_visibility: Visibility
  analysis_visibility: Visibility
  map_visibility: Visibility
}

/**
 * Effective visibilities: the analysis is never more visible than the workout, and the map never more than the
 * analysis.
 */
export function effectiveLevels(stored: WorkoutLevels): WorkoutLevels {
  const analysis = stricter(stored.analysis_visibility, stored.workout_visibility)
  return {
    workout_visibility: stored.workout_visibility,
    analysis_visibility: analysis,
    map_visibility: stricter(stored.map_visibility, analysis),
  }
}

export const isOwner = (visitor: Visitor, userId: number): boolean => visitor?.userId === userId
