import { hasDistance } from '@/domain/reference/sport-distance'
import { isSwimming } from '@/domain/reference/swimming'
import type { Analysis } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import { getCadenceUnit } from '@/web/format/cadence'
import { parseDuration } from '@/web/format/duration'
import {
  formatCount,
  formatDuration,
  formatHeight,
  formatPace,
  formatSpeed,
  type NumberPreferences,
  type Quantity,
} from '@/web/format/quantity'
import { formatAverage, formatSwimSpeed, getSpeedFormat } from '@/web/format/speed'
import { formatSportDistance } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'

/** A named number. */
export type Fact = { label: TextKey; quantity: Quantity }

/** A measurement with its average and its maximum. */
export type Pair = { label: TextKey; average: Quantity; best: Quantity }

type NumberOptions = NumberPreferences & { showAscent: boolean }

/** The most important numbers. Sports that use pace show pace instead of speed. */
export function mainFacts(workout: Workout, options: NumberOptions): Fact[] {
  const moving: Fact = {
    label: hasDistance(workout) ? 'stat.moving' : 'climb.time',
    quantity: formatDuration(workout.moving ?? workout.duration),
  }
  if (!hasDistance(workout)) return withoutDistance(workout, moving, options)
  return [
    {
      label: 'stat.distance',
      quantity: formatSportDistance(workout.distance, workout.sport_id, options),
    },
    moving,
    {
      label: getSpeedFormat(workout, options).average,
      quantity: formatAverage(workout, options),
    },
    ...(options.showAscent && workout.ascent !== null
      ? [{ label: 'stat.ascent', quantity: formatHeight(workout.ascent, options) } as const]
      : []),
  ]
}

/** The most important numbers of a workout in one place: time, heart rate and energy. */
function withoutDistance(
  { ave_hr, calories }: Workout,
  moving: Fact,
  options: NumberOptions,
): Fact[] {
  const facts: (Fact | false)[] = [
    moving,
    ave_hr !== null && {
      label: 'series.hr',
      quantity: formatCount(ave_hr, t('unit.bpm'), options),
    },
    calories !== null && {
      label: 'stat.calories',
      quantity: formatCount(calories, t('unit.kcal'), options),
    },
  ]
  return facts.filter((fact) => fact !== false)
}

/** The other numbers. Omits values that were not measured, except for energy with an estimate. */
export function otherFacts(
  workout: Workout,
  options: NumberOptions,
  energy: Analysis['energy'] = undefined,
): Fact[] {
  const facts: (Fact | false)[] = [
    // Without distance and pauses, it repeats the first number.
    workout.duration !== null &&
      (hasDistance(workout) || workout.pauses !== null) && {
        label: 'stat.duration',
        quantity: formatDuration(workout.duration),
      },
    workout.pauses !== null && { label: 'stat.pauses', quantity: formatDuration(workout.pauses) },
    options.showAscent &&
      workout.descent !== null && {
        label: 'stat.descent',
        quantity: formatHeight(workout.descent, options),
      },
    workout.min_alt !== null && {
      label: 'stat.lowest',
      quantity: formatHeight(workout.min_alt, options),
    },
    workout.max_alt !== null && {
      label: 'stat.highest',
      quantity: formatHeight(workout.max_alt, options),
    },
    hasDistance(workout) &&
      workout.calories !== null && {
        label: 'stat.calories',
        quantity: formatCount(workout.calories, t('unit.kcal'), options),
      },
    workout.calories === null &&
      energy !== undefined && {
        label: 'stat.caloriesEstimated',
        quantity: about(formatCount(energy.kilocalories, t('unit.kcal'), options)),
      },
  ]
  return facts.filter((fact) => fact !== false)
}

const about = ({ value, unit }: Quantity): Quantity => ({ value: `≈ ${value}`, unit })

/** The expected number of charts of a workout: elevation, and every measurement with an average. */
export function chartCount(workout: Workout): number {
  const means = [
    workout.ave_speed,
    workout.ave_pace,
    workout.ave_hr,
    workout.ave_cadence,
    workout.ave_power,
  ]
  return [workout.max_alt, ...means].filter((value) => value !== null).length
}

const pace = (text: string | null, options: NumberOptions): Quantity =>
  formatPace(parseDuration(text), options)

/** Average and maximum speed; for swims as pace. */
function speedPair(
  { sport_id: sportId, ave_speed, max_speed }: Workout,
  options: NumberOptions,
): Pair {
  const [label, write] = isSwimming(sportId)
    ? (['series.pace', formatSwimSpeed] as const)
    : (['series.speed', formatSpeed] as const)
  return { label, average: write(ave_speed, options), best: write(max_speed, options) }
}

/** Averages and maxima of all measurements. */
export function pairs(workout: Workout, options: NumberOptions): Pair[] {
  const count = (value: number | null, unit: string) => formatCount(value, unit, options)
  const rpm = getCadenceUnit(workout.sport_id)
  const moves = hasDistance(workout)
  const measured: (Pair | false)[] = [
    moves && workout.ave_speed !== null && speedPair(workout, options),
    moves &&
      workout.ave_pace !== null && {
        label: 'series.pace',
        average: pace(workout.ave_pace, options),
        best: pace(workout.best_pace, options),
      },
    workout.ave_hr !== null && {
      label: 'series.hr',
      average: count(workout.ave_hr, t('unit.bpm')),
      best: count(workout.max_hr, t('unit.bpm')),
    },
    workout.ave_cadence !== null && {
      label: 'series.cadence',
      average: count(workout.ave_cadence, rpm),
      best: count(workout.max_cadence, rpm),
    },
    workout.ave_power !== null && {
      label: 'series.power',
      average: count(workout.ave_power, t('unit.w')),
      best: count(workout.max_power, t('unit.w')),
    },
  ]
  return measured.filter((pair) => pair !== false)
}
