import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeRelationship, refreshPeople } from '@/web/api/accounts/people'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { type TextKey, t } from '@/web/i18n/text'

const TEXTS: Readonly<Record<string, TextKey>> = {
  true: 'people.unfollow',
  pending: 'people.withdraw',
}

/**
 * A button that follows or unfollows a user. Renders nothing if the relationship is unknown, as for the caller. Lists
 * still contain an unfollowed user until they are refetched, so the button offers to undo the change.
 */
export function FollowButton({
  username,
  followed,
}: {
  username: string
  /** Whether the caller follows the user: `true`, `pending` or `false`. */
  followed: string | undefined
}) {
  const client = useQueryClient()
  const [left, setLeft] = useState<string>()
  const change = useMutation({
    mutationFn: changeRelationship,
    onSuccess: (_, { what }) => setLeft(what === 'unfollow' ? followed : undefined),
    onSettled: () => refreshPeople(client),
  })
  if (followed === undefined) return null
  const state = left === followed ? 'false' : followed
  const what = state === 'false' ? 'follow' : 'unfollow'
  return (
    <>
      <BusyButton
        size="sm"
        variant={what === 'follow' ? 'filled' : 'default'}
        busy={change.isPending}
        onClick={() => change.mutate({ username, what })}
      >
        {t(TEXTS[state] ?? 'people.follow')}
      </BusyButton>
      <ErrorNote error={change.error} />
    </>
  )
}
