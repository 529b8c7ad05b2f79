import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmButton } from './ConfirmButton'
import classes from './ItemList.module.css'
import { scopesOf, scopeText } from './scope-texts'

/** What may use the account: its name, what is known of it, what it may do, and the way to end that. */
export function AccessItem({
  name,
  facts,
  scope,
  revoking: { label, title, text, action },
}: {
  name: string
  facts: ReactNode
  scope: string
  revoking: {
    /** Stands on the button, and on that of the question. */
    label: string
    title: string
    text: string
    action: UseMutationResult<void, Error, void>
  }
}) {
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.names}>
          <span className={classes.name}>{name}</span>
          <span className={classes.facts}>{facts}</span>
          <span className={classes.facts}>{scopesOf(scope).map(scopeText).join(' · ')}</span>
        </span>
        <ConfirmButton label={label} title={title} text={text} confirm={label} action={action} />
      </div>
    </li>
  )
}
