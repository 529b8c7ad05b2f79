import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

const { notifications } = api

/** Something that happened to the account. */
export type Notification = DataOf<typeof notifications.get>['notifications'][number]

const KEY = ['notifications']
const POLL_MS = 60_000

/** What happened to the account, latest first, page by page. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ pageParam }) => dataOf(notifications.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})

/** Whether something happened that was not read; asked for again every minute. */
export const unreadQuery = queryOptions({
  queryKey: [...KEY, 'unread'],
  meta: { isBeside: true },
  queryFn: async () => (await dataOf(notifications.unread.get())).unread,
  refetchInterval: POLL_MS,
})

/** Marks one notification as read, or as unread again. */
export async function markNotification({ id, read }: { id: string; read: boolean }): Promise<void> {
  await dataOf(notifications({ notification_id: id }).patch({ read_status: read }))
}

/** Marks all notifications as read. */
export async function markAllRead(): Promise<void> {
  await dataOf(notifications['mark-all-as-read'].post({}))
}

/** Marks the notifications, and whether there are unread ones, as stale. */
export const refreshNotifications = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
