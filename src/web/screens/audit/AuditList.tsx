import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type AuditEntry, type AuditFilters, auditQuery } from '@/web/api/accounts/audit'
import { isNotFound } from '@/web/api/client/api-error'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { describeAuditDevice, describeAuditEntry } from './audit-texts'

/** The matching entries of the audit log, newest first. */
export function AuditList({ label, filters }: { label: string; filters: AuditFilters }) {
  const list = useInfiniteQuery({ ...auditQuery(filters), placeholderData: keepPreviousData })
  // The name of an account is searched for while it is typed.
  const isUnknownAccount = isNotFound(list.error)
  const entries = isUnknownAccount ? [] : (list.data?.pages.flatMap((page) => page.entries) ?? [])
  return (
    <>
      {!isUnknownAccount && <LoadError queries={[list]} />}
      {(list.data ?? isUnknownAccount) && entries.length === 0 && (
        <p role="status">{t('audit.none')}</p>
      )}
      {entries.length > 0 && (
        <ul className={lists.list} aria-label={label}>
          {entries.map((entry) => (
            <EntryItem key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {!isUnknownAccount && <MoreButton list={list} />}
    </>
  )
}

function EntryItem({ entry }: { entry: AuditEntry }) {
  const preferences = usePreferences()
  const date = new Date(entry.created_at)
  const device = describeAuditDevice(entry)
  return (
    <li>
      <ItemRow
        name={describeAuditEntry(entry)}
        facts={[
          <>
            <time dateTime={date.toISOString()}>
              {formatDate(date, preferences)}, {formatTime(date, preferences)}
            </time>
            {device && ` · ${device}`}
          </>,
        ]}
      />
    </li>
  )
}
