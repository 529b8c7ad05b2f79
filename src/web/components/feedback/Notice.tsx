import type { ReactNode } from 'react'
import classes from './Notice.module.css'

/** An informational message. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={classes.notice} role="status">
      {children}
    </p>
  )
}
