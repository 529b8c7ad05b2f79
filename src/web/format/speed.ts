import { isSwimming } from '@/reference/swimming'
import type { TextKey } from '@/web/i18n/text'
import { parseDuration } from './duration'
import { type NumberPreferences, paceOf, type Quantity, speedOf, swimPaceOf } from './quantity'

const SECONDS_PER_HOUR = 3600

/** What of a workout, or of several of a sport, tells how its speed is told. */
interface Moved {
  sport_id: number
  /** Per kilometre; null where the sport is told by speed. */
  ave_pace: string | null
}

/** A mean of a workout, or of several of a sport: km/h, with its pace where the sport is told by it. */
type Mean = Moved & { ave_speed: number | null }

const WORDS = {
  speed: { label: 'series.speed', average: 'stat.averageSpeed' },
  pace: { label: 'series.pace', average: 'stat.averagePace' },
} as const satisfies Record<string, Record<string, TextKey>>

/** Km/h of a swim as its pace; standstill has none. */
export const swimSpeedOf = (
  kilometresPerHour: number | null,
  preferences: NumberPreferences,
): Quantity => swimPaceOf(kilometresPerHour ? 360 / kilometresPerHour : null, preferences)

/** How speeds of a sport are told: as paces where its workouts have one, of 100 metres or yards where they are swims. */
export function speedMeasure(
  { ave_pace, sport_id: sportId }: Moved,
  preferences: NumberPreferences,
): {
  /** What such a number is called, and a mean of them. */
  label: TextKey
  average: TextKey
  /** Writes km/h; null for what has none. Standstill has no pace. */
  write: (kilometresPerHour: number | null) => Quantity
} {
  if (isSwimming(sportId)) return { ...WORDS.pace, write: (kmh) => swimSpeedOf(kmh, preferences) }
  return ave_pace === null
    ? { ...WORDS.speed, write: (kmh) => speedOf(kmh, preferences) }
    : {
        ...WORDS.pace,
        write: (kmh) => paceOf(kmh ? SECONDS_PER_HOUR / kmh : null, preferences),
      }
}

/** A mean speed as its sport is told. */
export function averageOf(mean: Mean, preferences: NumberPreferences): Quantity {
  const pace = parseDuration(mean.ave_pace)
  return pace === null
    ? speedMeasure(mean, preferences).write(mean.ave_speed)
    : paceOf(pace, preferences)
}
