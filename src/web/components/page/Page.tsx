import type { ReactNode } from 'react'
import { usePageTitle } from '@/web/components/loading/use-page-title'
import classes from './Page.module.css'

/** The layout of most screens: a heading with actions next to it, and the content below. */
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
  /** Links to related screens. */
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
