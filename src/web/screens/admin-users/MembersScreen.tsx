import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type MemberFilters, membersQuery } from '@/web/api/accounts/members'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { MemberFilterFields } from './MemberFilterFields'
import { MemberItem } from './MemberItem'
import { AddMembersLink, WaitingRequests } from './NewMemberLinks'

const route = getRouteApi('/member/admin/administrators/admin/users')

/** All accounts of this server, each with its actions. */
export function MembersScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery({ ...membersQuery(filters), placeholderData: keepPreviousData })
  const members = list.data?.pages.flatMap(({ data }) => data.users) ?? []
  const total = list.data?.pages[0]?.pagination.total
  const [open, setOpen] = useState<string | null>(null)
  const filter = (changes: MemberFilters) =>
    void navigate({ search: (current) => ({ ...current, ...changes }), replace: true })
  return (
    <Page wide title={t('admin.users')} actions={<AddMembersLink />}>
      <WaitingRequests />
      <MemberFilterFields filters={filters} onChange={filter} />
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
