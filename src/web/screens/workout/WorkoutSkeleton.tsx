import { Skeleton } from '@mantine/core'
import type { Workout } from '@/web/api/workouts/workouts'
import { ChartSkeleton } from '@/web/charts/ChartSkeleton'
import { markPage, whileShown } from '@/web/components/page/page-marks'
import { t } from '@/web/i18n/text'
import classes from './WorkoutView.module.css'
import { chartCount } from './workout-numbers'

/** Reserves the space of a workout's parts while it loads. */
export function WorkoutSkeleton() {
  return (
    <>
      <Skeleton height={60} width="45%" mb={20} />
      <ContentSkeleton />
    </>
  )
}

/** Reserves the space of everything below the heading. */
export const ContentSkeleton = () => (
  <div
    role="status"
    ref={whileShown.loading}
    className={classes.columns}
    aria-label={t('shell.loading')}
  >
    <Skeleton height={440} radius="lg" />
    <Skeleton height={440} radius="lg" />
  </div>
)

function markLoadingLane(): () => void {
  const removals = [markPage('lane'), markPage('loading')]
  return () => {
    for (const remove of removals) remove()
  }
}

/** Reserves the space of map, photos and charts while their code loads. */
export function TrackSkeleton({ workout }: { workout: Workout }) {
  const photos = workout.media_attachments
  return (
    <>
      {workout.with_geometry && (
        <div className={classes.lane} ref={markLoadingLane}>
          <Skeleton data-part="map" height={440} radius="lg" />
        </div>
      )}
      {workout.with_geometry && workout.with_analysis && <PaintSkeleton />}
      {photos.length > 0 && (
        <div data-part="photos">
          <PhotosSkeleton photos={photos} />
        </div>
      )}
      {workout.with_analysis && (
        <div data-part="charts">
          <ChartSkeleton charts={chartCount(workout)} />
        </div>
      )}
    </>
  )
}

/** Reserves the space of photos while their code loads, so that what is below them does not move. */
export const PhotosSkeleton = ({ photos }: { photos: Workout['media_attachments'] }) => (
  <div className={classes.photos}>
    {photos.map(({ id }) => (
      <Skeleton key={id} className={classes.photo} />
    ))}
  </div>
)

/** Reserves the space of a table while the code of its tab loads. */
export const TabSkeleton = () => (
  <div role="status" ref={whileShown.loading} aria-label={t('shell.loading')}>
    <Skeleton height={400} radius="lg" />
  </div>
)

/** Reserves the space of the colour selection. */
export const PaintSkeleton = () => <div className={classes.paint} data-part="paint" />
