import type { Preferences } from '@/web/state/preferences'
import type { WorkoutFields } from './workout-fields'
import { manualNumbersOf, withSport } from './workout-fields'

/** What the server is sent for a changed workout, by its names. */
export type WorkoutChange = Record<string, unknown>

/** Names of the server for what every workout has, by the names of the form. */
const COMMON = {
  sport: 'sport_id',
  title: 'title',
  description: 'description',
  notes: 'notes',
  equipment: 'equipment_ids',
  visibility: 'workout_visibility',
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
 * The changes between two states of a form; only what was changed, so that values which the form shows rounded stay
 * as they are. Ascent and descent belong together.
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
  const numbers: Record<string, unknown> = manualNumbersOf(after, preferences)
  const told = withSport(before, after.sport, preferences)
  for (const [field, sent] of Object.entries(MEASURED)) {
    const key = field as keyof typeof MEASURED
    if (told[key] === after[key]) continue
    for (const name of sent) changes[name] = numbers[name]
  }
  return changes
}
