import type { ReactNode } from 'react'
import classes from './FieldPair.module.css'

/** Two fields next to each other if there is enough space. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>
}
