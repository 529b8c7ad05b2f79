import { Button } from '@mantine/core'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t } from '@/web/i18n/text'
import { useMemberChange } from './use-member-change'

/** Lets somebody log in, or no longer. */
export function ActivityButton({ username, active }: { username: string; active: boolean }) {
  const change = useMemberChange(username)
  return (
    <>
      <Button
        variant={active ? 'default' : 'filled'}
        loading={change.isPending}
        onClick={() => change.mutate({ activate: !active })}
      >
        {t(active ? 'members.deactivate' : 'members.activate')}
      </Button>
      <ErrorNote error={change.error} />
    </>
  )
}
