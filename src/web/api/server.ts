import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { configQuery } from './config'
import { nextPage } from './pages'

const POLL_MS = 10_000

/** The settings of this server. */
export type ServerConfig = DataOf<typeof api.config.get>['data']

/** What administrators can change of the settings. */
export type ConfigInput = NonNullable<Parameters<typeof api.config.patch>[0]>

/** What there is on this server, in numbers. */
export const serverStatsQuery = queryOptions({
  queryKey: ['server', 'stats'],
  queryFn: async () => (await dataOf(api.stats.all.get())).data,
})

/** Whether the server can reach its database, and how many milliseconds the answer took. */
export const databaseQuery = queryOptions({
  queryKey: ['server', 'database'],
  queryFn: async () => {
    const asked = performance.now()
    await dataOf(api['check-db'].get())
    return { milliseconds: Math.round(performance.now() - asked) }
  },
  retry: false,
  refetchInterval: POLL_MS,
})

/** How much work of each kind waits. */
export const queueCountsQuery = queryOptions({
  queryKey: ['server', 'queue'],
  queryFn: async () => (await dataOf(api.tasks.queued.get())).counts,
  refetchInterval: POLL_MS,
})

/** Whether the server makes backups by itself, the newest one, and why the last attempt failed. */
export const backupsQuery = queryOptions({
  queryKey: ['server', 'backups'],
  queryFn: async () => (await dataOf(api.backups.get())).data,
})

/** Kinds of work in the background. */
export type QueueType = keyof DataOf<typeof api.tasks.queued.get>['counts']

/** The work of one kind that waits, latest first, page by page. */
export const queueQuery = (type: QueueType) =>
  infiniteQueryOptions({
    queryKey: ['server', 'queue', type],
    queryFn: ({ pageParam }) =>
      dataOf(api.tasks.queued({ task_type: type }).get({ query: { page: String(pageParam) } })),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: POLL_MS,
  })

/** Changes settings of this server; they hold at once. */
export async function saveConfig(input: ConfigInput): Promise<ServerConfig> {
  return (await dataOf(api.config.patch(input))).data
}

/** Shows changed settings everywhere. */
export const keepConfig = (client: QueryClient, config: ServerConfig): void => {
  client.setQueryData(configQuery.queryKey, config)
}
