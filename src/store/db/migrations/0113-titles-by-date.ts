/**
 * Titles beside the dates of workouts: a search for one passes over all others without reading their rows. It is analysed
 * at once, as the index by sport.
 */
export const titlesByDate = [
  'drop index workouts_by_date',
  `create index workouts_by_date
    on workouts (user_id, workout_date desc, id desc, suspended_at, workout_visibility, title)`,
  'analyze workouts_by_date',
]
