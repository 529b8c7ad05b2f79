import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { membersQuery } from '@/web/api/accounts/members'
import { reportsQuery, unresolvedQuery } from '@/web/api/accounts/reports'
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
  const members = useInfiniteQuery({ ...membersQuery({}), enabled: administrates === true })
  // The statistics count only active accounts; the list of members shows all.
  const accounts = members.data?.pages[0]?.pagination.total ?? data?.users ?? 0
  return (
    <Page wide title={t('admin.title')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && (
        <Figures
          label={t('admin.numbers')}
          figures={[
            [t('admin.users'), formatCount(accounts, '', preferences)],
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

const OPEN_REPORTS = { resolved: 'false' }

/** The number of open reports, with a link to them. */
function OpenReportsPanel() {
  const { data: unresolved } = useQuery(unresolvedQuery)
  const { data } = useInfiniteQuery({ ...reportsQuery(OPEN_REPORTS), enabled: unresolved === true })
  const count = data?.pages[0]?.pagination.total
  return (
    <Panel title={t('admin.reports')}>
      {unresolved === false && <p>{t('admin.noOpenReports')}</p>}
      {unresolved && count !== undefined && (
        <p>
          <Link to="/admin/reports" search={OPEN_REPORTS}>
            {t('admin.openReports', { count })}
          </Link>
        </p>
      )}
    </Panel>
  )
}
