/** The best of the workouts that others may see: as the indexes of records, for those that are not private. */
const bestShown = (metric: string, order: 'asc' | 'desc') =>
  `create index workouts_shown_${metric}
    on workouts (user_id, sport_id, workout_visibility, ${metric} ${order}, workout_date)
    where ${metric} > 0 and suspended_at is null and workout_visibility <> 'private'`

export const shownRecords = [
  bestShown('ave_speed', 'desc'),
  bestShown('distance', 'desc'),
  bestShown('moving', 'desc'),
  bestShown('max_speed', 'desc'),
  bestShown('ascent', 'desc'),
  bestShown('ave_pace', 'asc'),
  bestShown('best_pace', 'asc'),
]
