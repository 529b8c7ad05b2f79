/** Limits of body weights, in kilograms. */
export const MIN_WEIGHT = 10
export const MAX_WEIGHT = 700
