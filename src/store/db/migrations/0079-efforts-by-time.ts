/**
 * Efforts by the sixty days in which they were made, so that the best of any time, and how the best became better, are
 * looked up once for each sixty days instead of effort by effort.
 */
export const effortsByTime = [
  `create index efforts_by_time on efforts (
    user_id, sport_id, kind, target, (workout_date + 62208000000000) / 5184000000,
    value, workout_date, workout_id
  )`,
]
