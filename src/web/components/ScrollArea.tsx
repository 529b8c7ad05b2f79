import type { ReactNode } from 'react'
import classes from './ScrollArea.module.css'

/** What scrolls must be reached by the keyboard too (WCAG 2.1.1). */
const REACHABLE = { tabIndex: 0 }

/** Something that may be wider than the page; it scrolls by itself. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.area} aria-label={label} {...REACHABLE}>
      {children}
    </section>
  )
}
