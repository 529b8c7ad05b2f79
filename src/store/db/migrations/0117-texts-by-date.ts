/**
 * Descriptions and notes beside the dates of the workouts that have any: a search in them passes over all others, and
 * reads no row of a workout but those it finds. They are analysed at once, as the index by sport.
 */
export const textsByDate = [
  `create index workouts_by_description
    on workouts (user_id, workout_date desc, id desc, suspended_at, workout_visibility, description)
    where description is not null`,
  `create index workouts_by_notes
    on workouts (user_id, workout_date desc, id desc, suspended_at, workout_visibility, notes)
    where notes is not null`,
  'analyze workouts_by_description',
  'analyze workouts_by_notes',
]
