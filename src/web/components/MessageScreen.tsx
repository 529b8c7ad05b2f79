import type { ReactNode } from 'react'
import classes from './MessageScreen.module.css'
import { usePageTitle } from './use-page-title'

/** A screen that has nothing to show but a few words and ways on. */
export function MessageScreen({
  plate,
  title,
  text,
  children,
}: {
  /** What stands on the milestone above the words. */
  plate: string
  title: string
  text: string
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={classes.screen}>
      <p className={classes.plate} aria-hidden="true">
        {plate}
      </p>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.ways}>{children}</div>
    </div>
  )
}
