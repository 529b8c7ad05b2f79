import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from './client'
import { backupsQuery } from './server'

const KEY = ['operations']
const POLL_MS = 10_000
/** While folders are being measured for the first time. */
const SOON_MS = 1000

/** The state of this server, for its administrators. */
export type ServerState = ResponseData<typeof api.operations.get>['data']

type TasksResponse = ResponseData<typeof api.operations.tasks.get>
/** A background task of any user. */
export type BackgroundTask = TasksResponse['data']['tasks'][number]
/** States in which tasks are listed. */
export type TaskState = 'running' | 'waiting' | 'failed'

/** Health, mail queue, storage, versions and recent errors. */
export const operationsQuery = queryOptions({
  queryKey: [...KEY, 'state'],
  queryFn: async () => (await unwrap(api.operations.get())).data,
  refetchInterval: ({ state }) => (state.data?.storage.measured_at === null ? SOON_MS : POLL_MS),
})

/** The tasks of all users in a state, newest first, page by page. */
export const tasksInStateQuery = (state: TaskState) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'tasks', state],
    queryFn: ({ pageParam }) =>
      unwrap(api.operations.tasks.get({ query: { page: String(pageParam), state } })),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
    refetchInterval: POLL_MS,
  })

/** Starts a failed task again. */
export async function retryTask(id: string): Promise<void> {
  await unwrap(api.operations.tasks({ task_short_id: id }).retry.post())
}

/** Cancels a waiting or running task. */
export async function cancelTask(id: string): Promise<void> {
  await unwrap(api.operations.tasks({ task_short_id: id }).cancel.post())
}

/** Sends a message to the user's own address, and returns whether the mail server accepted it. */
export const sendTestMail = async () => (await unwrap(api.operations['test-mail'].post())).data

/** Starts a full backup. */
export async function backUpNow(): Promise<void> {
  await unwrap(api.backups.post())
}

/** Refetches everything that the operations page shows. */
export const refreshOperations = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  ])
