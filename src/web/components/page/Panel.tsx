import type { ReactNode } from 'react'
import classes from './Panel.module.css'

/** A section of a screen with a heading. */
export function Panel({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {children}
    </section>
  )
}
