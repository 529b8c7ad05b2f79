import {
  type Expression,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import {
  cachedQueryByShape,
  type Placeholders,
  preparedByShape,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { type NotificationType, toSqlBool } from '@/store/db/schema/columns'
import type { NotificationsTable } from '@/store/db/schema/tables.gen'
import { anyOf, type Page, type PageRequest, totalOf } from '@/store/db/sql'

export type NotificationRow = Selectable<NotificationsTable>
type NewNotification = Insertable<NotificationsTable>

/** Row ids of the objects of a notification. */
export type NotificationObject = Partial<
  Pick<
    NotificationRow,
    'workout_id' | 'segment_id' | 'comment_id' | 'report_id' | 'report_action_id' | 'task_id'
  >
>

/** Selects notifications that match all given conditions. */
export interface NotificationFilter {
  types: readonly NotificationType[]
  from?: number
  to?: readonly number[]
  object?: NotificationObject
}

/** Adds notifications; existing ones (same sender, receiver, type and object) are not changed. */
export async function insertNotifications(db: Tx, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('notifications')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Changes the type of a notification between two users that has no object, and marks it as unread. */
export async function replaceNotification(
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

/** The users who have already been notified of an event. */
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
  permissions: NotificationPermissions
  isRead?: boolean | undefined
  /** An unknown type matches no notifications. */
  type?: string | undefined
}

/**
 * The notifications that a user may see: a condition on `notifications`, and a cache name shared by all users with the
 * same condition.
 */
export interface NotificationPermissions {
  name: string
  condition: (userId: RawBuilder<number>) => Expression<SqlBool>
}

/** Returns a notification by its short id if the user may see it. */
export const findVisibleNotification = (
  db: Db,
  {
    shortId,
    userId,
    permissions,
  }: { shortId: string; userId: number; permissions: NotificationPermissions },
): Promise<NotificationRow | undefined> =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('short_id', '=', shortId)
    .where('to_user_id', '=', userId)
    .where(permissions.condition(sql<number>`${userId}`))
    .executeTakeFirst()

interface Shape {
  permissions: NotificationPermissions
  hasRead: boolean
  hasType: boolean
}

type Values = { userId: number; isRead: number; type: string }

const shapeOf = ({ permissions, isRead, type }: NotificationQuery): Shape => ({
  permissions,
  hasRead: isRead !== undefined,
  hasType: type !== undefined,
})

const valuesOf = ({ userId, isRead, type }: NotificationQuery): Values => ({
  userId,
  isRead: isRead ? 1 : 0,
  type: type ?? '',
})

const selectNotifications = (
  db: Pick<Db, 'selectFrom'>,
  { permissions, hasRead, hasType }: Shape,
  slot: Placeholders<Values>,
) =>
  db
    .selectFrom('notifications')
    .where('to_user_id', '=', slot.userId)
    .where(permissions.condition(slot.userId))
    .$if(hasRead, (query) => query.where(sql<SqlBool>`is_read = ${slot.isRead}`))
    .$if(hasType, (query) => query.where(sql<SqlBool>`notifications.type = ${slot.type}`))

type Order = 'asc' | 'desc'
type NotificationRange = Values & { limit: number; skipped: number }

/** Cached because a page has few rows and is often requested again without changes. */
const pages = cachedQueryByShape(
  ({ order, ...shape }: Shape & { order: Order }) =>
    (db, slot: Placeholders<NotificationRange>) =>
      selectNotifications(db, shape, slot)
        .selectAll()
        .orderBy('created_at', order)
        .orderBy('id', order)
        .limit(slot.limit)
        .offset(slot.skipped),
)

const counts = cachedQueryByShape(
  (shape: Shape) => (db, slot: Placeholders<Values>) =>
    selectNotifications(db, shape, slot).select((eb) => eb.fn.countAll<number>().as('count')),
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
    totalOf({ skipped, perPage, shownRows: rows.length }) ??
    (await counts(shape).first(db, values))?.count
  return { rows, total: total ?? 0 }
}

const anyOne = preparedByShape(
  (shape: Shape) => (db, slot: Placeholders<Values>) =>
    selectNotifications(db, shape, slot).select('id').limit(1),
)

export const hasNotification = async (db: Db, query: NotificationQuery): Promise<boolean> =>
  (await anyOne(shapeOf(query)).first(db, valuesOf(query))) !== undefined

const byShortId = preparedByShape(
  (shape: Shape) => (db, slot: Placeholders<Values & { shortId: string }>) =>
    selectNotifications(db, shape, slot).selectAll().where('short_id', '=', slot.shortId),
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

/** The types of all of a user's notifications by name, including hidden ones, except those of segments. */
export async function listNotificationTypesOf(
  db: Db,
  { userId, isRead, permissions }: Omit<NotificationQuery, 'type'>,
): Promise<NotificationType[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('type')
    .distinct()
    .where('to_user_id', '=', userId)
    .where(({ eb, or }) =>
      or([eb('segment_id', 'is', null), permissions.condition(sql<number>`${userId}`)]),
    )
    .$if(isRead !== undefined, (query) => query.where('is_read', '=', isRead ? 1 : 0))
    .orderBy('type')
    .execute()
  return rows.map(({ type }) => type)
}
