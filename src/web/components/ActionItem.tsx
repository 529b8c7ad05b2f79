import { Button } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ItemRow } from './ItemRow'

/** One of a list: its name, what is known of it, and the one thing that can be done with it, at once. */
export function ActionItem({
  name,
  facts,
  action: { label, description, variant, mutation },
}: {
  name: ReactNode
  facts: ReactNode
  action: {
    /** Stands on the button. */
    label: string
    /** Says it of this one among the others. */
    description: string
    variant: 'filled' | 'default'
    mutation: UseMutationResult<void, Error, void>
  }
}) {
  return (
    <li>
      <ItemRow name={name} facts={[facts]} error={mutation.error}>
        <Button
          variant={variant}
          size="sm"
          aria-label={description}
          loading={mutation.isPending}
          onClick={() => mutation.mutate()}
        >
          {label}
        </Button>
      </ItemRow>
    </li>
  )
}
