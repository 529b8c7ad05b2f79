import type { ReactNode } from 'react'
import classes from './ScrollArea.module.css'

/** Scrollable areas must be operable by keyboard (WCAG 2.1.1). */
const REACHABLE = { tabIndex: 0 }

/** A container that scrolls horizontally if its content is wider than the page. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.area} aria-label={label} {...REACHABLE}>
      {children}
    </section>
  )
}
