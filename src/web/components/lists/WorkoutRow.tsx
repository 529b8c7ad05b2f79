import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { hasDistance } from '@/domain/reference/sport-distance'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import { QuantityList } from '@/web/components/numbers/QuantityList'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate, formatTime, formatWeekday } from '@/web/format/dates'
import { formatDuration, formatHeight, NO_VALUE } from '@/web/format/quantity'
import { formatAverage } from '@/web/format/speed'
import { formatSportDistance, withPoolUnit } from '@/web/format/sport-distance'
import { nameWorkout } from '@/web/format/workout-title'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { PhotoStrip } from './PhotoStrip'
import { Thumbnail } from './Thumbnail'
import classes from './WorkoutRow.module.css'

/** Keeps the columns of a list aligned in rows of sports without distance. */
const NOTHING = { value: NO_VALUE, unit: '' }

/** A workout in a list; the whole row is a link to it. `by` names the owner in lists with workouts of several users. */
export function WorkoutRow({
  workout,
  by,
  frame,
  before,
}: {
  workout: Omit<ListedWorkout, 'user'>
  by?: string
  /** Attributes that a virtualized list sets on its rows. */
  frame?: ComponentProps<'li'>
  /** Content at the start of the row. */
  before?: ReactNode
}) {
  const preferences = withPoolUnit(usePreferences(), workout)
  const sport = useSport(workout.sport_id)
  const date = new Date(workout.workout_date)
  const moves = hasDistance(workout)
  const numbers = [
    [
      'stat.distance',
      moves ? formatSportDistance(workout.distance, workout.sport_id, preferences) : NOTHING,
    ],
    ['stat.moving', formatDuration(workout.moving ?? workout.duration)],
    ...(preferences.showAscent
      ? [['stat.ascent', moves ? formatHeight(workout.ascent, preferences) : NOTHING] as const]
      : []),
    ['stat.average', moves ? formatAverage(workout, preferences) : NOTHING],
  ] as const
  return (
    <li {...frame} data-row className={classes.row}>
      {before}
      <SportMedal sportId={workout.sport_id} />
      <Thumbnail drawing={workout.thumbnail} sportId={workout.sport_id} />
      <div className={classes.names}>
        <Link
          to="/workouts/$workoutId"
          params={{ workoutId: workout.id }}
          className={classes.title}
        >
          {nameWorkout(workout.title, sport)}
        </Link>
        {by && <span className={classes.by}>{by} · </span>}
        <time className={classes.date} dateTime={date.toISOString()}>
          {formatWeekday(date, preferences)} {formatDate(date, preferences)},{' '}
          {formatTime(date, preferences)}
        </time>
        <PhotoStrip photos={workout.media_attachments} />
        {workout.multisport && <LegBadge multisport={workout.multisport} />}
      </div>
      <QuantityList quantities={numbers} className={classes.numbers} />
    </li>
  )
}

/** Shows that a workout is a leg of a multisport event. */
function LegBadge({ multisport }: { multisport: NonNullable<ListedWorkout['multisport']> }) {
  const { leg, is_transition: isTransition } = multisport
  const number = leg === null ? '' : String(leg)
  return (
    <span className={classes.leg}>
      {isTransition ? t('multisport.transition') : t('multisport.leg', { number })}
    </span>
  )
}
