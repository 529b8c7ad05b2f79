import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { ReportFilters } from '@/web/api/accounts/reports'
import { Choice } from '@/web/components/forms/Choice'
import { getReportKind } from '@/web/components/people/report-texts'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import classes from './ReportFilterFields.module.css'

const TYPING_MS = 300

/** Which reports are shown, and in which order. */
export function ReportFilterFields({
  filters,
  onChange,
}: {
  filters: ReportFilters
  onChange: (filters: ReportFilters) => void
}) {
  const set = (changes: ReportFilters) => onChange({ ...filters, ...changes })
  return (
    <search className={classes.fields}>
      <Choice
        label={t('reports.state')}
        options={[
          { value: '', label: t('filter.any') },
          { value: 'false', label: t('report.open') },
          { value: 'true', label: t('report.resolved') },
        ]}
        value={filters.resolved ?? ''}
        onChange={(state) => set({ resolved: state || undefined })}
      />
      <Choice
        label={t('reports.kind')}
        options={[
          { value: '', label: t('filter.any') },
          ...(['comment', 'workout', 'user'] as const).map((type) => ({
            value: type as string,
            label: getReportKind(type),
          })),
        ]}
        value={filters.object_type ?? ''}
        onChange={(type) => set({ object_type: type || undefined })}
      />
      <AssigneeChoice filters={filters} onChange={set} />
      <NameField
        label={t('reports.member')}
        name={filters.reported_user}
        onChange={(reported_user) => set({ reported_user })}
      />
      <NameField
        label={t('reports.reporter')}
        name={filters.reporter}
        onChange={(reporter) => set({ reporter })}
      />
      <OrderFields filters={filters} onChange={set} />
    </search>
  )
}

/** Which reports are shown: all, those assigned to the moderator, or those that are not assigned. */
function AssigneeChoice({
  filters,
  onChange,
}: {
  filters: ReportFilters
  onChange: (changes: ReportFilters) => void
}) {
  const own = useProfile()?.username
  return (
    <Choice
      label={t('reports.assignee')}
      options={[
        { value: '', label: t('filter.any') },
        { value: 'me', label: t('reports.me') },
        { value: 'nobody', label: t('reports.nobody') },
      ]}
      value={filters.assigned === 'false' ? 'nobody' : filters.assignee ? 'me' : ''}
      onChange={(choice) =>
        onChange({
          assignee: choice === 'me' ? own : undefined,
          assigned: choice === 'nobody' ? 'false' : undefined,
        })
      }
    />
  )
}

/** A username that reports must match; applied when typing pauses. */
function NameField({
  label,
  name,
  onChange,
}: {
  label: string
  name: string | undefined
  onChange: (name: string | undefined) => void
}) {
  const [typed, setTyped] = useState(name ?? '')
  const search = useDebouncedCallback((text: string) => {
    onChange(text.trim() || undefined)
  }, TYPING_MS)
  return (
    <TextInput
      label={label}
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

function OrderFields({
  filters,
  onChange,
}: {
  filters: ReportFilters
  onChange: (changes: ReportFilters) => void
}) {
  return (
    <>
      <Choice
        label={t('filter.orderBy')}
        options={[
          { value: 'created_at', label: t('reports.byDate') },
          { value: 'updated_at', label: t('reports.byChange') },
        ]}
        value={filters.order_by ?? 'created_at'}
        onChange={(order_by) => onChange({ order_by })}
      />
      <Choice
        label={t('filter.order')}
        options={[
          { value: 'desc', label: t('filter.descending') },
          { value: 'asc', label: t('filter.ascending') },
        ]}
        value={filters.order ?? 'desc'}
        onChange={(order) => onChange({ order })}
      />
    </>
  )
}
