import { Badge } from '@/web/components/Badge'
import { t } from '@/web/i18n/text'

/** Whether a report waits for a decision. */
export function ReportState({ resolved }: { resolved: boolean }) {
  return (
    <Badge tone={resolved ? 'good' : 'bad'}>
      {t(resolved ? 'report.resolved' : 'report.open')}
    </Badge>
  )
}
