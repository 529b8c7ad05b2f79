import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '@/web/api/accounts/config'
import {
  backupsQuery,
  databaseQuery,
  queueCountsQuery,
  type ServerConfig,
} from '@/web/api/client/server'
import { describeError } from '@/web/components/feedback/describe-error'
import { listElevationOptions } from '@/web/components/forms/elevation-options'
import { Facts } from '@/web/components/numbers/Facts'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { formatDate, formatTime } from '@/web/format/dates'
import { formatFileSize } from '@/web/format/file-size'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** The state of the server and its dependencies, and its features. */
export function HealthPanel() {
  const { data: config } = useQuery(configQuery)
  return (
    <Panel title={t('health.title')}>
      <Facts
        facts={[
          [t('health.database'), <DatabaseState key="database" />],
          [t('admin.queue'), <QueueState key="queue" />],
          [t('health.backups'), <BackupState key="backups" />],
          ...(config ? abilities(config) : []),
        ]}
      />
    </Panel>
  )
}

function Failure({ error }: { error: Error }) {
  return <Badge tone="bad">{describeError(error)}</Badge>
}

function DatabaseState() {
  const { data, error } = useQuery(databaseQuery)
  if (error) return <Failure error={error} />
  if (!data) return '…'
  return <Badge tone="good">{t('health.answers', { milliseconds: data.milliseconds })}</Badge>
}

function QueueState() {
  const { data, error } = useQuery(queueCountsQuery)
  if (error) return <Failure error={error} />
  if (!data) return '…'
  const waiting = Object.values(data).reduce((sum, count) => sum + count, 0)
  return <Link to="/admin/operations">{t('queue.count', { count: waiting })}</Link>
}

function BackupState() {
  const preferences = usePreferences()
  const { data, error } = useQuery(backupsQuery)
  if (error) return <Failure error={error} />
  if (!data) return '…'
  if (data.last_failure) return <Badge tone="bad">{data.last_failure.reason}</Badge>
  if (!data.is_enabled && !data.last) return <Badge tone="plain">{t('health.databaseOnly')}</Badge>
  if (!data.last) return t('health.noBackup')
  const made = new Date(data.last.created_at)
  return t('health.lastBackup', {
    date: `${formatDate(made, preferences)}, ${formatTime(made, preferences)}`,
    size: formatQuantity(formatFileSize(data.last.size, preferences)),
  })
}

function OnOff({ on }: { on: boolean }) {
  return <Badge tone={on ? 'good' : 'plain'}>{t(on ? 'state.on' : 'state.off')}</Badge>
}

function abilities(config: ServerConfig) {
  // The first option is "none".
  const elevation = listElevationOptions(config).slice(1)
  return [
    [t('health.registration'), <OnOff key="open" on={config.is_registration_enabled} />],
    [t('health.mail'), <OnOff key="mail" on={config.is_email_sending_enabled} />],
    [t('health.weather'), config.weather_provider ?? <OnOff key="weather" on={false} />],
    [
      t('health.elevation'),
      elevation.length > 0 ? (
        elevation.map(({ label }) => label).join(', ')
      ) : (
        <OnOff key="elevation" on={false} />
      ),
    ],
    [t('about.version'), config.server_version],
    [t('about.apiVersion'), config.version],
  ] as const
}
