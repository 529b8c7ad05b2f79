import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { ReportFilters } from '@/web/api/accounts/reports'
import { Choice } from '@/web/components/forms/Choice'
import { getReportKind } from '@/web/components/people/report-texts'
import { t } from '@/web/i18n/text'
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
  const [reporter, setReporter] = useState(filters.reporter ?? '')
  const search = useDebouncedCallback((name: string) => {
    set({ reporter: name.trim() || undefined })
  }, TYPING_MS)
  return (
    <search className={classes.fields}>
      <Choice
        label={t('reports.state')}
        options={[
          { value: '', label: t('filter.any') },
          { value: 'false', label: t('report.open') },
          { value: 'true', label: t('report.resolved') },
          { value: 'appeal', label: t('reports.withAppeal') },
        ]}
        value={filters.with_waiting_appeal ? 'appeal' : (filters.resolved ?? '')}
        onChange={(state) =>
          set({
            resolved: state === 'appeal' ? undefined : state || undefined,
            with_waiting_appeal: state === 'appeal' ? 'true' : undefined,
          })
        }
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
      <TextInput
        label={t('reports.reporter')}
        type="search"
        size="md"
        value={reporter}
        onChange={({ currentTarget }) => {
          setReporter(currentTarget.value)
          search(currentTarget.value)
        }}
      />
      <OrderFields filters={filters} onChange={set} />
    </search>
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
