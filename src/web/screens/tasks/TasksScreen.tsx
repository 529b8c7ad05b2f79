import { useInfiniteQuery } from '@tanstack/react-query'
import { tasksQuery } from '@/web/api/tasks'
import { CardList } from '@/web/components/CardList'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { TaskItem } from './TaskItem'

/** The imports of archives, newest first. */
export function TasksScreen() {
  const list = useInfiniteQuery(tasksQuery)
  return (
    <Page title={t('tasks.title')} lead={t('tasks.lead')}>
      {list.error && <ErrorPanel error={list.error} onRetry={list.refetch} />}
      {list.data && (
        <CardList label={t('tasks.title')} empty={t('tasks.empty')}>
          {list.data.pages
            .flatMap(({ data }) => data.tasks)
            .map((task) => (
              <TaskItem key={task.id} task={task} />
            ))}
        </CardList>
      )}
      <MoreButton list={list} />
    </Page>
  )
}
