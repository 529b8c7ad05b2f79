import type { Cursor } from './cursor'
import classes from './Readout.module.css'
import { useObserved } from './use-observed'

/** The value of a series at the cursor. Keeps its space in the layout when the cursor is outside the chart. */
export function Readout({
  cursor,
  values,
  format,
}: {
  cursor: Cursor
  values: readonly (number | null)[]
  format: (value: number) => string
}) {
  const index = useObserved(cursor)
  const value = index === null ? null : values[index]
  return <span className={classes.readout}>{value == null ? '' : format(value)}</span>
}
