import type { ReportFilters } from '@/web/api/accounts/reports'
import { OrderFields } from '@/web/components/filters/OrderFields'
import { SearchField } from '@/web/components/filters/SearchField'
import { Choice } from '@/web/components/forms/Choice'
import { getReportKind } from '@/web/components/people/report-texts'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import classes from './ReportFilterFields.module.css'

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
      <SearchField
        label={t('reports.member')}
        text={filters.reported_user}
        onSearch={(name) => set({ reported_user: name || undefined })}
      />
      <SearchField
        label={t('reports.reporter')}
        text={filters.reporter}
        onSearch={(name) => set({ reporter: name || undefined })}
      />
      <OrderFields
        options={[
          { value: 'created_at', label: t('reports.byDate') },
          { value: 'updated_at', label: t('reports.byChange') },
        ]}
        order={filters}
        onChange={set}
      />
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
