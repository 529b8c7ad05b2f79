import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeRelationship, refreshPeople } from '@/web/api/accounts/people'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'

/** A button that blocks or unblocks a user. */
export function BlockButton({ username, blocked }: { username: string; blocked: boolean }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: changeRelationship,
    onSettled: () => refreshPeople(client),
  })
  // Lists still contain an unblocked user until they are refetched, so the button offers to undo the change.
  const now = change.isSuccess ? change.variables.what === 'block' : blocked
  return (
    <>
      <BusyButton
        size="sm"
        variant="default"
        busy={change.isPending}
        onClick={() => change.mutate({ username, what: now ? 'unblock' : 'block' })}
      >
        {t(now ? 'people.unblock' : 'people.block')}
      </BusyButton>
      <ErrorNote error={change.error} />
    </>
  )
}
