/** Kilograms between which weights of people are. */
export const LEAST_WEIGHT = 10
export const MOST_WEIGHT = 700
