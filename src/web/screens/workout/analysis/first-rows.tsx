import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '@/web/i18n/text'
import classes from './Splits.module.css'

/** Longer tables show only their first rows until expanded. */
const MAX_AT_FIRST = 25
const AT_FIRST = 20

/** Returns the first rows of a long table, the total number if some are hidden, and a function to show them. */
export function useFirstRows<Row>(rows: readonly Row[]) {
  const [isLong, lengthen] = useState(false)
  const isWhole = isLong || rows.length <= MAX_AT_FIRST
  return {
    shown: isWhole ? rows : rows.slice(0, AT_FIRST),
    rest: isWhole ? 0 : rows.length,
    showAll: () => lengthen(true),
  }
}

/** The last row of a shortened table, with a button to show all rows. */
export function MoreRows({
  rest,
  columns,
  onShow,
}: {
  /** Total number of rows; 0 if all are shown. */
  rest: number
  columns: number
  onShow: () => void
}) {
  if (rest === 0) return null
  return (
    <tr>
      <td colSpan={columns} className={classes.more}>
        <Button variant="default" size="sm" onClick={onShow}>
          {t('split.all', { count: rest })}
        </Button>
      </td>
    </tr>
  )
}
