import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { taskQuery } from '@/web/api/tasks'
import { LoadError } from '@/web/components/LoadError'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { TaskView } from './TaskView'

const route = getRouteApi('/member/workouts/tasks/$taskId')

/** The import of one archive, live. */
export function TaskScreen() {
  const { taskId } = route.useParams()
  const query = useQuery(taskQuery(taskId))
  if (query.data) return <TaskView task={query.data} />
  if (isNotFound(query.error)) return <NotFoundScreen />
  return <LoadError whole of={[query]} />
}
