import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshPeople, tie } from '@/web/api/people'
import { type TextKey, t } from '@/web/i18n/text'

const TEXTS: Readonly<Record<string, TextKey>> = {
  true: 'people.unfollow',
  pending: 'people.withdraw',
}

/** Follows somebody, or no longer; nothing about those whose ties are not told, oneself above all. */
export function FollowButton({
  username,
  followed,
}: {
  username: string
  /** Whether the reader follows them: `true`, `pending` or `false`. */
  followed: string | undefined
}) {
  const client = useQueryClient()
  const change = useMutation({ mutationFn: tie, onSettled: () => refreshPeople(client) })
  if (followed === undefined) return null
  const what = followed === 'false' ? 'follow' : 'unfollow'
  return (
    <Button
      size="sm"
      variant={what === 'follow' ? 'filled' : 'default'}
      loading={change.isPending}
      onClick={() => change.mutate({ username, what })}
    >
      {t(TEXTS[followed] ?? 'people.follow')}
    </Button>
  )
}
