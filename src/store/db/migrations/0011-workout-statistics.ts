/** An index that holds all that statistics read of a workout: rows with long texts are costly to visit. */
export const workoutStatistics = [
  `create index workouts_statistics on workouts (
    user_id, workout_date desc, id desc, sport_id, suspended_at, distance, moving, ascent, descent,
    ave_speed, max_speed, ave_pace, best_pace, calories
  )`,
]
