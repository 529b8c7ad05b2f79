import { invalidPayload } from '@/lib/errors'
import { parseLocalMinute } from '@/lib/time/local-date'
import { stricter } from '@/policy/visibility'
import type { WorkoutChanges as Columns, WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { toSqlBool, type Visibility } from '@/store/db/schema/columns'
import {
  type ManualClimbs,
  manualColumns,
  requireCalories,
  requireClimbs,
  requireDuration,
  requirePositive,
} from './manual-numbers'
import { cutText } from './workout-fields'

/** Changes of a workout. Those that do not apply to its type are rejected. */
export interface WorkoutChanges {
  sport_id?: number | string
  title?: string | null
  description?: string | null
  notes?: string | null
  equipment_ids?: unknown
  workout_visibility?: Visibility
  media_visibility?: Visibility | null
  /** Short ids of the owner's photos, in order; the others are detached. */
  media_attachment_ids?: unknown
  /** Only with a recording. */
  analysis_visibility?: Visibility | null
  map_visibility?: Visibility | null
  elevation_data_source?: unknown
  /** Whether the workout is excluded from records, best efforts and rankings. */
  excluded_from_records?: boolean
  /** Only without a recording. */
  ascent?: unknown
  descent?: unknown
  distance?: unknown
  duration?: unknown
  workout_date?: unknown
  calories?: unknown
}

/**
 * Returns the columns that a payload changes, except climbs. Omits values that mean no change.
 *
 * @throws 400 with the message for the first invalid value.
 */
export function changedColumns(
  workout: WorkoutRow,
  changes: WorkoutChanges,
  timezone: string,
): Columns {
  const { workout_date: date } = changes
  return {
    ...changedTexts(changes),
    ...changedLevels(workout, changes),
    ...(date ? { workout_date: requireDate(date, timezone) } : {}),
    ...changedNumbers(workout, changes),
    ...changedExclusion(workout, changes),
    ...('calories' in changes && { calories: requireCalories(changes.calories) || null }),
  }
}

/** The efforts of a workout that is included again are searched for in the background. */
function changedExclusion(
  { is_excluded }: WorkoutRow,
  { excluded_from_records: excluded }: WorkoutChanges,
): Columns {
  if (excluded === undefined || toSqlBool(excluded) === is_excluded) return {}
  return { is_excluded: toSqlBool(excluded), ...(!excluded && { is_analysed: toSqlBool(false) }) }
}

function changedTexts({ title, description, notes }: WorkoutChanges): Columns {
  return {
    ...(typeof title === 'string' && { title: cutText('title', title) }),
    ...(typeof description === 'string' && { description: cutText('description', description) }),
    ...(typeof notes === 'string' && { notes: cutText('notes', notes) }),
  }
}

/**
 * Limits the visibility of analysis, map and photos to that of what they belong to. A change of the workout's visibility
 * affects none of them.
 */
function changedLevels(workout: WorkoutRow, changes: WorkoutChanges): Columns {
  const { workout_visibility = workout.workout_visibility } = changes
  const { analysis_visibility: analysis, map_visibility: map, media_visibility: photos } = changes
  const storedAnalysis = analysis
    ? stricter(analysis, workout_visibility)
    : workout.analysis_visibility
  return {
    workout_visibility,
    analysis_visibility: storedAnalysis,
    ...(photos && { media_visibility: stricter(photos, workout_visibility) }),
    ...(map && { map_visibility: stricter(map, stricter(storedAnalysis, workout_visibility)) }),
  }
}

/**
 * Returns the climbs that a payload changes, both or none, without checking their limits.
 *
 * @throws 400 when one is missing, negative or not a number; a single value is rejected even if it is null.
 */
export function changedClimbs(changes: WorkoutChanges): Partial<ManualClimbs> {
  const given = [changes.ascent, changes.descent].filter((value) => value !== undefined)
  if (given.length === 0) return {}
  return requireClimbs(given.length === 2 ? changes : { ascent: Number.NaN })
}

function requireDate(value: unknown, timezone: string): number {
  const instant = typeof value === 'string' ? parseLocalMinute(value, timezone) : undefined
  if (instant === undefined) throw invalidPayload('workout_date')
  return instant
}

/** Returns columns of a changed distance or duration. Null and zero mean no change. */
function changedNumbers(workout: WorkoutRow, { distance, duration }: WorkoutChanges): Columns {
  if (!distance && !duration) return {}
  return manualColumns({
    distance: distance ? requirePositiveNumber(distance) : workout.distance,
    duration: duration ? requireDuration(requirePositiveNumber(duration)) : workout.duration,
  })
}

function requirePositiveNumber(value: unknown): number {
  if (typeof value !== 'number') throw invalidPayload()
  return requirePositive(value)
}
