import { t } from '@/web/i18n/text'
import type { Cursor } from './cursor'
import { indexAt } from './index-at'
import classes from './Scrubber.module.css'
import { useCursorIndex } from './use-cursor'

const STEPS = 500

/** A slider along the axis: the way to the cursor for keyboards and fingers. */
export function Scrubber({
  xs,
  cursor,
  describe,
}: {
  xs: readonly number[]
  cursor: Cursor
  describe: (index: number) => string
}) {
  const index = useCursorIndex(cursor)
  const first = xs[0] ?? 0
  const last = xs.at(-1) ?? 0
  if (last <= first) return null
  return (
    <input
      className={classes.scrubber}
      type="range"
      min={first}
      max={last}
      step={(last - first) / STEPS}
      value={xs[index ?? 0] ?? first}
      aria-label={t('chart.position')}
      aria-valuetext={describe(index ?? 0)}
      onChange={({ currentTarget }) => cursor.set(indexAt(xs, Number(currentTarget.value)))}
    />
  )
}
