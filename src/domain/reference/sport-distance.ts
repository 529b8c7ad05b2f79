import { baseSportId } from './base-sport'

/**
 * Returns whether workouts of a sport have a distance: always, when a machine or GPS measured it, or never. Depends on
 * the range of the id, as `sports.json` describes.
 */
export function distanceOf(sportId: number): 'always' | 'optional' | 'never' {
  const id = baseSportId(sportId)
  if (id > 1000 && id < 1100) return 'never'
  return id >= 1100 && id < 1200 ? 'optional' : 'always'
}

/** Whether a workout has a distance to show. That of sports in one place is only the drift of GPS. */
export function hasDistance(workout: { sport_id: number; distance: number | null }): boolean {
  const distance = distanceOf(workout.sport_id)
  return distance === 'always' || (distance === 'optional' && Boolean(workout.distance))
}
