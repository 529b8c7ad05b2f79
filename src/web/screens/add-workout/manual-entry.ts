import type { ManualEntry } from '@/web/api/workouts'
import type { manualNumbersOf, WorkoutFields } from '@/web/workout-form/workout-fields'

/** What the server is sent for a new workout; what is empty is left to its defaults. */
export function manualEntryOf(
  fields: WorkoutFields,
  numbers: ReturnType<typeof manualNumbersOf>,
): ManualEntry {
  const { ascent, descent, calories, ...measured } = numbers
  const { title, description, notes, equipment } = fields
  return {
    sport_id: fields.sport,
    ...measured,
    ...(ascent !== null && descent !== null && { ascent, descent }),
    ...(calories !== null && { calories }),
    ...(title && { title }),
    ...(description && { description }),
    ...(notes && { notes }),
    ...(equipment !== null && { equipment_ids: equipment }),
  }
}
