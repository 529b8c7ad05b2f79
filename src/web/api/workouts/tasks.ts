import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'
import { refreshWorkouts } from './workouts'

const tasks = api.workouts['upload-tasks']

/** The import of an archive. */
export type Task = ResponseData<typeof tasks.get>['data']['tasks'][number]

const KEY = ['upload-tasks']
const POLL_MS = 1000

const taskRoutes = (id: string) => tasks({ task_short_id: id })

/** Whether an import is queued or in progress. */
export const isOngoing = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'queued' || status === 'in_progress'

const createTasksQuery = (kind: 'tasks' | 'all') =>
  infiniteQueryOptions({
    queryKey: [...KEY, kind],
    queryFn: ({ pageParam }) =>
      unwrap(
        tasks.get({ query: { page: String(pageParam), ...(kind === 'all' && { all: 'true' }) } }),
      ),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.tasks.some(isOngoing)) ? POLL_MS : false,
  })

/** The user's imports that run in the background, newest first, page by page; polled while any is in progress. */
export const tasksQuery = createTasksQuery('tasks')

/** Like `tasksQuery`, including imports that finished within their upload request. */
export const allTasksQuery = createTasksQuery('all')

/** One import; polled while it is in progress. */
export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ['upload-task', id],
    queryFn: async () => (await unwrap(taskRoutes(id).get())).task,
    refetchInterval: ({ state }) => (state.data && isOngoing(state.data) ? POLL_MS : false),
  })

/** Stops an import; the workouts created so far are kept in the account. */
export async function abortTask(id: string): Promise<void> {
  await unwrap(taskRoutes(id).abort.post())
}

/** Deletes a finished import from the list. */
export async function deleteTask(id: string): Promise<void> {
  await unwrap(taskRoutes(id).delete())
}

/** Marks the imports, and the workouts that they create, as stale. */
export async function refreshTasks(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: ['upload-task', id] }),
    refreshWorkouts(client),
  ])
}
