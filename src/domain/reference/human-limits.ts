/** Beats per minute: heart rates outside of these limits are errors of the sensor. */
export const HEART_RATE_LIMITS = [25, 240] as const

/** Watts that no athlete reaches for even a second: above the best sprints of track cyclists. */
export const MAX_POWER = 2600
