import type { Split } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import { getCadenceUnit } from '@/web/format/cadence'
import { formatClock } from '@/web/format/duration'
import {
  formatCount,
  formatHeight,
  type NumberPreferences,
  type Quantity,
} from '@/web/format/quantity'
import { getSpeedFormat } from '@/web/format/speed'
import { type TextKey, t } from '@/web/i18n/text'

const SECONDS_PER_HOUR = 3600

/** km/h of moving time; 0 for a split without movement. */
export const splitSpeed = ({ ave_speed: speed = 0 }: Split): number => speed

/** km/h on level ground with the same effort. */
const levelSpeed = ({ level_distance: distance, moving }: Split): number =>
  moving > 0 ? ((distance ?? 0) / moving) * SECONDS_PER_HOUR : 0

/** A column of the table of splits. */
type SplitColumn = { label: TextKey; read: (split: Split) => Quantity }

/** The columns for which at least one split has a value: pace or speed as the workout shows it, then measurements. */
export function splitColumns(
  splits: readonly Split[],
  workout: Pick<Workout, 'ave_pace' | 'sport_id'>,
  preferences: NumberPreferences & { showAscent: boolean },
): SplitColumn[] {
  const { ave_pace, sport_id: sportId } = workout
  const measure = getSpeedFormat(workout, preferences)
  const has = (name: keyof Split) => splits.some((split) => typeof split[name] === 'number')
  const perMinute = (value: number | null | undefined) =>
    formatCount(value ?? null, getCadenceUnit(sportId), preferences)
  const columns: (SplitColumn | false)[] = [
    { label: measure.label, read: (split) => measure.format(splitSpeed(split)) },
    ave_pace !== null &&
      has('level_distance') && {
        label: 'split.levelPace',
        read: (split) => measure.format(levelSpeed(split)),
      },
    { label: 'stat.moving', read: ({ moving }) => ({ value: formatClock(moving), unit: '' }) },
    preferences.showAscent &&
      has('ascent') && {
        label: 'stat.ascent',
        read: ({ ascent }) => formatHeight(ascent ?? null, preferences),
      },
    preferences.showAscent &&
      has('descent') && {
        label: 'stat.descent',
        read: ({ descent }) => formatHeight(descent ?? null, preferences),
      },
    has('ave_hr') && {
      label: 'series.hr',
      read: ({ ave_hr }) => formatCount(ave_hr ?? null, t('unit.bpm'), preferences),
    },
    has('ave_cadence') && {
      label: 'series.cadence',
      read: ({ ave_cadence }) => perMinute(ave_cadence),
    },
    has('ave_power') && {
      label: 'series.power',
      read: ({ ave_power }) => formatCount(ave_power ?? null, t('unit.w'), preferences),
    },
  ]
  return columns.filter((column) => column !== false)
}
