import { HOUR } from '@/lib/time/clock'

/** A place and a time. */
export interface WeatherRequest {
  lat: number
  lon: number
  /** Milliseconds since the Unix epoch. */
  at: number
}

const SECONDS_PER_HOUR = 3600

/** The nearest full hour as seconds since the Unix epoch; half past is rounded up. */
export const nearestHour = (at: number): number =>
  Math.floor((at + HOUR / 2) / HOUR) * SECONDS_PER_HOUR
