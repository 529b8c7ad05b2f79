import type { ReactNode } from 'react'
import classes from './Badge.module.css'

/** A label for the state of an item. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'bad'
  children: ReactNode
}) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}
