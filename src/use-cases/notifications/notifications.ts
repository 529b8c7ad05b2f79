import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { NotificationType } from '@/db/columns'
import {
  findNotification,
  hasNotification,
  listNotifications,
  listNotificationTypes,
  markAllAsRead,
  updateNotification,
} from '@/db/queries/notifications'
import { transact } from '@/db/transact'
import { invalidPayload, notFound } from '@/errors'
import { shortIdFrom } from '@/lib/short-id'
import { notificationVisibleTo } from '@/policy/notification'
import { loadNotificationViews } from '@/views/notification'

interface Wanted {
  page: number
  perPage: number
  order: 'asc' | 'desc'
  isRead: boolean | undefined
  type: string | undefined
}

/** One page of the caller's notifications. */
export async function getNotifications(
  ctx: AppContext,
  caller: Caller,
  { isRead, type, ...page }: Wanted,
) {
  const query = { ...allOf(caller), isRead, type }
  const { rows, total } = await listNotifications(ctx.db, query, page)
  return { views: await loadNotificationViews(ctx, caller, rows), total }
}

/** Whether the caller has anything left to read. */
export const hasUnread = (ctx: AppContext, caller: Caller): Promise<boolean> =>
  hasNotification(ctx.db, { ...allOf(caller), isRead: false })

/** The types of the caller's notifications; read ones, unread ones, or all. */
export const getTypes = (
  ctx: AppContext,
  caller: Caller,
  isRead: boolean | undefined,
): Promise<NotificationType[]> => listNotificationTypes(ctx.db, caller.userId, isRead)

/** Marks all of the caller's notifications as read, or those of the type a body names. @throws 400 for a bad body. */
export const readAll = async (ctx: AppContext, caller: Caller, body: unknown) =>
  markAllAsRead(ctx.db, caller.userId, typeIn(body))

/**
 * Marks one of the caller's notifications as read or unread; a body that does not say which changes nothing.
 *
 * @throws 404 when the caller has no such notification, then 400 for a bad body.
 */
export async function editNotification(ctx: AppContext, caller: Caller, id: string, body: unknown) {
  return transact(ctx, async (tx) => {
    const found = await findNotification(tx.db, allOf(caller), shortIdFrom(id) ?? id)
    if (!found) throw notFound('notification not found')
    const isRead = readStatusIn(body)
    const row = isRead === undefined ? found : await updateNotification(tx.db, found.id, { isRead })
    const [view] = await loadNotificationViews(tx, caller, [row])
    if (!view) throw new Error('no view for a notification that exists')
    return view
  })
}

const allOf = (caller: Caller) => ({
  userId: caller.userId,
  visible: notificationVisibleTo(caller),
})

function typeIn(body: unknown): string | undefined {
  if (body === undefined) return undefined
  if (typeof body !== 'object' || body === null) throw invalidPayload()
  const type = 'type' in body ? body.type : undefined
  if (type === undefined || type === null) return undefined
  if (typeof type !== 'string') throw invalidPayload()
  return type
}

function readStatusIn(body: unknown): boolean | undefined {
  if (typeof body !== 'object' || body === null) throw invalidPayload()
  const status = 'read_status' in body ? body.read_status : undefined
  if (status !== undefined && typeof status !== 'boolean') throw invalidPayload()
  return status
}
