import { VISIBILITIES, type Visibility } from '@/db/columns'

/** What a viewer is to the owner of something. */
export interface Relation {
  isOwner: boolean
  /** Has an approved follow of the owner. */
  isFollower: boolean
  /** The owner has blocked the viewer. */
  isBlocked: boolean
}

/** Anonymous callers, and users without any tie to the owner. */
export const STRANGER: Relation = { isOwner: false, isFollower: false, isBlocked: false }

/** The less open of two levels. */
export const stricter = (one: Visibility, other: Visibility): Visibility =>
  VISIBILITIES.indexOf(one) > VISIBILITIES.indexOf(other) ? one : other

/** Whether something of this level may be seen. */
export function canSee(level: Visibility, { isOwner, isFollower, isBlocked }: Relation): boolean {
  if (isOwner) return true
  if (level === 'public') return !isBlocked
  return level === 'followers_only' && isFollower && !isBlocked
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
