import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peopleQuery } from '@/web/api/people'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { PeopleList } from '@/web/components/PeopleList'
import { t } from '@/web/i18n/text'
import { FollowRequests } from './FollowRequests'

const TYPING_MS = 250

/** The members of this server, and those among them who want to follow. */
export function UsersScreen() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const list = useInfiniteQuery({ ...peopleQuery(search), placeholderData: keepPreviousData })
  const people = list.data?.pages.flatMap(({ data }) => data.users) ?? []
  return (
    <Page title={t('people.title')}>
      <FollowRequests />
      <TextInput
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        size="md"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <LoadError of={[list]} />
      {list.data && people.length === 0 && <p>{t('people.none')}</p>}
      <PeopleList people={people} label={t('people.title')} />
      <MoreButton list={list} />
    </Page>
  )
}
