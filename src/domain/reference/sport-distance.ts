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
