import { Progress, Switch } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { allTasksQuery, isOngoing, type Task, tasksQuery } from '@/web/api/workouts/tasks'
import { formatResult, sortResults } from '@/web/components/feedback/import-results'
import { LoadError } from '@/web/components/feedback/LoadError'
import { TaskState } from '@/web/components/feedback/TaskState'
import { CardList } from '@/web/components/lists/CardList'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './TasksScreen.module.css'

/** Imports, newest first; those of small files can be hidden. */
export function TasksScreen() {
  const [all, setAll] = useState(true)
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
      <LoadError queries={[list]} />
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

/** One import; the whole card is a link to it. */
function TaskItem({ task }: { task: Task }) {
  const preferences = usePreferences()
  const created = new Date(task.created_at)
  const when = `${formatDate(created, preferences)}, ${formatTime(created, preferences)}`
  const facts = [
    when,
    t('task.files', { count: task.files_count ?? 0 }),
    ...sortResults(task.results ?? {}).map(([result, count]) => `${formatResult(result)} ${count}`),
  ]
  return (
    <li className={classes.item}>
      <Link to="/workouts/tasks/$taskId" params={{ taskId: task.id }} className={classes.name}>
        {task.original_file_name}
      </Link>
      <TaskState status={task.status} />
      <span className={classes.facts}>{facts.join(' · ')}</span>
      {isOngoing(task) && (
        <Progress
          className={classes.bar}
          value={task.progress}
          size="sm"
          aria-label={t('task.progress')}
        />
      )}
    </li>
  )
}
