import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { taskQuery } from '@/web/api/tasks'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { TaskView } from './TaskView'

const route = getRouteApi('/member/workouts/tasks/$taskId')

/** The import of one archive, live. */
export function TaskScreen() {
  const { taskId } = route.useParams()
  const { data: task, error, refetch } = useQuery(taskQuery(taskId))
  if (task) return <TaskView task={task} />
  if (isNotFound(error)) return <NotFoundScreen />
  return error && <ErrorPanel error={error} onRetry={refetch} />
}
