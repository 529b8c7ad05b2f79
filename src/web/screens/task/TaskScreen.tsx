import { Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isNotFound } from '@/web/api/client/api-error'
import {
  abortTask,
  deleteTask,
  isOngoing,
  refreshTasks,
  type Task,
  taskQuery,
} from '@/web/api/workouts/tasks'
import { refreshWorkouts } from '@/web/api/workouts/workouts'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { TaskState } from '@/web/components/feedback/TaskState'
import { Page } from '@/web/components/page/Page'
import { formatFileSize } from '@/web/format/file-size'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { TaskErrors } from './TaskErrors'
import { TaskReport } from './TaskReport'
import classes from './TaskScreen.module.css'

const route = getRouteApi('/member/workouts/tasks/$taskId')

/** The import of an archive, updated while it runs. */
export function TaskScreen() {
  const { taskId } = route.useParams()
  const query = useQuery(taskQuery(taskId))
  if (query.data) return <TaskView task={query.data} />
  if (isNotFound(query.error)) return <NotFoundScreen />
  return <LoadError whole queries={[query]} />
}

/** The progress of an import, its results and its errors. */
function TaskView({ task }: { task: Task }) {
  useFreshLog(task)
  const preferences = usePreferences()
  const sport = useSport(task.sport_id ?? 0)
  const created = task.new_workouts_count ?? 0
  const { archive } = task.errored_files
  const facts = [
    t('task.files', { count: task.files_count ?? 0 }),
    // Small imports do not record a size.
    task.file_size ? formatQuantity(formatFileSize(task.file_size, preferences)) : null,
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
      {isOngoing(task) ? <TaskErrors {...task.errored_files} /> : <TaskReport task={task} />}
    </Page>
  )
}

/** Cancels an import in progress; deletes one that has ended. */
function TaskActions({ task }: { task: Task }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => refreshTasks(client, task.id)
  const abortion = useMutation({ mutationFn: () => abortTask(task.id), onSettled: refresh })
  const deletion = useMutation({
    mutationFn: () => deleteTask(task.id),
    onSuccess: async () => {
      await navigate({ to: '/workouts/tasks' })
      await refresh()
    },
  })
  return (
    <div className={classes.buttons}>
      {isOngoing(task) ? (
        <ConfirmButton
          label={t('task.abort')}
          title={t('task.abortTitle')}
          text={t('task.abortText')}
          confirm={t('task.abort')}
          action={abortion}
        />
      ) : (
        <ConfirmButton
          label={t('task.delete')}
          title={t('task.deleteTitle')}
          text={t('task.deleteText')}
          confirm={t('task.delete')}
          action={deletion}
        />
      )}
    </div>
  )
}

/** Marks log and totals as stale whenever an import has added workouts. */
function useFreshLog({ new_workouts_count: created }: Task): void {
  const client = useQueryClient()
  useEffect(() => {
    if (created) void refreshWorkouts(client)
  }, [client, created])
}
