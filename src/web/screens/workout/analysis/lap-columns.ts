import type { Lap } from '@/web/api/workouts/efforts'
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
import { formatSportDistance } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'
import { STROKE_NAMES } from './stroke-names'

const INTENSITY_NAMES: Readonly<Record<NonNullable<Lap['intensity']>, TextKey>> = {
  active: 'lap.active',
  rest: 'lap.rest',
  warm_up: 'lap.warmUp',
  cool_down: 'lap.coolDown',
  recovery: 'lap.recovery',
  interval: 'lap.interval',
  other: 'lap.other',
}

const SECONDS_PER_HOUR = 3600

/** A column of the table of laps. */
type LapColumn = { label: TextKey; read: (lap: Lap) => Quantity | string }

/** The columns for which at least one lap has a value. Shows timer time; elapsed time only if it differs. */
export function lapColumns(
  laps: readonly Lap[],
  workout: Pick<Workout, 'ave_pace' | 'sport_id'>,
  preferences: NumberPreferences & { showAscent: boolean },
): LapColumn[] {
  const has = (...names: (keyof Lap)[]) =>
    laps.some((lap) => names.some((name) => lap[name] !== undefined))
  const count = (name: CountedKey, label: TextKey, unit: string): LapColumn | false =>
    has(name) && { label, read: (lap) => formatCount(lap[name] ?? null, unit, preferences) }
  const height = (name: 'ascent' | 'descent', label: TextKey): LapColumn | false =>
    preferences.showAscent &&
    has(name) && { label, read: (lap) => formatHeight(lap[name] ?? null, preferences) }
  const { sport_id: sportId } = workout
  const measure = getSpeedFormat(workout, preferences)
  const hasPauses = laps.some((lap) => getTimer(lap) < lap.duration)
  const columns: (LapColumn | false)[] = [
    has('name', 'intensity') && { label: 'lap.kind', read: formatKind },
    has('distance') && {
      label: 'stat.distance',
      read: ({ distance }) => formatSportDistance(distance ?? null, sportId, preferences),
    },
    { label: 'lap.timer', read: (lap) => formatClock(getTimer(lap)) },
    hasPauses && { label: 'lap.elapsed', read: ({ duration }) => formatClock(duration) },
    (has('ave_speed') || has('distance')) && {
      label: measure.label,
      read: (lap) => measure.format(speed(lap) || null),
    },
    height('ascent', 'stat.ascent'),
    height('descent', 'stat.descent'),
    count('ave_hr', 'series.hr', t('unit.bpm')),
    count('max_hr', 'lap.maxHr', t('unit.bpm')),
    count('ave_cadence', 'series.cadence', getCadenceUnit(sportId)),
    count('ave_power', 'series.power', t('unit.w')),
    count('calories', 'stat.calories', t('unit.kcal')),
    has('stroke') && {
      label: 'swim.stroke',
      read: ({ stroke }) => (stroke ? t(STROKE_NAMES[stroke]) : '–'),
    },
    has('swolf') && {
      label: 'swim.swolf',
      read: ({ swolf }) => formatCount(swolf ?? null, '', preferences),
    },
  ]
  return columns.filter((column) => column !== false)
}

type CountedKey = 'ave_hr' | 'max_hr' | 'ave_cadence' | 'ave_power' | 'calories'

const getTimer = ({ timer, duration }: Lap): number => timer ?? duration

function formatKind({ name, intensity }: Lap): string {
  const kind = intensity && t(INTENSITY_NAMES[intensity])
  return [name, kind].filter(Boolean).join(' · ') || '–'
}

/** Speed in km/h of timer time: the device's value, or distance divided by time. */
function speed(lap: Lap): number | null {
  if (lap.ave_speed !== undefined) return lap.ave_speed
  const seconds = getTimer(lap)
  return lap.distance === undefined || seconds === 0
    ? null
    : (lap.distance / seconds) * SECONDS_PER_HOUR
}
