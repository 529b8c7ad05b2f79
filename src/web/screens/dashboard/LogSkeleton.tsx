import { Skeleton } from '@mantine/core'
import { t } from '@/web/i18n/text'
import classes from './LogSkeleton.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** Reserves the space of totals and log while they load. */
export function LogSkeleton() {
  return (
    <div role="status" data-loading aria-label={t('shell.loading')}>
      <Skeleton height={92} radius="lg" />
      <div className={classes.rows}>
        {ROWS.map((row) => (
          <div key={row} className={classes.row}>
            <Skeleton height={42} width={40} radius="md" />
            <Skeleton height={18} width="40%" />
          </div>
        ))}
      </div>
    </div>
  )
}
