import type { ReactNode } from 'react'
import classes from './Notice.module.css'

/** A calm remark that is no error. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={classes.notice} role="status">
      {children}
    </p>
  )
}
