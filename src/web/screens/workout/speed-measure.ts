import { isSwimming } from '@/reference/swimming'
import type { Workout } from '@/web/api/workouts'
import {
  type NumberPreferences,
  paceOf,
  type Quantity,
  speedOf,
  swimPaceOf,
} from '@/web/format/quantity'
import { secondsPer100m } from '@/web/format/units'
import type { TextKey } from '@/web/i18n/text'

const SECONDS_PER_HOUR = 3600

/** How the speed of a workout's parts is told: by pace where the workout is, of 100 metres where it is a swim. */
export function speedMeasure(
  { ave_pace, sport_id: sportId }: Pick<Workout, 'ave_pace' | 'sport_id'>,
  preferences: NumberPreferences,
): {
  label: TextKey
  /** Writes km/h; null for what has none. Standstill has no pace. */
  write: (kilometresPerHour: number | null) => Quantity
} {
  if (isSwimming(sportId))
    return { label: 'series.pace', write: (kmh) => swimPaceOf(secondsPer100m(kmh ?? 0)) }
  return ave_pace === null
    ? { label: 'series.speed', write: (kmh) => speedOf(kmh, preferences) }
    : {
        label: 'series.pace',
        write: (kmh) => paceOf(kmh ? SECONDS_PER_HOUR / kmh : null, preferences),
      }
}
