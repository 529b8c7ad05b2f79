import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { NotificationType } from '@/db/columns'
import {
  hasNotification,
  listNotificationsOf,
  listNotificationTypesOf,
} from '@/db/queries/notifications'
import { notificationSight } from '@/policy/notification'
import { loadNotificationViews } from '@/views/notification'

interface NotificationRequest {
  page: number
  perPage: number
  order: 'asc' | 'desc'
  isRead: boolean | undefined
  type: string | undefined
}

/** One page of the caller's notifications. */
export async function listNotifications(
  ctx: AppContext,
  caller: Caller,
  { isRead, type, ...page }: NotificationRequest,
) {
  const query = { ...visibleNotificationsOf(caller), isRead, type }
  const { rows, total } = await listNotificationsOf(ctx.db, query, page)
  return { views: await loadNotificationViews(ctx, caller, rows), total }
}

/** Whether the caller has unread notifications. */
export const hasUnread = (ctx: AppContext, caller: Caller): Promise<boolean> =>
  hasNotification(ctx.db, { ...visibleNotificationsOf(caller), isRead: false })

/** The types of the caller's notifications; read ones, unread ones, or all. */
export const listNotificationTypes = (
  ctx: AppContext,
  caller: Caller,
  isRead: boolean | undefined,
): Promise<NotificationType[]> => listNotificationTypesOf(ctx.db, caller.userId, isRead)

export const visibleNotificationsOf = (caller: Caller) => ({
  userId: caller.userId,
  sight: notificationSight(caller),
})
