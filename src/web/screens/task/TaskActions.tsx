import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { abortTask, deleteTask, isOngoing, refreshTasks, type Task } from '@/web/api/tasks'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { t } from '@/web/i18n/text'
import classes from './TaskView.module.css'

/** Stops an import that goes on; forgets one that has ended. */
export function TaskActions({ task }: { task: Task }) {
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
