import { Link } from '@tanstack/react-router'
import type { Workout } from '@/web/api/workouts'
import { ReportButton } from '@/web/components/ReportButton'
import { SportMedal } from '@/web/components/SportMedal'
import { usePageTitle } from '@/web/components/use-page-title'
import { formatDate, formatTime, formatWeekday } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { DeleteWorkout } from './DeleteWorkout'
import { EditLink } from './EditLink'
import { LikeWorkout } from './LikeWorkout'
import { NeighbourLinks } from './NeighbourLinks'
import classes from './WorkoutHeading.module.css'

/** Name, sport and time of a workout, the way to its neighbours, and for its owner the way to delete it. */
export function WorkoutHeading({ workout }: { workout: Workout }) {
  const preferences = usePreferences()
  const sport = useSport(workout.sport_id)
  const profile = useProfile()
  const own = profile?.username === workout.user.username
  const title = workout.title || sport?.label || t('workout.untitled')
  usePageTitle(title)
  const date = new Date(workout.workout_date)
  const when = [formatWeekday(date, preferences), formatDate(date, preferences)].join(' ')
  return (
    <header className={classes.heading}>
      <SportMedal sportId={workout.sport_id} size={56} decorative />
      <div className={classes.names}>
        <h1>{title}</h1>
        <p>
          {sport?.label && <span>{sport.label}</span>}
          <time dateTime={date.toISOString()}>
            {when}, {formatTime(date, preferences)}
          </time>
          {!own && (
            <Link to="/users/$username" params={{ username: workout.user.username }}>
              {workout.user.username}
            </Link>
          )}
        </p>
      </div>
      <LikeWorkout workout={workout} />
      <NeighbourLinks previous={workout.previous_workout} next={workout.next_workout} />
      {profile && !own && (
        <ReportButton thing={{ object_type: 'workout', object_id: workout.id }} look="icon" />
      )}
      {own && <EditLink id={workout.id} />}
      {own && <DeleteWorkout id={workout.id} />}
    </header>
  )
}
