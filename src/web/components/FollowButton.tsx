import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshPeople, tie } from '@/web/api/people'
import { type TextKey, t } from '@/web/i18n/text'
import { ErrorNote } from './ErrorNote'

const TEXTS: Readonly<Record<string, TextKey>> = {
  true: 'people.unfollow',
  pending: 'people.withdraw',
}

/**
 * Follows somebody, or no longer; nothing about those whose ties are not told, oneself above all. Lists that are not
 * asked for again keep those who are no longer followed, so that the button undoes what it did.
 */
export function FollowButton({
  username,
  followed,
}: {
  username: string
  /** Whether the reader follows them: `true`, `pending` or `false`. */
  followed: string | undefined
}) {
  const client = useQueryClient()
  const [left, setLeft] = useState<string>()
  const change = useMutation({
    mutationFn: tie,
    onSuccess: (_, { what }) => setLeft(what === 'unfollow' ? followed : undefined),
    onSettled: () => refreshPeople(client),
  })
  if (followed === undefined) return null
  const state = left === followed ? 'false' : followed
  const what = state === 'false' ? 'follow' : 'unfollow'
  return (
    <>
      <Button
        size="sm"
        variant={what === 'follow' ? 'filled' : 'default'}
        loading={change.isPending}
        onClick={() => change.mutate({ username, what })}
      >
        {t(TEXTS[state] ?? 'people.follow')}
      </Button>
      <ErrorNote error={change.error} />
    </>
  )
}
