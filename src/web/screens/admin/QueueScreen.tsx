import { useQuery } from '@tanstack/react-query'
import { queueCountsQuery } from '@/web/api/server'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { QueuePanel } from './QueuePanel'

/** The work in the background that has not begun. */
export function QueueScreen() {
  const { data: counts, error, refetch } = useQuery(queueCountsQuery)
  return (
    <Page wide title={t('admin.queue')} lead={t('queue.lead')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {counts && (
        <>
          <QueuePanel type="workouts_archive_upload" count={counts.workouts_archive_upload} />
          <QueuePanel type="user_data_export" count={counts.user_data_export} />
        </>
      )}
    </Page>
  )
}
