import { Button } from '@mantine/core'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import {
  answerFollowRequest,
  followRequestsQuery,
  peopleQuery,
  refreshPeople,
} from '@/web/api/accounts/people'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { SearchField } from '@/web/components/filters/SearchField'
import classes from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { PeopleList, PersonRow } from '@/web/components/lists/PeopleList'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'

/** The members of this server, and pending follow requests. */
export function UsersScreen() {
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery({ ...peopleQuery(search), placeholderData: keepPreviousData })
  const people = list.data?.pages.flatMap(({ data }) => data.users) ?? []
  return (
    <Page title={t('people.title')}>
      <FollowRequests />
      <SearchField
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        onSearch={setSearch}
      />
      <LoadError queries={[list]} />
      {list.data && people.length === 0 && <p>{t('people.none')}</p>}
      <PeopleList people={people} label={t('people.title')} />
      <MoreButton list={list} />
    </Page>
  )
}

/** Pending follow requests; renders nothing without any. */
function FollowRequests() {
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
