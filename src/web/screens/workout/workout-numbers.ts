import { isSwimming } from '@/reference/swimming'
import type { Analysis } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import { cadenceUnit } from '@/web/format/cadence'
import { parseDuration } from '@/web/format/duration'
import {
  countOf,
  durationOf,
  heightOf,
  type NumberPreferences,
  paceOf,
  type Quantity,
  speedOf,
} from '@/web/format/quantity'
import { averageOf, speedMeasure, swimSpeedOf } from '@/web/format/speed'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'

/** A named number. */
export type Fact = { label: TextKey; quantity: Quantity }

/** A measured thing with its mean and its extreme. */
export type Pair = { label: TextKey; average: Quantity; best: Quantity }

type Wishes = NumberPreferences & { showAscent: boolean }

/** The numbers that are read first. Pace comes in place of speed where the sport is measured by pace. */
export function mainFacts(workout: Workout, wishes: Wishes): Fact[] {
  return [
    {
      label: 'stat.distance',
      quantity: sportDistanceOf(workout.distance, workout.sport_id, wishes),
    },
    { label: 'stat.moving', quantity: durationOf(workout.moving ?? workout.duration) },
    {
      label: speedMeasure(workout, wishes).average,
      quantity: averageOf(workout, wishes),
    },
    ...(wishes.showAscent && workout.ascent !== null
      ? [{ label: 'stat.ascent', quantity: heightOf(workout.ascent, wishes) } as const]
      : []),
  ]
}

/** The further numbers; those that were not measured are left out, but for energy of which there is an estimate. */
export function otherFacts(
  workout: Workout,
  wishes: Wishes,
  energy: Analysis['energy'] = undefined,
): Fact[] {
  const facts: (Fact | false)[] = [
    workout.duration !== null && {
      label: 'stat.duration',
      quantity: durationOf(workout.duration),
    },
    workout.pauses !== null && { label: 'stat.pauses', quantity: durationOf(workout.pauses) },
    wishes.showAscent &&
      workout.descent !== null && {
        label: 'stat.descent',
        quantity: heightOf(workout.descent, wishes),
      },
    workout.min_alt !== null && {
      label: 'stat.lowest',
      quantity: heightOf(workout.min_alt, wishes),
    },
    workout.max_alt !== null && {
      label: 'stat.highest',
      quantity: heightOf(workout.max_alt, wishes),
    },
    workout.calories !== null && {
      label: 'stat.calories',
      quantity: countOf(workout.calories, t('unit.kcal'), wishes),
    },
    workout.calories === null &&
      energy !== undefined && {
        label: 'stat.caloriesEstimated',
        quantity: about(countOf(energy.kilocalories, t('unit.kcal'), wishes)),
      },
  ]
  return facts.filter((fact) => fact !== false)
}

const about = ({ value, unit }: Quantity): Quantity => ({ value: `≈ ${value}`, unit })

/** How many charts a workout will have: its elevation and everything that has a mean. */
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

const pace = (text: string | null, wishes: Wishes): Quantity => paceOf(parseDuration(text), wishes)

/** Speeds as they are, and those of a swim as its paces. */
function speedPair({ sport_id: sportId, ave_speed, max_speed }: Workout, wishes: Wishes): Pair {
  const [label, write] = isSwimming(sportId)
    ? (['series.pace', swimSpeedOf] as const)
    : (['series.speed', speedOf] as const)
  return { label, average: write(ave_speed, wishes), best: write(max_speed, wishes) }
}

/** Means and extremes of everything that was measured along the way. */
export function pairs(workout: Workout, wishes: Wishes): Pair[] {
  const count = (value: number | null, unit: string) => countOf(value, unit, wishes)
  const rpm = cadenceUnit(workout.sport_id)
  const measured: (Pair | false)[] = [
    workout.ave_speed !== null && speedPair(workout, wishes),
    workout.ave_pace !== null && {
      label: 'series.pace',
      average: pace(workout.ave_pace, wishes),
      best: pace(workout.best_pace, wishes),
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
