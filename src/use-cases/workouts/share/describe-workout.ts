import { isAutomaticTitle } from '@/domain/reference/automatic-title'
import {
  METRES_PER_FOOT,
  METRES_PER_KM,
  METRES_PER_MILE,
  METRES_PER_YARD,
} from '@/domain/reference/lengths'
import { hasDistance } from '@/domain/reference/sport-distance'
import { isSwimming } from '@/domain/reference/swimming'
import { formatDuration } from '@/lib/time/duration'
import type { SportDisplay } from '@/policy/sport-display'
import type { CardNumber } from '@/services/maps/share-card'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import type { ShareTexts } from './share-texts'

/** A workout with everything that determines how its numbers are written. */
export interface DescribedWorkout {
  workout: WorkoutRow
  owner: UserRow
  display: SportDisplay
  texts: ShareTexts
}

const SECONDS_PER_MINUTE = 60
const SECONDS_PER_HOUR = 3600

/** Returns the three most important numbers of a workout, in the units of its owner. */
export function listNumbers(described: DescribedWorkout): CardNumber[] {
  const { workout, texts } = described
  const moving = {
    label: texts.moving,
    value: formatDuration(workout.moving || workout.duration, 'hours'),
    unit: '',
  }
  if (!hasDistance(workout)) return [moving]
  return [formatDistance(described), moving, ...formatAverage(described)]
}

/** Returns the sport and the date of a workout, in the time zone of its owner. */
export function formatSubtitle(
  { workout, owner, texts }: DescribedWorkout,
  sportLabel: string,
): string {
  const date = new Intl.DateTimeFormat(texts.language, {
    dateStyle: 'long',
    timeZone: owner.timezone,
  }).format(workout.workout_date)
  return `${texts.sports[workout.sport_id] ?? sportLabel} · ${date}`
}

/** The title of a workout; the sport for a title that only repeats sport and date. */
export const titleOf = ({ workout, texts }: DescribedWorkout, sportLabel: string): string =>
  workout.title === null || workout.title === '' || isAutomaticTitle(workout.title)
    ? (texts.sports[workout.sport_id] ?? sportLabel)
    : workout.title

/** Whether lengths are in miles and feet. Those of a pool are in its unit. */
const isImperial = ({ workout, owner }: DescribedWorkout): boolean =>
  workout.pool_unit === null ? owner.imperial_units === 1 : workout.pool_unit === 'yd'

function formatDistance(described: DescribedWorkout): CardNumber {
  const { workout, texts } = described
  const metres = (workout.distance ?? 0) * METRES_PER_KM
  const imperial = isImperial(described)
  const label = texts.distance
  if (isSwimming(workout.sport_id)) {
    const value = formatNumber(described, imperial ? metres / METRES_PER_YARD : metres, 0)
    return { label, value, unit: imperial ? 'yd' : 'm' }
  }
  const length = metres / (imperial ? METRES_PER_MILE : METRES_PER_KM)
  const value = formatNumber(described, length, length < 100 ? 2 : 1)
  return { label, value, unit: imperial ? 'mi' : 'km' }
}

/** The average as the owner prefers it for the sport, or else the ascent; nothing without either. */
function formatAverage(described: DescribedWorkout): CardNumber[] {
  const { workout, display, texts } = described
  const imperial = isImperial(described)
  if (!workout.ave_speed) return formatAscent(described)
  const metresPerSecond = (workout.ave_speed * METRES_PER_KM) / SECONDS_PER_HOUR
  if (isSwimming(workout.sport_id)) {
    const length = 100 * (imperial ? METRES_PER_YARD : 1)
    const value = formatPace(length / metresPerSecond)
    return [{ label: texts.pace, value, unit: imperial ? '/100 yd' : '/100 m' }]
  }
  const length = imperial ? METRES_PER_MILE : METRES_PER_KM
  if (display.pace && !display.speed)
    return [
      {
        label: texts.pace,
        value: formatPace(length / metresPerSecond),
        unit: imperial ? '/mi' : '/km',
      },
    ]
  const speed = (metresPerSecond * SECONDS_PER_HOUR) / length
  return [
    {
      label: texts.speed,
      value: formatNumber(described, speed, 1),
      unit: imperial ? 'mph' : 'km/h',
    },
  ]
}

function formatAscent(described: DescribedWorkout): CardNumber[] {
  const { ascent } = described.workout
  if (ascent === null) return []
  const imperial = isImperial(described)
  const value = formatNumber(described, imperial ? ascent / METRES_PER_FOOT : ascent, 0)
  return [{ label: described.texts.ascent, value, unit: imperial ? 'ft' : 'm' }]
}

const formatNumber = ({ texts }: DescribedWorkout, value: number, decimals: number): string =>
  new Intl.NumberFormat(texts.language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value)

function formatPace(seconds: number): string {
  const whole = Math.round(seconds)
  const rest = String(whole % SECONDS_PER_MINUTE).padStart(2, '0')
  return `${Math.floor(whole / SECONDS_PER_MINUTE)}:${rest}`
}
