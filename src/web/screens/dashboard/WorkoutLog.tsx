import { Button } from '@mantine/core'
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
  hasMore,
  loadingMore,
  onMore,
}: {
  workouts: readonly ListedWorkout[]
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
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
      {hasMore && (
        <Button variant="default" loading={loadingMore} onClick={onMore}>
          {t('dashboard.more')}
        </Button>
      )}
    </section>
  )
}
