import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerFollowRequest, followRequestsQuery, refreshPeople } from '@/web/api/people'
import { ErrorNote } from '@/web/components/ErrorNote'
import classes from '@/web/components/ItemList.module.css'
import { MoreButton } from '@/web/components/MoreButton'
import { Panel } from '@/web/components/Panel'
import { PersonRow } from '@/web/components/PersonRow'
import { t } from '@/web/i18n/text'

/** Those who wait for an answer whether they may follow; nothing when nobody does. */
export function FollowRequests() {
  const client = useQueryClient()
  const list = useInfiniteQuery(followRequestsQuery)
  const answer = useMutation({
    mutationFn: answerFollowRequest,
    onSettled: () => refreshPeople(client),
  })
  const people = list.data?.pages.flatMap(({ data }) => data.follow_requests) ?? []
  if (people.length === 0) return null
  return (
    <Panel title={t('people.requests')}>
      <ErrorNote error={answer.error} />
      <ul className={classes.list} aria-label={t('people.requests')}>
        {people.map((person) => (
          <PersonRow key={person.username} person={person}>
            <Button
              size="sm"
              onClick={() => answer.mutate({ username: person.username, accept: true })}
            >
              {t('people.accept')}
            </Button>
            <Button
              size="sm"
              variant="default"
              onClick={() => answer.mutate({ username: person.username, accept: false })}
            >
              {t('people.reject')}
            </Button>
          </PersonRow>
        ))}
      </ul>
      <MoreButton list={list} />
    </Panel>
  )
}
