import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  MEMBER_ORDERS,
  type MemberOrder,
  type MemberSearch,
  membersQuery,
} from '@/web/api/accounts/members'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Choice } from '@/web/components/forms/Choice'
import lists from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { type TextKey, t } from '@/web/i18n/text'
import { MemberItem } from './MemberItem'
import classes from './MembersScreen.module.css'

const TYPING_MS = 250

/** All accounts of this server, each with its actions. */
export function MembersScreen() {
  const [search, setSearch] = useState<MemberSearch>({
    q: '',
    orderBy: 'created_at',
    descending: true,
  })
  const [asked] = useDebouncedValue(search, TYPING_MS)
  const list = useInfiniteQuery({ ...membersQuery(asked), placeholderData: keepPreviousData })
  const members = list.data?.pages.flatMap(({ data }) => data.users) ?? []
  const total = list.data?.pages[0]?.pagination.total
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Page wide title={t('admin.users')}>
      <MemberSearchFields search={search} onChange={setSearch} />
      <LoadError queries={[list]} />
      <p role="status" className={lists.facts}>
        {total !== undefined && t('members.found', { count: total })}
      </p>
      {members.length > 0 && (
        <ul className={lists.list} aria-label={t('admin.users')}>
          {members.map((member) => (
            <MemberItem
              key={member.username}
              member={member}
              open={open === member.username}
              onToggle={() => setOpen(open === member.username ? null : member.username)}
            />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Page>
  )
}

const ORDERS: Readonly<Record<MemberOrder, TextKey>> = {
  username: 'members.byName',
  created_at: 'members.byDate',
  workouts_count: 'members.byWorkouts',
  role: 'members.byRole',
  is_active: 'members.byActivity',
  suspended_at: 'members.bySuspension',
}

/** The search text and sort order for the list of users. */
function MemberSearchFields({
  search,
  onChange,
}: {
  search: MemberSearch
  onChange: (search: MemberSearch) => void
}) {
  return (
    <search className={classes.fields}>
      <TextInput
        label={t('members.search')}
        type="search"
        size="md"
        value={search.q}
        onChange={({ currentTarget }) => onChange({ ...search, q: currentTarget.value })}
      />
      <Choice
        label={t('filter.orderBy')}
        options={MEMBER_ORDERS.map((value) => ({ value, label: t(ORDERS[value]) }))}
        value={search.orderBy}
        onChange={(orderBy) => onChange({ ...search, orderBy })}
      />
      <Choice
        label={t('filter.order')}
        options={[
          { value: 'asc', label: t('filter.ascending') },
          { value: 'desc', label: t('filter.descending') },
        ]}
        value={search.descending ? 'desc' : 'asc'}
        onChange={(order) => onChange({ ...search, descending: order === 'desc' })}
      />
    </search>
  )
}
