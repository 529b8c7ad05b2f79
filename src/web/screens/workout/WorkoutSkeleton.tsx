import { Skeleton } from '@mantine/core'
import type { Workout } from '@/web/api/workouts'
import { ChartSkeleton } from '@/web/charts/ChartSkeleton'
import { t } from '@/web/i18n/text'
import classes from './WorkoutView.module.css'
import { chartCount } from './workout-numbers'

/** Keeps the places of a workout's parts while it loads. */
export function WorkoutSkeleton() {
  return (
    <div role="status" data-loading aria-label={t('shell.loading')}>
      <Skeleton height={60} width="45%" mb={20} />
      <div className={classes.columns}>
        <Skeleton height={440} radius="lg" />
        <Skeleton height={440} radius="lg" />
      </div>
    </div>
  )
}

/** Keeps the places of map and charts while what draws them loads. */
export function TrackSkeleton({ workout }: { workout: Workout }) {
  return (
    <>
      {workout.with_geometry && (
        <div className={classes.lane} data-part="lane" data-loading>
          <Skeleton data-part="map" height={440} radius="lg" />
        </div>
      )}
      {workout.with_geometry && workout.with_analysis && <PaintSkeleton />}
      {workout.with_analysis && (
        <div data-part="charts">
          <ChartSkeleton charts={chartCount(workout)} />
        </div>
      )}
    </>
  )
}

/** Keeps the place of the choice of colours. */
export const PaintSkeleton = () => <div className={classes.paint} data-part="paint" />
