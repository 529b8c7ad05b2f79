import { Link } from '@tanstack/react-router'
import { isSwimming } from '@/reference/swimming'
import type { Compared } from '@/web/api/routes'
import { NumberTable } from '@/web/components/NumberTable'
import { cadenceUnit } from '@/web/format/cadence'
import { formatDate } from '@/web/format/dates'
import {
  countOf,
  durationOf,
  EMPTY,
  heightOf,
  plain,
  type Quantity,
  speedOf,
} from '@/web/format/quantity'
import { averageOf } from '@/web/format/speed'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import classes from './Compare.module.css'
import { WorkoutMark } from './WorkoutMark'

type Workout = Compared['workout']
type Row = { label: TextKey; read: (workout: Workout) => Quantity }

/** The numbers of the workouts side by side; those that none of them has are left out. */
export function ComparedNumbers({ workouts }: { workouts: readonly Compared[] }) {
  const preferences = usePreferences()
  const rows = rowsOf(preferences).filter(({ read }) =>
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
            <td key={workout.id}>{plain(read(workout))}</td>
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

const NOTHING: Quantity = { value: EMPTY, unit: '' }

function rowsOf(preferences: Preferences): Row[] {
  const count = (value: number | null, unit: string) => countOf(value, unit, preferences)
  // Those of swims are told as paces.
  const speed = ({ sport_id: sportId }: Workout, kmh: number | null) =>
    speedOf(isSwimming(sportId) ? null : kmh, preferences)
  return [
    {
      label: 'stat.distance',
      read: ({ distance, sport_id }) => sportDistanceOf(distance, sport_id, preferences),
    },
    { label: 'stat.moving', read: ({ moving }) => durationOf(moving) },
    { label: 'stat.duration', read: ({ duration }) => durationOf(duration) },
    {
      label: 'stat.averagePace',
      read: (workout) =>
        workout.ave_pace === null && !isSwimming(workout.sport_id)
          ? NOTHING
          : averageOf(workout, preferences),
    },
    { label: 'stat.averageSpeed', read: (workout) => speed(workout, workout.ave_speed) },
    { label: 'stat.maxSpeed', read: (workout) => speed(workout, workout.max_speed) },
    ...(preferences.showAscent
      ? ([
          { label: 'stat.ascent', read: ({ ascent }) => heightOf(ascent, preferences) },
          { label: 'stat.descent', read: ({ descent }) => heightOf(descent, preferences) },
        ] satisfies Row[])
      : []),
    { label: 'series.hr', read: ({ ave_hr }) => count(ave_hr, t('unit.bpm')) },
    {
      label: 'series.cadence',
      read: ({ ave_cadence, sport_id }) => count(ave_cadence, cadenceUnit(sport_id)),
    },
    { label: 'series.power', read: ({ ave_power }) => count(ave_power, t('unit.w')) },
    { label: 'stat.calories', read: ({ calories }) => count(calories, t('unit.kcal')) },
  ]
}
