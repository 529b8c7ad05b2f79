import { TextInput } from '@mantine/core'
import { MEMBER_ORDERS, type MemberOrder, type MemberSearch } from '@/web/api/members'
import { Choice } from '@/web/components/Choice'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './MemberSearchFields.module.css'

const ORDERS: Readonly<Record<MemberOrder, TextKey>> = {
  username: 'members.byName',
  created_at: 'members.byDate',
  workouts_count: 'members.byWorkouts',
  role: 'members.byRole',
  is_active: 'members.byActivity',
  suspended_at: 'members.bySuspension',
}

/** Whom to look for, and in which order. */
export function MemberSearchFields({
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
