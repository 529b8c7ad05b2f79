import { Skeleton } from '@mantine/core'
import { t } from '@/web/i18n/text'
import classes from './WorkoutView.module.css'

/** Keeps the places of a workout's parts while it loads. */
export function WorkoutSkeleton() {
  return (
    <div role="status" aria-label={t('shell.loading')}>
      <Skeleton height={60} width="45%" mb={20} />
      <div className={classes.columns}>
        <Skeleton height={440} radius="lg" />
        <Skeleton height={440} radius="lg" />
      </div>
    </div>
  )
}
