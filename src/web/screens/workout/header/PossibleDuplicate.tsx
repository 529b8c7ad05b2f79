import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { workoutDuplicatesQuery } from '@/web/api/workouts/duplicates'
import { Notice } from '@/web/components/feedback/Notice'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './PossibleDuplicate.module.css'

/** For the owner: other workouts that may be the same one. */
export function PossibleDuplicate({ workoutId }: { workoutId: string }) {
  const preferences = usePreferences()
  const { data: pairs = [] } = useQuery(workoutDuplicatesQuery(workoutId))
  const others = pairs.flatMap(({ workouts }) => workouts.filter(({ id }) => id !== workoutId))
  if (others.length === 0) return null
  return (
    <div className={classes.hint}>
      <Notice>
        {t('duplicates.ofThis')}{' '}
        {others.map(({ id, title, workout_date }) => {
          const date = new Date(workout_date)
          return (
            <span key={id}>
              <Link to="/workouts/$workoutId" params={{ workoutId: id }}>
                {title || t('workout.untitled')}
              </Link>{' '}
              ({formatDate(date, preferences)}, {formatTime(date, preferences)}).{' '}
            </span>
          )
        })}
        <Link to="/workouts/duplicates">{t('duplicates.look')}</Link>
      </Notice>
    </div>
  )
}
