import { baseSportId } from './base-sport'

/**
 * Hiking, running, walking, trail, snowshoes, mountaineering, elliptical, stair climber, golf, disc golf, treadmill. The
 * browser needs this list, and importing the whole catalogue of sports would be too large for it.
 */
const ON_FOOT: readonly number[] = [3, 5, 6, 8, 12, 14, 1101, 1102, 1118, 1119, 1200, 1203]

/** Whether cadence of a sport is counted in steps, not in turns. */
export const countsSteps = (sportId: number): boolean => ON_FOOT.includes(baseSportId(sportId))
