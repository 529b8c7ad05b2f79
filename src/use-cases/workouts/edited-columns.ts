import type { Visibility } from '@/db/columns'
import type { WorkoutChanges as Columns, WorkoutRow } from '@/db/queries/workouts'
import { invalidPayload } from '@/errors'
import { parseLocalMinute } from '@/lib/local-date'
import { stricter } from '@/policy/visibility'
import {
  type ManualClimbs,
  manualColumns,
  requireCalories,
  requireClimbs,
  requireDuration,
  requirePositive,
} from './manual-numbers'
import { cutText } from './workout-fields'

/** Changes of a workout; those that do not fit its kind are refused. */
export interface WorkoutChanges {
  sport_id?: number | string
  title?: string | null
  description?: string | null
  notes?: string | null
  equipment_ids?: unknown
  workout_visibility?: Visibility
  /** With a recording only. */
  analysis_visibility?: Visibility | null
  map_visibility?: Visibility | null
  elevation_data_source?: unknown
  /** Without a recording only. */
  ascent?: unknown
  descent?: unknown
  distance?: unknown
  duration?: unknown
  workout_date?: unknown
  calories?: unknown
}

/**
 * The columns that a payload changes, but for climbs; values that mean "leave it as it is" are left out.
 *
 * @throws 400 with the text for the first value that cannot be used.
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
    ...('calories' in changes && { calories: requireCalories(changes.calories) || null }),
  }
}

function changedTexts({ title, description, notes }: WorkoutChanges): Columns {
  return {
    ...(typeof title === 'string' && { title: cutText('title', title) }),
    ...(typeof description === 'string' && { description: cutText('description', description) }),
    ...(typeof notes === 'string' && { notes: cutText('notes', notes) }),
  }
}

/** Analysis and map are kept no wider than what they belong to; the workout's own level touches neither. */
function changedLevels(workout: WorkoutRow, changes: WorkoutChanges): Columns {
  const { workout_visibility = workout.workout_visibility } = changes
  const { analysis_visibility: analysis, map_visibility: map } = changes
  const storedAnalysis = analysis
    ? stricter(analysis, workout_visibility)
    : workout.analysis_visibility
  return {
    workout_visibility,
    analysis_visibility: storedAnalysis,
    ...(map && { map_visibility: stricter(map, stricter(storedAnalysis, workout_visibility)) }),
  }
}

/**
 * The climbs that a payload changes: both or none. Their limits are another matter.
 *
 * @throws 400 when one is missing, negative or no number; a value alone is refused even when it is null.
 */
export function changedClimbs(changes: WorkoutChanges): Partial<ManualClimbs> {
  const given = [changes.ascent, changes.descent].filter((value) => value !== undefined)
  if (given.length === 0) return {}
  return requireClimbs(given.length === 2 ? changes : { ascent: Number.NaN })
}

function requireDate(value: unknown, timezone: string): number {
  const instant = typeof value === 'string' ? parseLocalMinute(value, timezone) : undefined
  if (instant === undefined) throw invalidPayload()
  return instant
}

/** Distance and duration; a value that is null or zero stays as it is. */
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
