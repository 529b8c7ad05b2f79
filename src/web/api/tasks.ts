import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'
import { refreshWorkouts } from './workouts'

const tasks = api.workouts['upload-tasks']

/** The import of an archive. */
export type Task = DataOf<typeof tasks.get>['data']['tasks'][number]

const KEY = ['upload-tasks']
const POLL_MS = 1000

const routesOf = (id: string) => tasks({ task_short_id: id })

/** Whether an import is still to be waited for. */
export const isOngoing = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'queued' || status === 'in_progress'

const tasksQueryOf = (kind: 'tasks' | 'all') =>
  infiniteQueryOptions({
    queryKey: [...KEY, kind],
    queryFn: ({ pageParam }) =>
      dataOf(
        tasks.get({ query: { page: String(pageParam), ...(kind === 'all' && { all: 'true' }) } }),
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.tasks.some(isOngoing)) ? POLL_MS : false,
  })

/** The own imports that go on in the background, newest first, page by page; asked for again while one goes on. */
export const tasksQuery = tasksQueryOf('tasks')

/** The same with imports that were answered at once. */
export const allTasksQuery = tasksQueryOf('all')

/** One import; asked for again while it goes on. */
export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ['upload-task', id],
    queryFn: async () => (await dataOf(routesOf(id).get())).task,
    refetchInterval: ({ state }) => (state.data && isOngoing(state.data) ? POLL_MS : false),
  })

/** Stops an import; what it has created stays. */
export async function abortTask(id: string): Promise<void> {
  await dataOf(routesOf(id).abort.post())
}

/** Forgets an import that has ended. */
export async function deleteTask(id: string): Promise<void> {
  await dataOf(routesOf(id).delete())
}

/** Marks the imports, and the workouts they create, as stale. */
export async function refreshTasks(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: ['upload-task', id] }),
    refreshWorkouts(client),
  ])
}
