import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Visibility } from '@/db/columns'
import type { SportDisplay } from './sport-display'
import {
  canSee,
  effectiveLevels,
  type Relation,
  stricterOf,
  type Viewer,
  visibleTo,
  type WorkoutLevels,
} from './visibility'

/** The facts that decide what of a workout may be seen. */
export interface SeenWorkout extends WorkoutLevels {
  user_id: number
  suspended_at: number | null
}

/** The levels an owner sets for heart rate and calories of all own workouts. */
export interface OwnerLevels {
  hr_visibility: Visibility
  calories_visibility: Visibility
}

/** What a caller gets to see of a workout that the caller may see at all. */
export interface WorkoutSight {
  relation: Relation
  analysis: boolean
  map: boolean
  heartRate: boolean
  calories: boolean
  /** When and why it was suspended. */
  suspension: boolean
  display: SportDisplay
  /** Levels as they apply, not as they are stored. */
  levels: WorkoutLevels
}

/**
 * Whether a workout may be seen in full; the answer to one that may not is 404. A suspended one is for its owner
 * and for moderators who review it.
 */
export const canSeeWorkout = (workout: SeenWorkout, relation: Relation): boolean =>
  (workout.suspended_at === null || relation.isOwner || relation.isReviewing) &&
  canSee(workout.workout_visibility, relation)

/** Whether it may be seen that a suspended workout is there: by those who have commented on it. */
export const canSeeThatSuspended = (
  workout: SeenWorkout,
  relation: Relation,
  { hasCommented }: { hasCommented: boolean },
): boolean => hasCommented && canSee(workout.workout_visibility, relation)

/** The parts of a visible workout that the caller may see. Reviewing reveals neither heart rate nor calories. */
export function workoutSight(
  workout: SeenWorkout,
  owner: OwnerLevels,
  { relation, display }: { relation: Relation; display: SportDisplay },
): WorkoutSight {
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

const OWNER = sql.ref<number>('workouts.user_id')

const WORKOUT_LEVEL = sql.ref<Visibility>('workouts.workout_visibility')

const ANALYSIS_LEVEL = stricterOf(sql.ref('workouts.analysis_visibility'), WORKOUT_LEVEL)

const LEVELS = {
  analysis: ANALYSIS_LEVEL,
  map: stricterOf(sql.ref('workouts.map_visibility'), ANALYSIS_LEVEL),
  heartRate: sql.ref<Visibility>('users.hr_visibility'),
  calories: sql.ref<Visibility>('users.calories_visibility'),
}

/** SQL twin of `canSeeWorkout`, on the table `workouts`. */
export function workoutVisibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  const visible = visibleTo(viewer, { level: WORKOUT_LEVEL, owner: OWNER })
  if (viewer?.isReviewing) return visible
  const isTheirs = viewer ? sql`or ${OWNER} = ${viewer.userId}` : sql``
  return sql`((workouts.suspended_at is null ${isTheirs}) and ${visible})`
}

/**
 * SQL twin of `workoutSight`: whether a part may be seen of a workout that may be seen. For heart rate and calories
 * `workouts` must be joined with `users`.
 */
export function workoutPartVisibleTo(
  viewer: Viewer,
  part: 'analysis' | 'map' | 'heartRate' | 'calories',
): RawBuilder<SqlBool> {
  const isPersonal = part === 'heartRate' || part === 'calories'
  const judged = viewer && isPersonal ? { ...viewer, isReviewing: false } : viewer
  return visibleTo(judged, { level: LEVELS[part], owner: OWNER })
}
