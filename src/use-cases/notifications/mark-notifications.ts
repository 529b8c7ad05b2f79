import { invalidPayload, notFound } from '@/lib/errors'
import { toShortId } from '@/lib/text/short-id'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  findNotification,
  markNotificationsRead,
  updateNotification,
} from '@/store/db/queries/social/notifications'
import { loadNotificationViews } from '@/use-cases/views/notification'
import { visibleNotificationsOf } from './read-notifications'

/**
 * Marks all of the caller's notifications as read, or only those of the type in the body.
 *
 * @throws 400 when the body is invalid.
 */
export async function markAllAsRead(ctx: AppContext, caller: Caller, body: unknown): Promise<void> {
  const type = typeIn(body)
  await transact(ctx, ({ db }) => markNotificationsRead(db, caller.userId, type))
}

/**
 * Marks one of the caller's notifications as read or unread. Without `read_status`, changes nothing.
 *
 * @throws 404 when the caller has no such notification, then 400 when the body is invalid.
 */
export async function markNotification(ctx: AppContext, caller: Caller, id: string, body: unknown) {
  return transact(ctx, async (tx) => {
    const found = await findNotification(tx.db, visibleNotificationsOf(caller), toShortId(id) ?? id)
    if (!found) throw notFound('notification not found')
    const isRead = readStatusIn(body)
    const row = isRead === undefined ? found : await updateNotification(tx.db, found.id, { isRead })
    const [view] = await loadNotificationViews(tx, caller, [row])
    if (!view) throw new Error('no view for a notification that exists')
    return view
  })
}

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
