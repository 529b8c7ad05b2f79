import type { ReactNode } from 'react'
import classes from './Page.module.css'
import { usePageTitle } from './use-page-title'

/** The frame of most screens: a heading with what can be done beside it, and the content below. */
export function Page({
  title,
  lead,
  actions,
  tabs,
  wide = false,
  children,
}: {
  title: string
  lead?: string
  actions?: ReactNode
  /** The ways to the screens beside this one. */
  tabs?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <section className={wide ? `${classes.page} ${classes.wide}` : classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {actions}
      </header>
      {tabs}
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}
