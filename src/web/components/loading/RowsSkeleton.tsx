import { Skeleton } from '@mantine/core'
import { whileShown } from '@/web/components/page/page-marks'
import { t } from '@/web/i18n/text'
import classes from './RowsSkeleton.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

/** Reserves the space of a list of workouts while it loads. */
export function RowsSkeleton() {
  return (
    <div
      role="status"
      ref={whileShown.loading}
      className={classes.rows}
      aria-label={t('shell.loading')}
    >
      {ROWS.map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={42} width={40} radius="md" />
          <Skeleton height={18} width="40%" />
        </div>
      ))}
    </div>
  )
}
