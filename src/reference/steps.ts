/** Hiking, running, walking, trail, snowshoes, mountaineering: the whole catalogue would weigh more than all of this file. */
const ON_FOOT: readonly number[] = [3, 5, 6, 8, 12, 14]

/** Whether cadence of a sport is counted in steps, not in turns. */
export const countsSteps = (sportId: number): boolean => ON_FOOT.includes(sportId)
