import { isSwimming } from '@/domain/reference/swimming'
import type { TextKey } from '@/web/i18n/text'
import { parseDuration } from './duration'
import {
  formatPace,
  formatSpeed,
  formatSwimPace,
  type NumberPreferences,
  type Quantity,
} from './quantity'

const SECONDS_PER_HOUR = 3600

/** Fields of a workout, or of several workouts of one sport, that determine whether speeds are shown as paces. */
interface SpeedSource {
  sport_id: number
  /** Per kilometre; null if the sport shows speeds. */
  ave_pace: string | null
}

/** An average of one or several workouts of a sport: the speed in km/h, and the pace if the sport shows paces. */
type Average = SpeedSource & { ave_speed: number | null }

const TEXTS = {
  speed: { label: 'series.speed', average: 'stat.averageSpeed' },
  pace: { label: 'series.pace', average: 'stat.averagePace' },
} as const satisfies Record<string, Record<string, TextKey>>

/** Formats a swimming speed in km/h as a pace; zero has no pace. */
export const formatSwimSpeed = (
  kilometresPerHour: number | null,
  preferences: NumberPreferences,
): Quantity => formatSwimPace(kilometresPerHour ? 360 / kilometresPerHour : null, preferences)

/**
 * Returns how to format speeds of a sport: as paces if the workout has an average pace, for swims per 100 metres or
 * yards.
 */
export function getSpeedFormat(
  { ave_pace, sport_id: sportId }: SpeedSource,
  preferences: NumberPreferences,
): {
  /** Text keys for the name of the measure and for its average. */
  label: TextKey
  average: TextKey
  /** Formats a speed in km/h; null if there is none. A speed of zero has no pace. */
  format: (kilometresPerHour: number | null) => Quantity
} {
  if (isSwimming(sportId))
    return { ...TEXTS.pace, format: (kmh) => formatSwimSpeed(kmh, preferences) }
  return ave_pace === null
    ? { ...TEXTS.speed, format: (kmh) => formatSpeed(kmh, preferences) }
    : {
        ...TEXTS.pace,
        format: (kmh) => formatPace(kmh ? SECONDS_PER_HOUR / kmh : null, preferences),
      }
}

/** Formats an average as a speed or pace, depending on the sport. */
export function formatAverage(mean: Average, preferences: NumberPreferences): Quantity {
  const pace = parseDuration(mean.ave_pace)
  return pace === null
    ? getSpeedFormat(mean, preferences).format(mean.ave_speed)
    : formatPace(pace, preferences)
}
