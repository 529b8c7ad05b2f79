import type { Report } from '@/web/api/accounts/reports'
import { Badge } from '@/web/components/people/Badge'
import { t } from '@/web/i18n/text'

/** Whether a report is open or resolved, and whether appeals wait for a decision. */
export function ReportState({
  report: { resolved, waiting_appeals: appeals, by_moderator: isByModerator },
}: {
  report: Pick<Report, 'resolved' | 'waiting_appeals' | 'by_moderator'>
}) {
  return (
    <>
      {appeals > 0 && <Badge tone="bad">{t('admin.waitingAppeals', { count: appeals })}</Badge>}
      {isByModerator && <Badge>{t('report.byModerator')}</Badge>}
      <Badge tone={resolved ? 'good' : 'bad'}>
        {t(resolved ? 'report.resolved' : 'report.open')}
      </Badge>
    </>
  )
}
