/** Microseconds in a second: the unit of times in tracks. */
export const MICROSECONDS = 1e6

export const KMH_PER_MS = 3.6

export const METRES_PER_KM = 1000
