import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { AuditFilters } from '@/web/api/accounts/audit'
import { Choice } from '@/web/components/forms/Choice'
import { DayField } from '@/web/components/forms/DayField'
import { t } from '@/web/i18n/text'
import classes from './AuditFilterFields.module.css'
import { AUDIT_ACTIONS, auditActionName } from './audit-texts'

const TYPING_MS = 300

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
        <AccountField value={filters.user ?? ''} onChange={(user) => onChange({ user })} />
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

function AccountField({
  value,
  onChange,
}: {
  value: string
  onChange: (username: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(
    (username: string) => onChange(username.trim() || undefined),
    TYPING_MS,
  )
  return (
    <TextInput
      label={t('audit.account')}
      description={t('audit.accountHint')}
      inputWrapperOrder={['label', 'input', 'description']}
      type="search"
      size="md"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value)
      }}
    />
  )
}
