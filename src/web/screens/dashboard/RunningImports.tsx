import { Progress } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isOngoing, tasksQuery } from '@/web/api/tasks'
import { TaskState } from '@/web/components/TaskState'
import { t } from '@/web/i18n/text'
import classes from './RunningImports.module.css'

/** The imports of archives that go on now; nothing without any. */
export function RunningImports() {
  const list = useInfiniteQuery(tasksQuery)
  const running = list.data?.pages.flatMap(({ data }) => data.tasks.filter(isOngoing)) ?? []
  if (running.length === 0) return null
  return (
    <section aria-label={t('dashboard.imports')}>
      <h2 className={classes.heading}>{t('dashboard.imports')}</h2>
      <ul className={classes.list}>
        {running.map(({ id, original_file_name: name, status, progress }) => (
          <li key={id}>
            <Link to="/workouts/tasks/$taskId" params={{ taskId: id }}>
              {name ?? t('tasks.title')}
            </Link>
            <TaskState status={status} />
            <Progress value={progress} animated aria-label={t('task.progress')} />
          </li>
        ))}
      </ul>
    </section>
  )
}
