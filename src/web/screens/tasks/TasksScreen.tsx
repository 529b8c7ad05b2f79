import { Switch } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { allTasksQuery, tasksQuery } from '@/web/api/tasks'
import { CardList } from '@/web/components/CardList'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { TaskItem } from './TaskItem'

/** The imports of archives, newest first; those that were answered at once when they are asked for. */
export function TasksScreen() {
  const [all, setAll] = useState(false)
  const list = useInfiniteQuery(all ? allTasksQuery : tasksQuery)
  return (
    <Page
      title={t('tasks.title')}
      lead={t('tasks.lead')}
      actions={<Link to="/move-in">{t('moveIn.title')}</Link>}
    >
      <Switch
        label={t('tasks.withSmall')}
        checked={all}
        onChange={({ currentTarget }) => setAll(currentTarget.checked)}
      />
      <LoadError of={[list]} />
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
