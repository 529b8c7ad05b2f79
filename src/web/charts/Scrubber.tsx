import { useState } from 'react'
import { t } from '@/web/i18n/text'
import type { Cursor } from './cursor'
import { findNearestIndex } from './nearest-index'
import classes from './Scrubber.module.css'
import { useObserved } from './use-observed'

const STEPS = 500

/** A slider along the axis, which moves the cursor by keyboard or touch. */
export function Scrubber({
  xs,
  cursor,
  describe,
}: {
  xs: readonly number[]
  cursor: Cursor
  describe: (index: number) => string
}) {
  const index = useObserved(cursor) ?? 0
  const [chosen, choose] = useState(0)
  const first = xs[0] ?? 0
  const span = (xs.at(-1) ?? 0) - first
  if (span <= 0) return null
  const indexOf = (step: number) => findNearestIndex(xs, first + (span * step) / STEPS)
  // Where points are sparse, several slider steps map to the same point; the slider must not jump back to the first of
  // them.
  const moved = indexOf(chosen) !== index
  const value = moved ? Math.round((((xs[index] ?? first) - first) / span) * STEPS) : chosen
  return (
    <input
      className={classes.scrubber}
      type="range"
      min={0}
      max={STEPS}
      value={value}
      aria-label={t('chart.position')}
      aria-valuetext={describe(index)}
      onChange={({ currentTarget }) => {
        choose(Number(currentTarget.value))
        cursor.set(indexOf(Number(currentTarget.value)))
      }}
    />
  )
}
