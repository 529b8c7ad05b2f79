import type { Preferences } from '@/web/state/preferences'
import type { WorkoutFields } from './workout-fields'
import { toManualNumbers, withSport } from './workout-fields'

/** Fields of a request that changes a workout, named as in the API. */
export type WorkoutChange = Record<string, unknown>

/** Names in the API of the fields that all workouts have, by their names in the form. */
const COMMON = {
  sport: 'sport_id',
  title: 'title',
  description: 'description',
  notes: 'notes',
  equipment: 'equipment_ids',
  visibility: 'workout_visibility',
  photos: 'media_visibility',
} as const

const RECORDED = {
  analysis: 'analysis_visibility',
  map: 'map_visibility',
  elevation: 'elevation_data_source',
} as const

const MEASURED = {
  duration: ['duration'],
  distance: ['distance'],
  ascent: ['ascent', 'descent'],
  descent: ['ascent', 'descent'],
  calories: ['calories'],
  day: ['workout_date'],
  time: ['workout_date'],
} as const

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/**
 * Returns the fields that differ between two states of the form. Unchanged values are not sent, because the form
 * displays them rounded. Ascent and descent are always sent together.
 */
export function workoutChanges(
  before: WorkoutFields,
  after: WorkoutFields,
  { withFile, preferences }: { withFile: boolean; preferences: Preferences },
): WorkoutChange {
  const changes: WorkoutChange = {}
  const names = { ...COMMON, ...(withFile && RECORDED) }
  for (const [field, name] of Object.entries(names)) {
    const key = field as keyof typeof names
    if (differ(before[key], after[key])) changes[name] = after[key]
  }
  if (withFile) return changes
  const numbers: Record<string, unknown> = toManualNumbers(after, preferences)
  const converted = withSport(before, after.sport, preferences)
  for (const [field, sent] of Object.entries(MEASURED)) {
    const key = field as keyof typeof MEASURED
    if (converted[key] === after[key]) continue
    for (const name of sent) changes[name] = numbers[name]
  }
  return changes
}
