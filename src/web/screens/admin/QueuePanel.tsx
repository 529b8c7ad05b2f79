import { useInfiniteQuery } from '@tanstack/react-query'
import { type QueueType, queueQuery } from '@/web/api/server'
import classes from '@/web/components/ItemList.module.css'
import { ItemRow } from '@/web/components/ItemRow'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Panel } from '@/web/components/Panel'
import { formatDate, formatTime } from '@/web/format/dates'
import { fileSizeOf } from '@/web/format/file-size'
import { plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

const TITLES = {
  workouts_archive_upload: 'queue.archives',
  user_data_export: 'queue.exports',
} as const satisfies Record<QueueType, string>

/** What waits of one kind: since when, for whom, how large. */
export function QueuePanel({ type, count }: { type: QueueType; count: number }) {
  const preferences = usePreferences()
  const list = useInfiniteQuery({ ...queueQuery(type), enabled: count > 0 })
  const tasks = list.data?.pages.flatMap((page) => page.queued_tasks) ?? []
  const title = t(TITLES[type])
  const factsOf = (task: (typeof tasks)[number]) => {
    const date = new Date(task.created_at)
    const facts = [
      `${formatDate(date, preferences)}, ${formatTime(date, preferences)}`,
      task.files_count !== undefined && t('task.files', { count: task.files_count }),
      task.file_size !== null && plain(fileSizeOf(task.file_size, preferences)),
    ]
    return facts.filter(Boolean).join(' · ')
  }
  return (
    <Panel title={title} text={t('health.waiting', { count })}>
      <LoadError of={[list]} />
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
