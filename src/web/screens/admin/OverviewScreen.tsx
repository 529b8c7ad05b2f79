import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unresolvedQuery } from '@/web/api/accounts/reports'
import { serverStatsQuery } from '@/web/api/client/server'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Figures } from '@/web/components/numbers/Figures'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { formatFileSize } from '@/web/format/file-size'
import { formatCount } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useRole } from '@/web/state/role'
import { HealthPanel } from './HealthPanel'

/** Counts of users and workouts, open reports, and the health of the server. */
export function OverviewScreen() {
  const preferences = usePreferences()
  const administrates = useRole('admin')
  const { data, error, refetch } = useQuery(serverStatsQuery)
  return (
    <Page wide title={t('admin.title')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && (
        <Figures
          label={t('admin.numbers')}
          figures={[
            [t('admin.users'), formatCount(data.users, '', preferences)],
            [t('workouts.title'), formatCount(data.workouts, '', preferences)],
            [t('admin.sports'), formatCount(data.sports, '', preferences)],
            [t('admin.files'), formatFileSize(data.uploads_dir_size, preferences)],
          ]}
        />
      )}
      <OpenReportsPanel />
      {administrates && <HealthPanel />}
    </Page>
  )
}

/** The number of open reports, with a link to them. */
function OpenReportsPanel() {
  const { data: unresolved } = useQuery(unresolvedQuery)
  return (
    <Panel title={t('admin.reports')}>
      {unresolved === false && <p>{t('admin.noOpenReports')}</p>}
      {unresolved && (
        <p>
          <Link to="/admin/reports" search={{ resolved: 'false' }}>
            {t('admin.openReports')}
          </Link>
        </p>
      )}
    </Panel>
  )
}
