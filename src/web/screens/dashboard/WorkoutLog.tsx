import type { ReactNode } from 'react'
import type { ListedWorkout } from '@/web/api/workouts'
import { WorkoutColumns } from '@/web/components/WorkoutColumns'
import { WorkoutRow } from '@/web/components/WorkoutRow'
import { formatMonth } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { groupByMonth } from './month-groups'
import classes from './WorkoutLog.module.css'

/** The latest workouts as mileposts along a road, month by month. */
export function WorkoutLog({
  workouts,
  more,
}: {
  workouts: readonly ListedWorkout[]
  /** The way to those before them. */
  more: ReactNode
}) {
  const preferences = usePreferences()
  const months = groupByMonth(workouts, ({ workout_date }) =>
    formatMonth(new Date(workout_date), preferences),
  )
  return (
    <section aria-label={t('dashboard.latest')}>
      {months.map(({ month, items }) => (
        <div key={month}>
          <WorkoutColumns heading={month} />
          <ol className={classes.road}>
            {items.map((workout) => (
              <WorkoutRow key={workout.id} workout={workout} />
            ))}
          </ol>
        </div>
      ))}
      {more}
    </section>
  )
}
