import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshPeople, tie } from '@/web/api/people'
import { t } from '@/web/i18n/text'
import { ErrorNote } from './ErrorNote'

/** Blocks somebody, or no longer. */
export function BlockButton({ username, blocked }: { username: string; blocked: boolean }) {
  const client = useQueryClient()
  const change = useMutation({ mutationFn: tie, onSettled: () => refreshPeople(client) })
  // Lists keep those who are no longer blocked until they are asked for again: the button undoes what it did.
  const now = change.isSuccess ? change.variables.what === 'block' : blocked
  return (
    <>
      <Button
        size="sm"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ username, what: now ? 'unblock' : 'block' })}
      >
        {t(now ? 'people.unblock' : 'people.block')}
      </Button>
      <ErrorNote error={change.error} />
    </>
  )
}
