import type { ReportDetail } from '@/web/api/reports'
import { serverPath } from '@/web/api/server-path'
import { Badge } from '@/web/components/Badge'
import { WorkoutRow } from '@/web/components/WorkoutRow'
import { t } from '@/web/i18n/text'
import classes from './ReportScreen.module.css'

type Workout = NonNullable<ReportDetail['reported_workout']>

/** A reported workout, whoever may see it otherwise. */
export function ReportedWorkout({ workout: { user, ...workout } }: { workout: Workout }) {
  return (
    <>
      <ul className={classes.rows} aria-label={t('report.workout')}>
        <WorkoutRow workout={workout} by={typeof user === 'string' ? user : user.username} />
      </ul>
      {workout.map && (
        <img
          className={classes.picture}
          src={serverPath(`/api/workouts/map/${workout.map}`)}
          alt={t('map.label')}
          width={420}
          height={315}
        />
      )}
      {workout.suspended && (
        <p>
          <Badge tone="bad">{t('members.suspended')}</Badge>
        </p>
      )}
    </>
  )
}
