import type { ReactNode } from 'react'
import { EntryArt } from './EntryArt'
import classes from './EntryCard.module.css'
import { usePageTitle } from './use-page-title'

/** The frame of the pages at the door: a picture, a heading and one form. */
export function EntryCard({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <section className={classes.card}>
      <EntryArt />
      <div className={classes.body}>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </div>
    </section>
  )
}
