import { baseSportId } from './base-sport'
import { distanceOf } from './sport-distance'

/**
 * Sports of the catalogue whose recordings have the positions of a virtual world or of a building: Cycling (Virtual),
 * Elliptical, Stair Climber, Cycling (Indoor), Running (Treadmill), Pool Swimming, Rowing (Indoor), Walking (Treadmill)
 * and Ski Ergometer.
 */
const NOT_OUTDOORS: ReadonlySet<number> = new Set([
  13, 1101, 1102, 1103, 1200, 1201, 1202, 1203, 1210,
])

/** Whether the explorer tiles that workouts of a sport pass count as visited. */
export const hasExplorerTiles = (sportId: number): boolean =>
  distanceOf(sportId) !== 'never' && !NOT_OUTDOORS.has(baseSportId(sportId))
