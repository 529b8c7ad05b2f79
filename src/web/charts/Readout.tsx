import type { Cursor } from './cursor'
import classes from './Readout.module.css'
import { useObserved } from './use-observed'

/** The value of one series at the cursor; keeps its place while there is none. */
export function Readout({
  cursor,
  values,
  write,
}: {
  cursor: Cursor
  values: readonly (number | null)[]
  write: (value: number) => string
}) {
  const index = useObserved(cursor)
  const value = index === null ? null : values[index]
  return <span className={classes.readout}>{value == null ? '' : write(value)}</span>
}
