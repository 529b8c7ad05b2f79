import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ItemRow } from '@/web/components/lists/ItemRow'

/** An item of a list with its name, details, and a single action that is performed without confirmation. */
export function ActionItem({
  name,
  facts,
  action: { label, description, variant, mutation },
}: {
  name: ReactNode
  facts: ReactNode
  action: {
    /** Text of the button. */
    label: string
    /** Accessible label, which names the item. */
    description: string
    variant: 'filled' | 'default'
    mutation: UseMutationResult<void, Error, void>
  }
}) {
  return (
    <li>
      <ItemRow name={name} facts={[facts]} error={mutation.error}>
        <BusyButton
          variant={variant}
          size="sm"
          aria-label={description}
          busy={mutation.isPending}
          onClick={() => mutation.mutate()}
        >
          {label}
        </BusyButton>
      </ItemRow>
    </li>
  )
}
