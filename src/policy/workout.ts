import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Thumbnail } from '@/domain/reference/thumbnail'
import type { Visibility } from '@/store/db/schema/columns'
import type { SportDisplay } from './sport-display'
import {
  canSee,
  effectiveLevels,
  type Relation,
  type SqlViewer,
  stricter,
  stricterOf,
  visibleTo,
  type WorkoutLevels,
} from './visibility'

/** The facts that decide which parts of a workout may be seen. */
export interface SeenWorkout extends WorkoutLevels {
  user_id: number
  suspended_at: number | null
}

/** The facts that decide who may see the photos of a workout. */
export interface PhotographedWorkout extends SeenWorkout {
  media_visibility: Visibility
}

/** The visibilities that an owner sets for heart rate and calories of all their workouts. */
export interface OwnerLevels {
  hr_visibility: Visibility
  calories_visibility: Visibility
}

/** Which parts of a visible workout the caller may see. */
export interface WorkoutPermissions {
  relation: Relation
  analysis: boolean
  map: boolean
  heartRate: boolean
  calories: boolean
  /** The date of and the reason for the suspension. */
  suspension: boolean
  display: SportDisplay
  /** Effective visibilities, not the stored ones. */
  levels: WorkoutLevels
}

/**
 * Whether a workout may be seen in full; if not, the response is 404. A suspended one is only for its owner and for
 * moderators who review it.
 */
export const canSeeWorkout = (workout: SeenWorkout, relation: Relation): boolean =>
  (workout.suspended_at === null || relation.isOwner || relation.isReviewing) &&
  canSee(workout.workout_visibility, relation)

/** The effective visibility of a workout's photos: they are never more visible than the workout. */
export const photoLevel = ({
  media_visibility: photos,
  workout_visibility: workout,
}: Pick<PhotographedWorkout, 'media_visibility' | 'workout_visibility'>): Visibility =>
  stricter(photos, workout)

/** Whether the photos of a workout may be seen. */
export const canSeePhotos = (workout: PhotographedWorkout, relation: Relation): boolean =>
  canSeeWorkout(workout, relation) && canSee(photoLevel(workout), relation)

/** Whether the caller may know that a suspended workout exists: users who have commented on it may. */
export const canSeeThatSuspended = (
  workout: SeenWorkout,
  relation: Relation,
  { hasCommented }: { hasCommented: boolean },
): boolean => hasCommented && canSee(workout.workout_visibility, relation)

/** Which parts of a visible workout the caller may see. Reviewing reveals neither heart rate nor calories. */
export function workoutPermissions(
  workout: SeenWorkout,
  owner: OwnerLevels,
  { relation, display }: { relation: Relation; display: SportDisplay },
): WorkoutPermissions {
  const levels = effectiveLevels(workout)
  const personally = { ...relation, isReviewing: false }
  return {
    relation,
    analysis: canSee(levels.analysis_visibility, relation),
    map: canSee(levels.map_visibility, relation),
    heartRate: canSee(owner.hr_visibility, personally),
    calories: canSee(owner.calories_visibility, personally),
    suspension: relation.isOwner || relation.isReviewing,
    display,
    levels,
  }
}

/** Returns a thumbnail if the caller may see what it shows: the map, or the charts and the heart rate in them. */
export function visibleThumbnail(
  thumbnail: Thumbnail | undefined,
  { map, analysis, heartRate }: WorkoutPermissions,
): Thumbnail | undefined {
  if (thumbnail?.kind === 'route') return map ? thumbnail : undefined
  return analysis && (thumbnail?.kind !== 'heart_rate' || heartRate) ? thumbnail : undefined
}

const OWNER = sql.ref<number>('workouts.user_id')

const WORKOUT_LEVEL = sql.ref<Visibility>('workouts.workout_visibility')

const ANALYSIS_LEVEL = stricterOf(sql.ref('workouts.analysis_visibility'), WORKOUT_LEVEL)

const LEVELS = {
  analysis: ANALYSIS_LEVEL,
  map: stricterOf(sql.ref('workouts.map_visibility'), ANALYSIS_LEVEL),
  heartRate: sql.ref<Visibility>('users.hr_visibility'),
  calories: sql.ref<Visibility>('users.calories_visibility'),
}

/** SQL equivalent of `canSeeWorkout`, for the table `workouts`. */
export function workoutVisibleTo(viewer: SqlViewer): RawBuilder<SqlBool> {
  const visible = visibleTo(viewer, { level: WORKOUT_LEVEL, owner: OWNER })
  if (viewer?.isReviewing) return visible
  const isTheirs = viewer ? sql`or ${OWNER} = ${viewer.userId}` : sql``
  return sql`((workouts.suspended_at is null ${isTheirs}) and ${visible})`
}

/**
 * SQL equivalent of `workoutPermissions`: whether a part of a visible workout may be seen. For heart rate and calories,
 * `workouts` must be joined with `users`.
 */
export function workoutPartVisibleTo(
  viewer: SqlViewer,
  part: 'analysis' | 'map' | 'heartRate' | 'calories',
): RawBuilder<SqlBool> {
  const isPersonal = part === 'heartRate' || part === 'calories'
  const viewerWithoutReview = viewer && isPersonal ? { ...viewer, isReviewing: false } : viewer
  return visibleTo(viewerWithoutReview, { level: LEVELS[part], owner: OWNER })
}

/** Whether an audience may see the map of a workout: everyone, the followers of its owner, or only the owner. */
export function mapVisibleToAudience(audience: Visibility): RawBuilder<SqlBool> {
  if (audience === 'private') return sql`true`
  const levels = audience === 'public' ? sql`('public')` : sql`('public', 'followers_only')`
  return sql`(workouts.suspended_at is null and (${LEVELS.map}) in ${levels})`
}

/** Whether fewer users may see the map. Those who know its URL must lose access. */
export function isMapNarrowed(former: SeenWorkout, workout: SeenWorkout): boolean {
  const [before, now] = [former, workout].map((row) => effectiveLevels(row).map_visibility)
  const isNarrower = before !== undefined && now !== undefined && before !== now
  return (
    (isNarrower && stricter(before, now) === now) ||
    (former.suspended_at === null && workout.suspended_at !== null)
  )
}
