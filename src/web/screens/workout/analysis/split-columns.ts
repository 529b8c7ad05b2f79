import type { Split } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import { cadenceUnit } from '@/web/format/cadence'
import { formatClock } from '@/web/format/duration'
import { countOf, heightOf, type NumberPreferences, type Quantity } from '@/web/format/quantity'
import { speedMeasure } from '@/web/format/speed'
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
  workout: Pick<Workout, 'ave_pace' | 'sport_id'>,
  preferences: NumberPreferences & { showAscent: boolean },
): SplitColumn[] {
  const { ave_pace, sport_id: sportId } = workout
  const measure = speedMeasure(workout, preferences)
  const has = (name: keyof Split) => splits.some((split) => typeof split[name] === 'number')
  const perMinute = (value: number | null | undefined) =>
    countOf(value ?? null, cadenceUnit(sportId), preferences)
  const columns: (SplitColumn | false)[] = [
    { label: measure.label, read: (split) => measure.write(splitSpeed(split)) },
    ave_pace !== null &&
      has('level_distance') && {
        label: 'split.levelPace',
        read: (split) =>
          measure.write(splitSpeed({ ...split, distance: split.level_distance ?? 0 })),
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
