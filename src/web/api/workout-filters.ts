/** The filters of the list of workouts, by the names that the API and the page's address have for them. */
export const FILTER_NAMES = [
  'title',
  'notes',
  'description',
  'sport_id',
  'equipment_id',
  'workout_visibility',
  'from',
  'to',
  'distance_from',
  'distance_to',
  'duration_from',
  'duration_to',
  'ave_speed_from',
  'ave_speed_to',
  'order_by',
  'order',
] as const

/** Chosen filters; lengths in kilometres, whatever the account reads. */
export type WorkoutFilters = { [Name in (typeof FILTER_NAMES)[number]]?: string | undefined }
