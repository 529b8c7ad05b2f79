import type { ReactNode } from 'react'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import { WorkoutColumns } from '@/web/components/lists/WorkoutColumns'
import { WorkoutRow } from '@/web/components/lists/WorkoutRow'
import { formatMonth } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { groupByMonth } from './month-groups'
import classes from './WorkoutLog.module.css'

/** The latest workouts as mileposts along a road, grouped by month. */
export function WorkoutLog({
  workouts,
  more,
}: {
  workouts: readonly ListedWorkout[]
  /** The link to earlier workouts. */
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
