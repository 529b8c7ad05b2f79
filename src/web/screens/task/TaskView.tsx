import { Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isOngoing, type Task } from '@/web/api/tasks'
import { ErrorNote } from '@/web/components/ErrorNote'
import { Page } from '@/web/components/Page'
import { TaskState } from '@/web/components/TaskState'
import { fileSizeOf } from '@/web/format/file-size'
import { plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { TaskActions } from './TaskActions'
import { TaskErrors } from './TaskErrors'
import { TaskReport } from './TaskReport'
import classes from './TaskView.module.css'
import { useFreshLog } from './use-fresh-log'

/** How far an import is, what it made, what it could not read. */
export function TaskView({ task }: { task: Task }) {
  useFreshLog(task)
  const preferences = usePreferences()
  const sport = useSport(task.sport_id ?? 0)
  const created = task.new_workouts_count ?? 0
  const { archive, files } = task.errored_files
  const facts = [
    t('task.files', { count: task.files_count ?? 0 }),
    plain(fileSizeOf(task.file_size ?? 0, preferences)),
    sport?.label,
  ]
  return (
    <Page
      title={task.original_file_name ?? t('tasks.title')}
      actions={<Link to="/workouts/tasks">{t('tasks.all')}</Link>}
    >
      <div className={classes.card}>
        <div className={classes.head}>
          <span className={classes.count}>
            {created} <span className={classes.unit}>{t('task.workouts', { count: created })}</span>
          </span>
          <TaskState status={task.status} />
        </div>
        <Progress
          value={task.progress}
          size="lg"
          animated={isOngoing(task)}
          aria-label={t('task.progress')}
        />
        <p className={classes.facts}>{facts.filter(Boolean).join(' · ')}</p>
        {archive && <ErrorNote error={new Error(archive)} />}
        <TaskActions task={task} />
      </div>
      {isOngoing(task) ? <TaskErrors files={files} /> : <TaskReport task={task} />}
    </Page>
  )
}
