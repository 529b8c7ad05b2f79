import { Badge } from '@/web/components/people/Badge'
import { t } from '@/web/i18n/text'

/** Whether a report is open or resolved. */
export function ReportState({ resolved }: { resolved: boolean }) {
  return (
    <Badge tone={resolved ? 'good' : 'bad'}>
      {t(resolved ? 'report.resolved' : 'report.open')}
    </Badge>
  )
}
