import { type ReactNode, useRef } from 'react'
import classes from './ScrollArea.module.css'
import { useScrollEdges } from './use-scroll-edges'

/** Scrollable areas must be operable by keyboard (WCAG 2.1.1). */
const REACHABLE = { tabIndex: 0 }

/**
 * A container that scrolls horizontally if its content is wider than the page. Its edges fade while there is more to
 * see beyond them.
 */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  const area = useRef<HTMLElement>(null)
  useScrollEdges(area)
  return (
    <section ref={area} className={classes.area} aria-label={label} {...REACHABLE}>
      {children}
    </section>
  )
}
