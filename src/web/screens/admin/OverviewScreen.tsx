import { useQuery } from '@tanstack/react-query'
import { serverStatsQuery } from '@/web/api/server'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Figures } from '@/web/components/Figures'
import { Page } from '@/web/components/Page'
import { fileSizeOf } from '@/web/format/file-size'
import { countOf } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useRole } from '@/web/state/role'
import { HealthPanel } from './HealthPanel'
import { OpenReportsPanel } from './OpenReportsPanel'

/** What there is on this server, what waits for somebody, and whether all of it works. */
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
            [t('admin.users'), countOf(data.users, '', preferences)],
            [t('workouts.title'), countOf(data.workouts, '', preferences)],
            [t('admin.sports'), countOf(data.sports, '', preferences)],
            [t('admin.files'), fileSizeOf(data.uploads_dir_size, preferences)],
          ]}
        />
      )}
      <OpenReportsPanel />
      {administrates && <HealthPanel />}
    </Page>
  )
}
