import type { Visitor } from '@/caller'
import type { Visibility } from '@/db/columns'
import type { SportDisplay } from './sport-display'
import { canSee, effectiveLevels, type Relation, type WorkoutLevels } from './visibility'

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
  display: SportDisplay
  /** Levels as they apply, not as they are stored. */
  levels: WorkoutLevels
}

export const isOwner = (visitor: Visitor, userId: number): boolean => visitor?.userId === userId

/** Whether a workout may be seen; the answer to one that may not is 404. Suspended ones are for their owner. */
export const canSeeWorkout = (workout: SeenWorkout, relation: Relation): boolean =>
  relation.isOwner ||
  (workout.suspended_at === null && canSee(workout.workout_visibility, relation))

/** The parts of a visible workout that the caller may see. */
export function workoutSight(
  workout: SeenWorkout,
  owner: OwnerLevels,
  { relation, display }: { relation: Relation; display: SportDisplay },
): WorkoutSight {
  const levels = effectiveLevels(workout)
  return {
    relation,
    analysis: canSee(levels.analysis_visibility, relation),
    map: canSee(levels.map_visibility, relation),
    heartRate: canSee(owner.hr_visibility, relation),
    calories: canSee(owner.calories_visibility, relation),
    display,
    levels,
  }
}
