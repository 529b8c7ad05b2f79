import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const { notifications } = api

/** A notification for the user, such as a like or a comment. */
export type Notification = ResponseData<typeof notifications.get>['notifications'][number]

const KEY = ['notifications']
const POLL_MS = 60_000

/** The user's notifications, latest first, page by page. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ pageParam }) => unwrap(notifications.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** Whether there are unread notifications; polled every minute. */
export const unreadQuery = queryOptions({
  queryKey: [...KEY, 'unread'],
  queryFn: async () => (await unwrap(notifications.unread.get())).unread,
  refetchInterval: POLL_MS,
})

/** Marks one notification as read, or as unread again. */
export async function markNotification({ id, read }: { id: string; read: boolean }): Promise<void> {
  await unwrap(notifications({ notification_id: id }).patch({ read_status: read }))
}

/** Marks all notifications as read. */
export async function markAllRead(): Promise<void> {
  await unwrap(notifications['mark-all-as-read'].post({}))
}

/** Marks the list of notifications, and the unread state, as stale. */
export const refreshNotifications = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
