import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { configQuery } from '@/web/api/accounts/config'
import { api, type ResponseData, unwrap } from './client'

const POLL_MS = 10_000

/** The settings of this server. */
export type ServerConfig = ResponseData<typeof api.config.get>['data']

/** Settings that administrators can change. */
export type ConfigInput = NonNullable<Parameters<typeof api.config.patch>[0]>

/** Statistics of the server: numbers of users, workouts and so on. */
export const serverStatsQuery = queryOptions({
  queryKey: ['server', 'stats'],
  queryFn: async () => (await unwrap(api.stats.all.get())).data,
})

/** Whether the server can reach its database, and the response time in milliseconds. */
export const databaseQuery = queryOptions({
  queryKey: ['server', 'database'],
  queryFn: async () => {
    const start = performance.now()
    await unwrap(api['check-db'].get())
    return { milliseconds: Math.round(performance.now() - start) }
  },
  retry: false,
  refetchInterval: POLL_MS,
})

/** Number of queued and running tasks of each type. */
export const queueCountsQuery = queryOptions({
  queryKey: ['server', 'queue'],
  queryFn: async () =>
    (await unwrap(api.tasks.queued.get({ query: { with_running: 'true' } }))).counts,
  refetchInterval: POLL_MS,
})

/** Whether automatic backups are enabled, the newest backup, and why the last attempt failed. */
export const backupsQuery = queryOptions({
  queryKey: ['server', 'backups'],
  queryFn: async () => (await unwrap(api.backups.get())).data,
  refetchInterval: POLL_MS,
})

/** Changes settings of this server; they take effect immediately. */
export async function saveConfig(input: ConfigInput): Promise<ServerConfig> {
  return (await unwrap(api.config.patch(input))).data
}

/** Updates the cached settings, so that the whole page shows the changed ones. */
export const cacheConfig = (client: QueryClient, config: ServerConfig): void => {
  client.setQueryData(configQuery.queryKey, config)
}
