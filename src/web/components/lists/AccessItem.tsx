import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { scopeText, splitScopes } from '@/web/components/people/scope-texts'
import { ItemRow } from './ItemRow'

/** An app or token with access to the account: its name, details and scopes, and a button to revoke the access. */
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
    /** Text of the button, and of the button that confirms. */
    label: string
    title: string
    text: string
    action: UseMutationResult<void, Error, void>
  }
}) {
  return (
    <li>
      <ItemRow name={name} facts={[facts, splitScopes(scope).map(scopeText).join(' · ')]}>
        <ConfirmButton label={label} title={title} text={text} confirm={label} action={action} />
      </ItemRow>
    </li>
  )
}
