import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MemberSearch, membersQuery } from '@/web/api/members'
import classes from '@/web/components/ItemList.module.css'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { MemberItem } from './MemberItem'
import { MemberSearchFields } from './MemberSearchFields'

const TYPING_MS = 250

/** Every account of this server, and what can be done about each. */
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
      <LoadError of={[list]} />
      <p role="status" className={classes.facts}>
        {total !== undefined && t('members.found', { count: total })}
      </p>
      {members.length > 0 && (
        <ul className={classes.list} aria-label={t('admin.users')}>
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
