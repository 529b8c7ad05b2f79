import type { Workout } from '@/web/api/workouts'
import type { Level } from '@/web/components/level-options'
import { formatDate, formatTime } from '@/web/format/dates'
import { formatClock, parseDuration } from '@/web/format/duration'
import { distanceScale } from '@/web/format/sport-distance'
import { fieldNumber, typedDuration, typedNumber } from '@/web/format/typed-numbers'
import { fromHeight, toHeight } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'

/** A workout as it is filled in: lengths as the sport is told, in the reader's units, times in the reader's zone. */
export type WorkoutFields = {
  sport: number | null
  title: string
  description: string
  notes: string
  /** Null: whatever the sport's defaults are. */
  equipment: string[] | null
  visibility: Level
  analysis: Level
  map: Level
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

/** The empty form of a workout that was done just now. */
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

/** The filled-in form of a workout. */
export function workoutFieldsOf(workout: Workout, preferences: Preferences): WorkoutFields {
  const { units } = preferences
  const height = (metres: number | null) =>
    fieldNumber(metres === null ? null : toHeight(metres, units))
  return {
    sport: workout.sport_id,
    title: workout.title ?? '',
    description: workout.description ?? '',
    notes: workout.notes ?? '',
    equipment: workout.equipments.flatMap((item) => ('id' in item ? [String(item.id)] : [])),
    visibility: workout.workout_visibility,
    analysis: workout.analysis_visibility,
    map: workout.map_visibility,
    elevation: workout.elevation_data_source ?? 'file',
    ...dayAndTime(new Date(workout.workout_date), preferences),
    duration: clock(parseDuration(workout.duration) ?? 0),
    distance: fieldNumber(
      workout.distance === null
        ? null
        : distanceScale(workout.sport_id, units).toShown(workout.distance),
    ),
    ascent: height(workout.ascent),
    descent: height(workout.descent),
    calories: fieldNumber(workout.calories),
  }
}

/** The form of another sport: the distance is told as that sport is. */
export function withSport(
  fields: WorkoutFields,
  sport: number | null,
  { units }: Pick<Preferences, 'units'>,
): WorkoutFields {
  const [before, after] = [distanceScale(fields.sport, units), distanceScale(sport, units)]
  const kilometres = before.read(fields.distance)
  const stays = before.unit === after.unit || Number.isNaN(kilometres)
  return {
    ...fields,
    sport,
    distance: stays ? fields.distance : fieldNumber(after.toShown(kilometres)),
  }
}

const notNegative = (text: string) =>
  text.trim() === '' || typedNumber(text) >= 0 ? null : t('filter.numberRule')
const pair =
  (mine: 'ascent' | 'descent', other: 'ascent' | 'descent') => (text: string, all: WorkoutFields) =>
    notNegative(all[mine]) ??
    ((text.trim() === '') === (all[other].trim() === '') ? null : t('manual.pairRule'))

/** What has to be filled in for a workout without recording. */
export const MANUAL_RULES = {
  sport: (sport: number | null) => (sport === null ? t('add.sportRule') : null),
  day: (day: string) => (day === '' ? t('manual.dayRule') : null),
  time: (time: string) => (time === '' ? t('manual.dayRule') : null),
  duration: (text: string) => (typedDuration(text) > 0 ? null : t('manual.durationRule')),
  distance: (text: string, { sport }: WorkoutFields) =>
    distanceScale(sport, 'metric').read(text) > 0 ? null : t('manual.distanceRule'),
  ascent: pair('ascent', 'descent'),
  descent: pair('descent', 'ascent'),
  calories: notNegative,
}

const numberOrNull = (text: string, convert: (value: number) => number) =>
  text.trim() === '' ? null : convert(typedNumber(text))

/** The numbers of a workout without recording, as the server wants them: seconds, kilometres, metres. */
export const manualNumbersOf = (fields: WorkoutFields, { units }: Preferences) => ({
  workout_date: `${fields.day} ${fields.time}`,
  duration: typedDuration(fields.duration),
  distance: distanceScale(fields.sport, units).read(fields.distance),
  ascent: numberOrNull(fields.ascent, (value) => fromHeight(value, units)),
  descent: numberOrNull(fields.descent, (value) => fromHeight(value, units)),
  calories: numberOrNull(fields.calories, Math.round),
})
