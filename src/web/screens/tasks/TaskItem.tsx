import { Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isOngoing, type Task } from '@/web/api/tasks'
import { inOrder, resultWord } from '@/web/components/import-results'
import { TaskState } from '@/web/components/TaskState'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './TaskItem.module.css'

/** One import; the whole card leads to it. */
export function TaskItem({ task }: { task: Task }) {
  const preferences = usePreferences()
  const created = new Date(task.created_at)
  const when = `${formatDate(created, preferences)}, ${formatTime(created, preferences)}`
  const facts = [
    when,
    t('task.files', { count: task.files_count ?? 0 }),
    ...inOrder(task.results ?? {}).map(([result, count]) => `${resultWord(result)} ${count}`),
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
