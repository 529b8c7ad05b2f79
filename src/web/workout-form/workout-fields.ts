import { distanceOf } from '@/domain/reference/sport-distance'
import type { Workout } from '@/web/api/workouts/workouts'
import type { Visibility } from '@/web/components/forms/visibility-options'
import { formatDate, formatTime } from '@/web/format/dates'
import { formatClock, parseDuration } from '@/web/format/duration'
import { getDistanceScale } from '@/web/format/sport-distance'
import { formatFieldNumber, parseNumber, parseTypedDuration } from '@/web/format/typed-numbers'
import { fromHeight, toHeight } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'

/**
 * Values of the workout form: distances in the sport's unit and the user's unit system, times in the user's time zone.
 */
export type WorkoutFields = {
  sport: number | null
  title: string
  description: string
  notes: string
  /** Null to use the default equipment of the sport. */
  equipment: string[] | null
  visibility: Visibility
  photos: Visibility
  analysis: Visibility
  map: Visibility
  elevation: string
  day: string
  time: string
  duration: string
  distance: string
  ascent: string
  descent: string
  calories: string
}

const dayAndTime = (date: Date, preferences: Preferences) => ({
  day: formatDate(date, { ...preferences, dateFormat: 'yyyy-MM-dd' }),
  time: formatTime(date, preferences),
})

const clock = (seconds: number) =>
  seconds < 3600 ? `0:${formatClock(seconds).padStart(5, '0')}` : formatClock(seconds)

/** Returns initial values for a new workout that starts now. */
export const newWorkoutFields = (
  preferences: Preferences,
  sport: number | null,
): WorkoutFields => ({
  sport,
  title: '',
  description: '',
  notes: '',
  equipment: null,
  visibility: 'private',
  photos: 'private',
  analysis: 'private',
  map: 'private',
  elevation: 'file',
  ...dayAndTime(new Date(), preferences),
  duration: '',
  distance: '',
  ascent: '',
  descent: '',
  calories: '',
})

/** Returns the values of an existing workout. */
export function toWorkoutFields(workout: Workout, preferences: Preferences): WorkoutFields {
  const { units } = preferences
  const height = (metres: number | null) =>
    formatFieldNumber(metres === null ? null : toHeight(metres, units))
  return {
    sport: workout.sport_id,
    title: workout.title ?? '',
    description: workout.description ?? '',
    notes: workout.notes ?? '',
    equipment: workout.equipments.flatMap((item) => ('id' in item ? [String(item.id)] : [])),
    visibility: workout.workout_visibility,
    photos: workout.media_visibility,
    analysis: workout.analysis_visibility,
    map: workout.map_visibility,
    elevation: workout.elevation_data_source ?? 'file',
    ...dayAndTime(new Date(workout.workout_date), preferences),
    duration: clock(parseDuration(workout.duration) ?? 0),
    distance: formatFieldNumber(
      workout.distance === null
        ? null
        : getDistanceScale(workout.sport_id, units).fromKilometres(workout.distance),
    ),
    ascent: height(workout.ascent),
    descent: height(workout.descent),
    calories: formatFieldNumber(workout.calories),
  }
}

/** Changes the sport, and converts the distance to the unit of the new sport. */
export function withSport(
  fields: WorkoutFields,
  sport: number | null,
  { units }: Pick<Preferences, 'units'>,
): WorkoutFields {
  const [before, after] = [getDistanceScale(fields.sport, units), getDistanceScale(sport, units)]
  const kilometres = before.parse(fields.distance)
  const stays = before.unit === after.unit || Number.isNaN(kilometres)
  return {
    ...fields,
    sport,
    distance: stays ? fields.distance : formatFieldNumber(after.fromKilometres(kilometres)),
  }
}

const notNegative = (text: string) =>
  text.trim() === '' || parseNumber(text) >= 0 ? null : t('filter.numberRule')
const createPairRule =
  (mine: 'ascent' | 'descent', other: 'ascent' | 'descent') => (text: string, all: WorkoutFields) =>
    notNegative(all[mine]) ??
    ((text.trim() === '') === (all[other].trim() === '') ? null : t('manual.pairRule'))

/** Whether a workout of the sport may be without distance, and has none. */
const isOptional = (text: string, sport: number | null) =>
  sport !== null &&
  distanceOf(sport) !== 'always' &&
  (text.trim() === '' || parseNumber(text) === 0)

/** Validation rules for workouts without a recording. */
export const MANUAL_RULES = {
  sport: (sport: number | null) => (sport === null ? t('add.sportRule') : null),
  day: (day: string) => (day === '' ? t('manual.dayRule') : null),
  time: (time: string) => (time === '' ? t('manual.dayRule') : null),
  duration: (text: string) => (parseTypedDuration(text) > 0 ? null : t('manual.durationRule')),
  distance: (text: string, { sport }: WorkoutFields) =>
    getDistanceScale(sport, 'metric').parse(text) > 0 || isOptional(text, sport)
      ? null
      : t('manual.distanceRule'),
  ascent: createPairRule('ascent', 'descent'),
  descent: createPairRule('descent', 'ascent'),
  calories: notNegative,
}

const numberOrNull = (text: string, convert: (value: number) => number) =>
  text.trim() === '' ? null : convert(parseNumber(text))

/** Converts the numbers of a workout without a recording to the units of the API: seconds, kilometres, metres. */
export const toManualNumbers = (fields: WorkoutFields, { units }: Preferences) => ({
  workout_date: `${fields.day} ${fields.time}`,
  duration: parseTypedDuration(fields.duration),
  distance: isOptional(fields.distance, fields.sport)
    ? 0
    : getDistanceScale(fields.sport, units).parse(fields.distance),
  ascent: numberOrNull(fields.ascent, (value) => fromHeight(value, units)),
  descent: numberOrNull(fields.descent, (value) => fromHeight(value, units)),
  calories: numberOrNull(fields.calories, Math.round),
})
