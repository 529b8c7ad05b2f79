import { Skeleton } from '@mantine/core'
import { whileShown } from '@/web/components/page/page-marks'
import { t } from '@/web/i18n/text'
import classes from './DashboardScreen.module.css'

/** Reserves the space of the dashboard while it loads. */
export function LogSkeleton() {
  return (
    <div
      role="status"
      ref={whileShown.loading}
      className={classes.columns}
      aria-label={t('shell.loading')}
    >
      <Skeleton height={392} radius="lg" />
      <Skeleton height={392} radius="lg" />
      <Skeleton height={240} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </div>
  )
}
