/** Where and when. */
export interface Occasion {
  lat: number
  lon: number
  /** Milliseconds since the Unix epoch. */
  at: number
}

const HOUR = 3_600_000
const SECONDS_PER_HOUR = 3600

/** The nearest full hour as seconds since the Unix epoch; half past belongs to the next one. */
export const nearestHour = (at: number): number =>
  Math.floor((at + HOUR / 2) / HOUR) * SECONDS_PER_HOUR
