/**
 * The index by sport holds what lists of one sport look at, in the order in which they are shown.
 *
 * NOTE it is analysed at once: SQLite takes an index of which it knows nothing for better than those of which it does,
 * and would look through this one for whatever somebody asks.
 */
export const workoutsBySport = [
  'drop index workouts_by_sport',
  `create index workouts_by_sport
    on workouts (user_id, sport_id, workout_date desc, id desc, suspended_at, distance)`,
  'analyze workouts_by_sport',
]
