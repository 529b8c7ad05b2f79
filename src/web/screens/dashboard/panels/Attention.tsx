import { CloseButton, Progress } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { duplicateCountQuery } from '@/web/api/workouts/duplicates'
import { isOngoing, type Task, tasksQuery } from '@/web/api/workouts/tasks'
import { TaskState } from '@/web/components/feedback/TaskState'
import { DAY_MS } from '@/web/format/days'
import { t } from '@/web/i18n/text'
import classes from './Attention.module.css'
import { usePrivacyHint } from './use-privacy-hint'

/** Imports with errors are shown for a week. */
const RECENT_MS = 7 * DAY_MS

const hasErrors = ({ status, created_at: createdAt }: Task): boolean =>
  status === 'errored' && Date.now() - Date.parse(createdAt) < RECENT_MS

/**
 * What needs attention: running imports, recent imports with errors, possible duplicates, a place that others can find.
 * Renders nothing if nothing does.
 */
export function Attention() {
  const list = useInfiniteQuery(tasksQuery)
  const { data: duplicates = 0 } = useQuery(duplicateCountQuery)
  const { starts, dismiss } = usePrivacyHint()
  const tasks = list.data?.pages.flatMap(({ data }) => data.tasks) ?? []
  const shown = tasks.filter((task) => isOngoing(task) || hasErrors(task))
  if (shown.length === 0 && duplicates === 0 && starts === 0) return null
  return (
    <section className={classes.attention} aria-label={t('dashboard.attention')}>
      <h2>{t('dashboard.attention')}</h2>
      <ul>
        {shown.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
        {duplicates > 0 && (
          <li>
            <span>{t('duplicates.hint', { count: duplicates })}</span>
            <Link to="/workouts/duplicates">{t('duplicates.look')}</Link>
          </li>
        )}
        {starts > 0 && (
          <li>
            <span>{t('privacyZones.nudge', { count: starts })}</span>
            <span className={classes.choices}>
              <Link to="/profile/privacy-zones">{t('privacyZones.nudgeLook')}</Link>
              <CloseButton size="sm" aria-label={t('privacyZones.dismiss')} onClick={dismiss} />
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}

function TaskRow({ task }: { task: Task }) {
  const { id, original_file_name: name, status, progress } = task
  return (
    <li>
      <Link to="/workouts/tasks/$taskId" params={{ taskId: id }}>
        {name ?? t('tasks.title')}
      </Link>
      <TaskState status={status} />
      {isOngoing(task) && <Progress value={progress} animated aria-label={t('task.progress')} />}
    </li>
  )
}
