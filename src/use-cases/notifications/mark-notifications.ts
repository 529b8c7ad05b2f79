import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  findNotification,
  markNotificationsRead,
  updateNotification,
} from '@/db/queries/notifications'
import { transact } from '@/db/transact'
import { invalidPayload, notFound } from '@/errors'
import { shortIdFrom } from '@/lib/short-id'
import { loadNotificationViews } from '@/views/notification'
import { visibleNotificationsOf } from './read-notifications'

/** Marks all of the caller's notifications as read, or those of the type a body names. @throws 400 for a bad body. */
export async function markAllAsRead(ctx: AppContext, caller: Caller, body: unknown): Promise<void> {
  const type = typeIn(body)
  await transact(ctx, ({ db }) => markNotificationsRead(db, caller.userId, type))
}

/**
 * Marks one of the caller's notifications as read or unread; a body that does not say which changes nothing.
 *
 * @throws 404 when the caller has no such notification, then 400 for a bad body.
 */
export async function markNotification(ctx: AppContext, caller: Caller, id: string, body: unknown) {
  return transact(ctx, async (tx) => {
    const found = await findNotification(
      tx.db,
      visibleNotificationsOf(caller),
      shortIdFrom(id) ?? id,
    )
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
