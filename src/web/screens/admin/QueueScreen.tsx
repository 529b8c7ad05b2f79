import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type QueueType, queueCountsQuery, queueQuery } from '@/web/api/client/server'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { LoadError } from '@/web/components/feedback/LoadError'
import classes from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { formatDate, formatTime } from '@/web/format/dates'
import { formatFileSize } from '@/web/format/file-size'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** Background jobs that wait or run. */
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

const TITLES = {
  workouts_archive_upload: 'queue.archives',
  user_data_export: 'queue.exports',
} as const satisfies Record<QueueType, string>

/** The queued jobs of one type, with their age, user and size. */
function QueuePanel({ type, count }: { type: QueueType; count: number }) {
  const preferences = usePreferences()
  const list = useInfiniteQuery({ ...queueQuery(type), enabled: count > 0 })
  const tasks = list.data?.pages.flatMap((page) => page.queued_tasks) ?? []
  const title = t(TITLES[type])
  const factsOf = (task: (typeof tasks)[number]) => {
    const date = new Date(task.created_at)
    const facts = [
      task.status !== 'queued' && t('queue.running'),
      `${formatDate(date, preferences)}, ${formatTime(date, preferences)}`,
      task.files_count !== undefined && t('task.files', { count: task.files_count }),
      task.file_size !== null && formatQuantity(formatFileSize(task.file_size, preferences)),
    ]
    return facts.filter(Boolean).join(' · ')
  }
  return (
    <Panel title={title} text={t('queue.count', { count })}>
      <LoadError queries={[list]} />
      {count > 0 && tasks.length > 0 && (
        <ul className={classes.list} aria-label={title}>
          {tasks.map((task) => (
            <li key={task.id}>
              <ItemRow name={task.user?.username ?? '–'} facts={[factsOf(task)]} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Panel>
  )
}
