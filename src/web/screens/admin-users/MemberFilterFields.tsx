import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { MEMBER_ORDERS, type MemberFilters, type MemberOrder } from '@/web/api/accounts/members'
import { Choice } from '@/web/components/forms/Choice'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './MemberFilterFields.module.css'
import { GIVEN_ROLES, roleName } from './role-names'

const TYPING_MS = 250

const ORDERS: Readonly<Record<MemberOrder, TextKey>> = {
  username: 'members.byName',
  created_at: 'members.byDate',
  workouts_count: 'members.byWorkouts',
  role: 'members.byRole',
  is_active: 'members.byActivity',
  suspended_at: 'members.bySuspension',
  last_seen: 'members.byLastSeen',
  storage: 'members.byStorage',
}

/** The search text, filters and sort order of the list of accounts. */
export function MemberFilterFields({
  filters,
  onChange,
}: {
  filters: MemberFilters
  onChange: (changes: MemberFilters) => void
}) {
  const [typed, setTyped] = useState(filters.q ?? '')
  const search = useDebouncedCallback(
    (q: string) => onChange({ q: q.trim() || undefined }),
    TYPING_MS,
  )
  return (
    <search className={classes.fields}>
      <TextInput
        label={t('members.search')}
        type="search"
        size="md"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          search(currentTarget.value)
        }}
      />
      <Choice
        label={t('members.role')}
        options={[
          { value: '', label: t('filter.any') },
          ...[...GIVEN_ROLES, 'owner'].map((value) => ({ value, label: roleName(value) })),
        ]}
        value={filters.role ?? ''}
        onChange={(role) => onChange({ role: role || undefined })}
      />
      <Choice
        label={t('reports.state')}
        options={[
          { value: '', label: t('filter.any') },
          { value: 'active', label: t('members.active') },
          { value: 'inactive', label: t('members.inactive') },
          { value: 'suspended', label: t('members.suspended') },
        ]}
        value={filters.state ?? ''}
        onChange={(state) => onChange({ state: state || undefined })}
      />
      <OrderFields filters={filters} onChange={onChange} />
    </search>
  )
}

function OrderFields({
  filters,
  onChange,
}: {
  filters: MemberFilters
  onChange: (changes: MemberFilters) => void
}) {
  return (
    <>
      <Choice
        label={t('filter.orderBy')}
        options={MEMBER_ORDERS.map((value) => ({
          value: value as string,
          label: t(ORDERS[value]),
        }))}
        value={filters.order_by ?? 'created_at'}
        onChange={(order_by) => onChange({ order_by })}
      />
      <Choice
        label={t('filter.order')}
        options={[
          { value: 'asc', label: t('filter.ascending') },
          { value: 'desc', label: t('filter.descending') },
        ]}
        value={filters.order ?? 'desc'}
        onChange={(order) => onChange({ order })}
      />
    </>
  )
}
