import type { Caller } from '@/policy/caller'
import { notificationPermissions } from '@/policy/notification'
import type { AppContext } from '@/services/context'
import {
  hasNotification,
  listNotificationsOf,
  listNotificationTypesOf,
} from '@/store/db/queries/social/notifications'
import type { NotificationType } from '@/store/db/schema/columns'
import { loadNotificationViews } from '@/use-cases/views/notification'

interface NotificationRequest {
  page: number
  perPage: number
  order: 'asc' | 'desc'
  isRead: boolean | undefined
  type: string | undefined
}

/** Returns one page of the caller's notifications. */
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

/** Returns the types of the caller's notifications: of read ones, unread ones or all. */
export const listNotificationTypes = (
  ctx: AppContext,
  caller: Caller,
  isRead: boolean | undefined,
): Promise<NotificationType[]> =>
  listNotificationTypesOf(ctx.db, { ...visibleNotificationsOf(caller), isRead })

export const visibleNotificationsOf = (caller: Caller) => ({
  userId: caller.userId,
  permissions: notificationPermissions(caller),
})
