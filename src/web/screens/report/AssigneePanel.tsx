import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { assignReport, moderatorsQuery } from '@/web/api/accounts/moderation'
import { type ReportDetail, refreshReports } from '@/web/api/accounts/reports'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Choice } from '@/web/components/forms/Choice'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import classes from './ReportScreen.module.css'

/** Who is responsible for the report; each change is saved immediately. */
export function AssigneePanel({ report }: { report: ReportDetail }) {
  const client = useQueryClient()
  const own = useProfile()?.username ?? ''
  const { data: moderators = [] } = useQuery(moderatorsQuery)
  const saving = useMutation({
    mutationFn: (username: string | null) => assignReport(report.id, username),
    onSuccess: () => refreshReports(client),
  })
  const assignee = report.assigned_to?.username ?? ''
  // A moderator may have been deactivated since.
  const names = assignee && !moderators.includes(assignee) ? [assignee, ...moderators] : moderators
  return (
    <Panel title={t('reports.assignee')}>
      <div className={classes.buttons}>
        <Choice
          label={t('role.moderator')}
          options={[
            { value: '', label: t('reports.nobody') },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
          value={assignee}
          onChange={(name) => saving.mutate(name || null)}
        />
        {assignee !== own && (
          <BusyButton variant="default" busy={saving.isPending} onClick={() => saving.mutate(own)}>
            {t('report.assignMe')}
          </BusyButton>
        )}
        <ErrorNote error={saving.error} />
      </div>
    </Panel>
  )
}
