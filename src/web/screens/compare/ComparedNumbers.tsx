import { Link } from '@tanstack/react-router'
import { hasDistance } from '@/domain/reference/sport-distance'
import { isSwimming } from '@/domain/reference/swimming'
import type { ComparedWorkout } from '@/web/api/workouts/comparison'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { getCadenceUnit } from '@/web/format/cadence'
import { formatDate } from '@/web/format/dates'
import {
  formatCount,
  formatDuration,
  formatHeight,
  formatQuantity,
  formatSpeed,
  NO_VALUE,
  type Quantity,
} from '@/web/format/quantity'
import { formatAverage } from '@/web/format/speed'
import { formatSportDistance, withPoolUnit } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import classes from './Compare.module.css'
import { WorkoutMark } from './WorkoutMark'

type Workout = ComparedWorkout['workout']
type Row = { label: TextKey; read: (workout: Workout) => Quantity }

/** The numbers of the workouts in columns; rows without any value are omitted. */
export function ComparedNumbers({ workouts }: { workouts: readonly ComparedWorkout[] }) {
  const preferences = usePreferences()
  const rows = listRows(preferences).filter(({ read }) =>
    workouts.some(({ workout }) => read(workout).unit !== '' || /\d/.test(read(workout).value)),
  )
  return (
    <NumberTable
      title={t('workout.numbers')}
      headings={[
        { key: 'names', cell: <td key="names" /> },
        ...workouts.map(({ workout }, index) => ({
          key: workout.id,
          cell: (
            <th key={workout.id} scope="col">
              <WorkoutName workout={workout} index={index} />
            </th>
          ),
        })),
      ]}
    >
      {rows.map(({ label, read }) => (
        <tr key={label}>
          <th scope="row">{t(label)}</th>
          {workouts.map(({ workout }) => (
            <td key={workout.id}>{formatQuantity(read(workout))}</td>
          ))}
        </tr>
      ))}
    </NumberTable>
  )
}

function WorkoutName({ workout, index }: { workout: Workout; index: number }) {
  const preferences = usePreferences()
  return (
    <span className={classes.name}>
      <WorkoutMark index={index} />
      <span className={classes.words}>
        <Link to="/workouts/$workoutId" params={{ workoutId: workout.id }}>
          {workout.title || t('workout.untitled')}
        </Link>
        <small>{formatDate(new Date(workout.workout_date), preferences)}</small>
      </span>
    </span>
  )
}

const NOTHING: Quantity = { value: NO_VALUE, unit: '' }

function listRows(preferences: Preferences): Row[] {
  const count = (value: number | null, unit: string) => formatCount(value, unit, preferences)
  // Speeds of swims are shown as paces.
  const speed = ({ sport_id: sportId }: Workout, kmh: number | null) =>
    formatSpeed(isSwimming(sportId) ? null : kmh, preferences)
  return [
    {
      label: 'stat.distance',
      read: (workout) =>
        hasDistance(workout)
          ? formatSportDistance(
              workout.distance,
              workout.sport_id,
              withPoolUnit(preferences, workout),
            )
          : NOTHING,
    },
    { label: 'stat.moving', read: ({ moving }) => formatDuration(moving) },
    { label: 'stat.duration', read: ({ duration }) => formatDuration(duration) },
    {
      label: 'stat.averagePace',
      read: (workout) =>
        workout.ave_pace === null && !isSwimming(workout.sport_id)
          ? NOTHING
          : formatAverage(workout, withPoolUnit(preferences, workout)),
    },
    { label: 'stat.averageSpeed', read: (workout) => speed(workout, workout.ave_speed) },
    { label: 'stat.maxSpeed', read: (workout) => speed(workout, workout.max_speed) },
    ...(preferences.showAscent
      ? ([
          { label: 'stat.ascent', read: ({ ascent }) => formatHeight(ascent, preferences) },
          { label: 'stat.descent', read: ({ descent }) => formatHeight(descent, preferences) },
        ] satisfies Row[])
      : []),
    { label: 'series.hr', read: ({ ave_hr }) => count(ave_hr, t('unit.bpm')) },
    {
      label: 'series.cadence',
      read: ({ ave_cadence, sport_id }) => count(ave_cadence, getCadenceUnit(sport_id)),
    },
    { label: 'series.power', read: ({ ave_power }) => count(ave_power, t('unit.w')) },
    { label: 'stat.calories', read: ({ calories }) => count(calories, t('unit.kcal')) },
  ]
}
