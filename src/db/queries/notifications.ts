import type { Insertable, Selectable } from 'kysely'
import type { NotificationType } from '@/db/columns'
import type { Db } from '@/db/open'
import type { NotificationsTable } from '@/db/tables.gen'

export type NotificationRow = Selectable<NotificationsTable>
type NewNotification = Insertable<NotificationsTable>

/** What a notification is about, by row ids. */
export type NotificationObject = Partial<
  Pick<NotificationRow, 'workout_id' | 'comment_id' | 'report_id' | 'report_action_id' | 'task_id'>
>

/** Which notifications are meant: those that fit everything given. */
export interface NotificationFilter {
  types: readonly NotificationType[]
  from?: number
  to?: readonly number[]
  object?: NotificationObject
}

/** Adds notifications; one that is there already (same sender, receiver, type and object) stays as it is. */
export async function insertNotifications(db: Db, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('notifications')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Makes an unread notification of another type out of one between two users that is about nothing else. */
export async function turnNotification(
  db: Db,
  { type, from, to }: { type: NotificationType; from: number; to: number },
  into: NotificationType,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ type: into, is_read: 0 })
    .where('type', '=', type)
    .where('from_user_id', '=', from)
    .where('to_user_id', '=', to)
    .execute()
}

export async function deleteNotifications(
  db: Db,
  { types, from, to, object = {} }: NotificationFilter,
): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('type', 'in', types)
    .where((eb) =>
      eb.and([
        ...(from === undefined ? [] : [eb('from_user_id', '=', from)]),
        ...(to === undefined ? [] : [eb('to_user_id', 'in', to)]),
        eb.and(object),
      ]),
    )
    .execute()
}

/** Who has been told of something. */
export async function listNotified(
  db: Db,
  { type, comment_id }: { type: NotificationType; comment_id: number },
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('notifications')
    .select('to_user_id')
    .where('type', '=', type)
    .where('comment_id', '=', comment_id)
    .execute()
  return new Set(rows.map((row) => row.to_user_id))
}
