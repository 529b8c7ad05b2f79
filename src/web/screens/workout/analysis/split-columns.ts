import { isSwimming } from '@/reference/swimming'
import type { Split } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import { cadenceUnit } from '@/web/format/cadence'
import { formatClock } from '@/web/format/duration'
import {
  countOf,
  heightOf,
  type NumberPreferences,
  paceOf,
  type Quantity,
  speedOf,
  swimPaceOf,
} from '@/web/format/quantity'
import { secondsPer100m } from '@/web/format/units'
import { type TextKey, t } from '@/web/i18n/text'

const SECONDS_PER_HOUR = 3600

/** km/h in motion; 0 for a part without motion. */
export const splitSpeed = ({ distance, moving }: Split): number =>
  moving > 0 ? (distance / moving) * SECONDS_PER_HOUR : 0

/** A column of the table of splits. */
type SplitColumn = { label: TextKey; read: (split: Split) => Quantity }

/** The columns for which at least one part has a value: pace or speed as the workout shows it, then what was measured. */
export function splitColumns(
  splits: readonly Split[],
  { ave_pace, sport_id: sportId }: Pick<Workout, 'ave_pace' | 'sport_id'>,
  preferences: NumberPreferences & { showAscent: boolean },
): SplitColumn[] {
  const has = (name: keyof Split) => splits.some((split) => typeof split[name] === 'number')
  const perMinute = (value: number | null | undefined) =>
    countOf(value ?? null, cadenceUnit(sportId), preferences)
  const columns: (SplitColumn | false)[] = [
    speedColumn(isSwimming(sportId), ave_pace !== null, preferences),
    ave_pace !== null &&
      has('level_distance') && {
        label: 'split.levelPace',
        read: (split) =>
          paceOf(pace({ ...split, distance: split.level_distance ?? 0 }), preferences),
      },
    { label: 'stat.moving', read: ({ moving }) => ({ value: formatClock(moving), unit: '' }) },
    preferences.showAscent &&
      has('ascent') && {
        label: 'stat.ascent',
        read: ({ ascent }) => heightOf(ascent ?? null, preferences),
      },
    preferences.showAscent &&
      has('descent') && {
        label: 'stat.descent',
        read: ({ descent }) => heightOf(descent ?? null, preferences),
      },
    has('ave_hr') && {
      label: 'series.hr',
      read: ({ ave_hr }) => countOf(ave_hr ?? null, t('unit.bpm'), preferences),
    },
    has('ave_cadence') && {
      label: 'series.cadence',
      read: ({ ave_cadence }) => perMinute(ave_cadence),
    },
    has('ave_power') && {
      label: 'series.power',
      read: ({ ave_power }) => countOf(ave_power ?? null, t('unit.w'), preferences),
    },
  ]
  return columns.filter((column) => column !== false)
}

/** How fast parts were, in the measure of the sport. */
function speedColumn(
  swims: boolean,
  isPaced: boolean,
  preferences: NumberPreferences,
): SplitColumn {
  if (swims)
    return { label: 'series.pace', read: (split) => swimPaceOf(secondsPer100m(splitSpeed(split))) }
  return isPaced
    ? { label: 'series.pace', read: (split) => paceOf(pace(split), preferences) }
    : { label: 'series.speed', read: (split) => speedOf(splitSpeed(split), preferences) }
}

/** Seconds per kilometre in motion; null for a part without motion. */
const pace = ({ distance, moving }: Pick<Split, 'distance' | 'moving'>): number | null =>
  distance > 0 && moving > 0 ? moving / distance : null
