import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmButton } from './ConfirmButton'
import { ItemRow } from './ItemRow'
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
      <ItemRow name={name} facts={[facts, scopesOf(scope).map(scopeText).join(' · ')]}>
        <ConfirmButton label={label} title={title} text={text} confirm={label} action={action} />
      </ItemRow>
    </li>
  )
}
