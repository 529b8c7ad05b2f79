import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { membersQuery } from '@/web/api/accounts/members'
import { openCasesQuery } from '@/web/api/accounts/reports'
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

/** The numbers of open reports and waiting appeals, with links to them. */
function OpenReportsPanel() {
  const { data } = useQuery(openCasesQuery)
  if (!data) return <Panel title={t('admin.reports')}>{null}</Panel>
  const { unresolved_reports: open, waiting_appeals: appeals } = data
  return (
    <Panel title={t('admin.reports')}>
      {open === 0 && <p>{t('admin.noOpenReports')}</p>}
      {open > 0 && (
        <p>
          <Link to="/admin/reports" search={{ resolved: 'false' }}>
            {t('admin.openReports', { count: open })}
          </Link>
        </p>
      )}
      {appeals > 0 && (
        <p>
          <Link to="/admin/appeals">{t('admin.waitingAppeals', { count: appeals })}</Link>
        </p>
      )}
    </Panel>
  )
}
