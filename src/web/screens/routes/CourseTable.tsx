import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CourseWorkout } from '@/web/api/workouts/courses'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate } from '@/web/format/dates'
import { formatClock } from '@/web/format/duration'
import { formatCount, formatQuantity } from '@/web/format/quantity'
import { nameWorkout } from '@/web/format/workout-title'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './RouteScreen.module.css'
import type { Course } from './summarize-course'

/** Number of workouts shown until the table is expanded. */
const AT_FIRST = 10

/**
 * The workouts on a course, latest first, with their difference from the best time of their sport. On phones each row
 * is two lines.
 */
export function CourseTable({ course: { workouts, bestOf } }: { course: Course }) {
  const [isLong, lengthen] = useState(false)
  const hasHeartRate = workouts.some(({ ave_hr: rate }) => rate !== null)
  const shown = isLong ? workouts : workouts.slice(0, AT_FIRST)
  const headings = [
    t('edit.workout'),
    ...[t('stat.moving'), t('routes.difference')],
    ...(hasHeartRate ? [t('series.hr')] : []),
    t('compare.open'),
  ]
  return (
    <div className={classes.table}>
      <NumberTable title={t('routes.workouts')} headings={headings}>
        {shown.map((workout) => (
          <CourseRow
            key={workout.id}
            workout={workout}
            best={bestOf(workout)}
            hasHeartRate={hasHeartRate}
          />
        ))}
      </NumberTable>
      {shown.length < workouts.length && (
        <Button variant="default" size="sm" onClick={() => lengthen(true)}>
          {t('split.all', { count: workouts.length })}
        </Button>
      )}
    </div>
  )
}

function CourseRow({
  workout,
  best,
  hasHeartRate,
}: {
  workout: CourseWorkout
  /** The fastest workout of the same sport. */
  best: CourseWorkout
  hasHeartRate: boolean
}) {
  const preferences = usePreferences()
  const name = nameWorkout(workout.title, useSport(workout.sport_id))
  const isBest = workout.id === best.id
  return (
    <tr>
      <th scope="row" className={classes.workout}>
        <SportMedal sportId={workout.sport_id} size={28} />
        <Link to="/workouts/$workoutId" params={{ workoutId: workout.id }}>
          {formatDate(new Date(workout.workout_date), preferences)}
        </Link>
        <span>{name}</span>
      </th>
      <td>{formatClock(workout.moving)}</td>
      <td>{isBest ? t('routes.best') : `+${formatClock(workout.moving - best.moving)}`}</td>
      {hasHeartRate && (
        <td>{formatQuantity(formatCount(workout.ave_hr, t('unit.bpm'), preferences))}</td>
      )}
      <td>
        {!isBest && (
          <Link to="/workouts/compare" search={{ ids: `${workout.id},${best.id}` }}>
            {t('routes.withBest')}
          </Link>
        )}
      </td>
    </tr>
  )
}
