import type { ReactNode } from 'react'
import { usePageTitle } from '@/web/components/loading/use-page-title'
import classes from './MessageScreen.module.css'

/** A screen with only a message and links to continue. */
export function MessageScreen({
  plate,
  title,
  text,
  children,
}: {
  /** Text on the milestone above the message. */
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
      <div className={classes.actions}>{children}</div>
    </div>
  )
}
