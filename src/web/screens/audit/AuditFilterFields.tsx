import type { AuditFilters } from '@/web/api/accounts/audit'
import { SearchField } from '@/web/components/filters/SearchField'
import { Choice } from '@/web/components/forms/Choice'
import { DayField } from '@/web/components/forms/DayField'
import { t } from '@/web/i18n/text'
import classes from './AuditFilterFields.module.css'
import { AUDIT_ACTIONS, auditActionName } from './audit-texts'

/** Which entries are shown: of an action, between two days and, if offered, by or about an account. */
export function AuditFilterFields({
  filters,
  withAccount = false,
  onChange,
}: {
  filters: AuditFilters
  withAccount?: boolean
  onChange: (changes: AuditFilters) => void
}) {
  const options = AUDIT_ACTIONS.map((value) => ({ value, label: auditActionName(value) }))
  return (
    <search className={classes.fields}>
      <Choice
        label={t('audit.action')}
        options={[
          { value: '', label: t('filter.any') },
          ...options.toSorted((one, other) => one.label.localeCompare(other.label)),
        ]}
        value={filters.action ?? ''}
        searchable
        onChange={(action) => onChange({ action: action || undefined })}
      />
      {withAccount && (
        <SearchField
          label={t('audit.account')}
          description={t('audit.accountHint')}
          inputWrapperOrder={['label', 'input', 'description']}
          text={filters.user}
          onSearch={(user) => onChange({ user: user || undefined })}
        />
      )}
      <DayField
        label={t('filter.from')}
        size="md"
        value={filters.from ?? ''}
        onChange={(from) => onChange({ from: from || undefined })}
      />
      <DayField
        label={t('filter.to')}
        size="md"
        value={filters.to ?? ''}
        onChange={(to) => onChange({ to: to || undefined })}
      />
    </search>
  )
}
