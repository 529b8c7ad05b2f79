import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { ListedWorkout } from '@/web/api/workouts'
import { formatDate, formatTime, formatWeekday } from '@/web/format/dates'
import { durationOf, heightOf } from '@/web/format/quantity'
import { averageOf } from '@/web/format/speed'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { QuantityList } from './QuantityList'
import { SportMedal } from './SportMedal'
import classes from './WorkoutRow.module.css'

/** One workout of a list; the whole row leads to it. Whose it is is told where lists have those of several people. */
export function WorkoutRow({
  workout,
  by,
  frame,
  before,
}: {
  workout: Omit<ListedWorkout, 'user'>
  by?: string
  /** What a list that draws only what is in view needs of its rows. */
  frame?: ComponentProps<'li'>
  /** What stands before everything else. */
  before?: ReactNode
}) {
  const preferences = usePreferences()
  const sport = useSport(workout.sport_id)
  const date = new Date(workout.workout_date)
  const numbers = [
    ['stat.distance', sportDistanceOf(workout.distance, workout.sport_id, preferences)],
    ['stat.moving', durationOf(workout.moving ?? workout.duration)],
    ...(preferences.showAscent
      ? [['stat.ascent', heightOf(workout.ascent, preferences)] as const]
      : []),
    ['stat.average', averageOf(workout, preferences)],
  ] as const
  return (
    <li {...frame} data-row className={classes.row}>
      {before}
      <SportMedal sportId={workout.sport_id} />
      <div className={classes.names}>
        <Link
          to="/workouts/$workoutId"
          params={{ workoutId: workout.id }}
          className={classes.title}
        >
          {workout.title || sport?.label || t('workout.untitled')}
        </Link>
        {by && <span className={classes.by}>{by} · </span>}
        <time className={classes.date} dateTime={date.toISOString()}>
          {formatWeekday(date, preferences)} {formatDate(date, preferences)},{' '}
          {formatTime(date, preferences)}
        </time>
      </div>
      <QuantityList quantities={numbers} className={classes.numbers} />
    </li>
  )
}
