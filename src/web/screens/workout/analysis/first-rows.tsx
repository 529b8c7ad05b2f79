import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '@/web/i18n/text'
import classes from './Splits.module.css'

/** Of more rows than that only some are shown until somebody wants to see all. */
const MOST_AT_FIRST = 25
const AT_FIRST = 20

/** The first rows of a long table, how many there are in all if some are not shown, and how to show them. */
export function useFirstRows<Row>(rows: readonly Row[]) {
  const [isLong, lengthen] = useState(false)
  const isWhole = isLong || rows.length <= MOST_AT_FIRST
  return {
    shown: isWhole ? rows : rows.slice(0, AT_FIRST),
    rest: isWhole ? 0 : rows.length,
    showAll: () => lengthen(true),
  }
}

/** The last row of a table that does not show all: a button that does. */
export function MoreRows({
  rest,
  columns,
  onShow,
}: {
  /** Number of all rows; 0 when all are shown. */
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
