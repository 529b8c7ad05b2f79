import type { Lap } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import { cadenceUnit } from '@/web/format/cadence'
import { formatClock } from '@/web/format/duration'
import { countOf, heightOf, type NumberPreferences, type Quantity } from '@/web/format/quantity'
import { speedMeasure } from '@/web/format/speed'
import { sportDistanceOf } from '@/web/format/sport-distance'
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

/** The columns for which at least one lap has a value; time is that of the timer, with pauses only where these differ. */
export function lapColumns(
  laps: readonly Lap[],
  workout: Pick<Workout, 'ave_pace' | 'sport_id'>,
  preferences: NumberPreferences & { showAscent: boolean },
): LapColumn[] {
  const has = (...names: (keyof Lap)[]) =>
    laps.some((lap) => names.some((name) => lap[name] !== undefined))
  const count = (name: CountedKey, label: TextKey, unit: string): LapColumn | false =>
    has(name) && { label, read: (lap) => countOf(lap[name] ?? null, unit, preferences) }
  const height = (name: 'ascent' | 'descent', label: TextKey): LapColumn | false =>
    preferences.showAscent &&
    has(name) && { label, read: (lap) => heightOf(lap[name] ?? null, preferences) }
  const { sport_id: sportId } = workout
  const measure = speedMeasure(workout, preferences)
  const hasPauses = laps.some((lap) => timerOf(lap) < lap.duration)
  const columns: (LapColumn | false)[] = [
    has('name', 'intensity') && { label: 'lap.kind', read: kindOf },
    has('distance') && {
      label: 'stat.distance',
      read: ({ distance }) => sportDistanceOf(distance ?? null, sportId, preferences),
    },
    { label: 'lap.timer', read: (lap) => formatClock(timerOf(lap)) },
    hasPauses && { label: 'lap.elapsed', read: ({ duration }) => formatClock(duration) },
    (has('ave_speed') || has('distance')) && {
      label: measure.label,
      read: (lap) => measure.write(speed(lap) || null),
    },
    height('ascent', 'stat.ascent'),
    height('descent', 'stat.descent'),
    count('ave_hr', 'series.hr', t('unit.bpm')),
    count('max_hr', 'lap.maxHr', t('unit.bpm')),
    count('ave_cadence', 'series.cadence', cadenceUnit(sportId)),
    count('ave_power', 'series.power', t('unit.w')),
    count('calories', 'stat.calories', t('unit.kcal')),
    has('stroke') && {
      label: 'swim.stroke',
      read: ({ stroke }) => (stroke ? t(STROKE_NAMES[stroke]) : '–'),
    },
    has('swolf') && {
      label: 'swim.swolf',
      read: ({ swolf }) => countOf(swolf ?? null, '', preferences),
    },
  ]
  return columns.filter((column) => column !== false)
}

type CountedKey = 'ave_hr' | 'max_hr' | 'ave_cadence' | 'ave_power' | 'calories'

const timerOf = ({ timer, duration }: Lap): number => timer ?? duration

function kindOf({ name, intensity }: Lap): string {
  const kind = intensity && t(INTENSITY_NAMES[intensity])
  return [name, kind].filter(Boolean).join(' · ') || '–'
}

/** km/h with the timer running: what the device says, else by distance and time. */
function speed(lap: Lap): number | null {
  if (lap.ave_speed !== undefined) return lap.ave_speed
  const seconds = timerOf(lap)
  return lap.distance === undefined || seconds === 0
    ? null
    : (lap.distance / seconds) * SECONDS_PER_HOUR
}
