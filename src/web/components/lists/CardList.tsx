import type { ReactNode } from 'react'
import classes from './CardList.module.css'

/** A list of cards, or a text if it is empty. */
export function CardList({
  label,
  empty,
  children,
}: {
  label: string
  empty: ReactNode
  children: ReactNode[]
}) {
  if (children.length === 0) return <p className={classes.empty}>{empty}</p>
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}
