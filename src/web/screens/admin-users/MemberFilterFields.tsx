import { MEMBER_ORDERS, type MemberFilters, type MemberOrder } from '@/web/api/accounts/members'
import { OrderFields } from '@/web/components/filters/OrderFields'
import { SearchField } from '@/web/components/filters/SearchField'
import { Choice } from '@/web/components/forms/Choice'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './MemberFilterFields.module.css'
import { GIVEN_ROLES, roleName } from './role-names'

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
  return (
    <search className={classes.fields}>
      <SearchField
        label={t('members.search')}
        text={filters.q}
        onSearch={(text) => onChange({ q: text || undefined })}
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
      <OrderFields
        options={MEMBER_ORDERS.map((value) => ({ value, label: t(ORDERS[value]) }))}
        order={filters}
        onChange={onChange}
      />
    </search>
  )
}
