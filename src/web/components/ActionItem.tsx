import { Button } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNote } from './ErrorNote'
import classes from './ItemList.module.css'

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
      <div className={classes.row}>
        <span className={classes.names}>
          <span className={classes.name}>{name}</span>
          <span className={classes.facts}>{facts}</span>
          <ErrorNote error={mutation.error} />
        </span>
        <Button
          variant={variant}
          size="sm"
          aria-label={description}
          loading={mutation.isPending}
          onClick={() => mutation.mutate()}
        >
          {label}
        </Button>
      </div>
    </li>
  )
}
