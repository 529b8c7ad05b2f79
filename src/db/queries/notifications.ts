import {
  type Expression,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import { type NotificationType, toSqlBool } from '@/db/columns'
import type { Db } from '@/db/open'
import { preparedByShape, rememberedByShape, type Slots } from '@/db/prepared'
import { anyOf, type Page, type PageRequest, totalOf } from '@/db/sql'
import type { NotificationsTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

export type NotificationRow = Selectable<NotificationsTable>
type NewNotification = Insertable<NotificationsTable>

/** What a notification is about, by row ids. */
export type NotificationObject = Partial<
  Pick<NotificationRow, 'workout_id' | 'comment_id' | 'report_id' | 'report_action_id' | 'task_id'>
>

/** A filter of notifications; all given conditions must hold. */
export interface NotificationFilter {
  types: readonly NotificationType[]
  from?: number
  to?: readonly number[]
  object?: NotificationObject
}

/** Adds notifications; an existing one (same sender, receiver, type and object) stays as it is. */
export async function insertNotifications(db: Tx, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('notifications')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Changes the type of a notification between two users that has no object, and marks it as unread. */
export async function turnNotification(
  db: Tx,
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
  db: Tx,
  { types, from, to, object = {} }: NotificationFilter,
): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('type', 'in', anyOf(types))
    .where((eb) =>
      eb.and([
        ...(from === undefined ? [] : [eb('from_user_id', '=', from)]),
        ...(to === undefined ? [] : [eb('to_user_id', 'in', anyOf(to))]),
        eb.and(object),
      ]),
    )
    .execute()
}

/** The users who have been notified of something. */
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

/** A query of a user's notifications; undefined conditions are ignored. */
export interface NotificationQuery {
  userId: number
  /** Those the user may see. */
  sight: NotificationSight
  isRead?: boolean | undefined
  /** A name that is not a type of notification matches none. */
  type?: string | undefined
}

/** What somebody may see of notifications: a condition on `notifications`, and a name for all whose condition is the same. */
export interface NotificationSight {
  name: string
  condition: (userId: RawBuilder<number>) => Expression<SqlBool>
}

interface Shape {
  sight: NotificationSight
  hasRead: boolean
  hasType: boolean
}

type Values = { userId: number; isRead: number; type: string }

const shapeOf = ({ sight, isRead, type }: NotificationQuery): Shape => ({
  sight,
  hasRead: isRead !== undefined,
  hasType: type !== undefined,
})

const valuesOf = ({ userId, isRead, type }: NotificationQuery): Values => ({
  userId,
  isRead: isRead ? 1 : 0,
  type: type ?? '',
})

const notificationsOf = (
  db: Pick<Db, 'selectFrom'>,
  { sight, hasRead, hasType }: Shape,
  slot: Slots<Values>,
) =>
  db
    .selectFrom('notifications')
    .where('to_user_id', '=', slot.userId)
    .where(sight.condition(slot.userId))
    .$if(hasRead, (query) => query.where(sql<SqlBool>`is_read = ${slot.isRead}`))
    .$if(hasType, (query) => query.where(sql<SqlBool>`notifications.type = ${slot.type}`))

type Order = 'asc' | 'desc'
type Stretch = Values & { limit: number; skipped: number }

/** A page is a handful of rows, and asked for again and again while nothing has changed. */
const pages = rememberedByShape(
  ({ order, ...shape }: Shape & { order: Order }) =>
    (db, slot: Slots<Stretch>) =>
      notificationsOf(db, shape, slot)
        .selectAll()
        .orderBy('created_at', order)
        .orderBy('id', order)
        .limit(slot.limit)
        .offset(slot.skipped),
)

const counts = rememberedByShape(
  (shape: Shape) => (db, slot: Slots<Values>) =>
    notificationsOf(db, shape, slot).select((eb) => eb.fn.countAll<number>().as('count')),
)

/** One page of notifications by date, and how many there are. */
export async function listNotificationsOf(
  db: Db,
  query: NotificationQuery,
  { order, page, perPage }: PageRequest & { order: Order },
): Promise<Page<Readonly<NotificationRow>>> {
  const [shape, values] = [shapeOf(query), valuesOf(query)]
  const skipped = (page - 1) * perPage
  const rows = await pages({ ...shape, order }).all(db, { ...values, limit: perPage, skipped })
  const total =
    totalOf({ skipped, perPage, shown: rows.length }) ??
    (await counts(shape).first(db, values))?.count
  return { rows, total: total ?? 0 }
}

const anyOne = preparedByShape(
  (shape: Shape) => (db, slot: Slots<Values>) =>
    notificationsOf(db, shape, slot).select('id').limit(1),
)

export const hasNotification = async (db: Db, query: NotificationQuery): Promise<boolean> =>
  (await anyOne(shapeOf(query)).first(db, valuesOf(query))) !== undefined

const byShortId = preparedByShape(
  (shape: Shape) => (db, slot: Slots<Values & { shortId: string }>) =>
    notificationsOf(db, shape, slot).selectAll().where('short_id', '=', slot.shortId),
)

export const findNotification = (
  db: Db,
  query: NotificationQuery,
  shortId: string,
): Promise<NotificationRow | undefined> =>
  byShortId(shapeOf(query)).first(db, { ...valuesOf(query), shortId })

export const updateNotification = (
  db: Tx,
  id: number,
  { isRead }: { isRead: boolean },
): Promise<NotificationRow> =>
  db
    .updateTable('notifications')
    .set({ is_read: toSqlBool(isRead) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Marks all of a user's notifications as read, or those of one type. */
export async function markNotificationsRead(
  db: Tx,
  userId: number,
  type: string | undefined,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: 1 })
    .where('to_user_id', '=', userId)
    .where('is_read', '=', 0)
    .$if(type !== undefined, (query) => query.where(sql<SqlBool>`notifications.type = ${type}`))
    .execute()
}

/** The types of which a user has notifications, visible or not, by name. */
export async function listNotificationTypesOf(
  db: Db,
  userId: number,
  isRead: boolean | undefined,
): Promise<NotificationType[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('type')
    .distinct()
    .where('to_user_id', '=', userId)
    .$if(isRead !== undefined, (query) => query.where('is_read', '=', isRead ? 1 : 0))
    .orderBy('type')
    .execute()
  return rows.map(({ type }) => type)
}
