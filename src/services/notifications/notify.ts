import { type Role, roleAtLeast } from '@/policy/caller'
import { ADMIN_NOTIFICATIONS, isWanted, REPORT_NOTIFICATIONS } from '@/policy/notification'
import type { Db } from '@/store/db/connections/open'
import type { InTransaction } from '@/store/db/connections/transact'
import { loadNotificationSwitches } from '@/store/db/queries/accounts/users'
import {
  deleteNotifications,
  insertNotifications,
  type NotificationFilter,
  replaceNotification,
} from '@/store/db/queries/social/notifications'
import type { AlertKind } from '@/store/db/schema/columns'
import { type Events, type Follow, NOTIFICATIONS, type Notification } from './events'
import { type NotificationDeps, queueNotifications } from './queue-notifications'

/** Reasons to delete notifications, with the facts needed to find them. */
export interface Withdrawals {
  follow_request_rejected: Follow
  /** A follow that was ended by either user, or by a block. */
  follow_removed: Follow
  workout_unliked: { userId: number; workoutId: number }
  comment_unliked: { userId: number; commentId: number }
  mentions_removed: { commentId: number; userIds: readonly number[] }
  role_changed: { userId: number; role: Role }
  export_deleted: { taskId: number }
  upload_deleted: { taskId: number }
}

/** The notifications to delete for each reason. */
export const WITHDRAWALS: {
  [Cause in keyof Withdrawals]: (facts: Withdrawals[Cause]) => NotificationFilter[]
} = {
  follow_request_rejected: ({ followerId, followedId }) => [
    { types: ['follow_request'], from: followerId, to: [followedId] },
  ],
  follow_removed: ({ followerId, followedId }) => [
    { types: ['follow', 'follow_request'], from: followerId, to: [followedId] },
    { types: ['follow_request_approved'], from: followedId, to: [followerId] },
  ],
  workout_unliked: ({ userId, workoutId }) => [
    { types: ['workout_like'], from: userId, object: { workout_id: workoutId } },
  ],
  comment_unliked: ({ userId, commentId }) => [
    { types: ['comment_like'], from: userId, object: { comment_id: commentId } },
  ],
  mentions_removed: ({ commentId, userIds }) => [
    { types: ['mention'], to: userIds, object: { comment_id: commentId } },
  ],
  role_changed: ({ userId, role }) => [
    ...(roleAtLeast(role, 'moderator') ? [] : [{ types: REPORT_NOTIFICATIONS, to: [userId] }]),
    ...(roleAtLeast(role, 'admin') ? [] : [{ types: ADMIN_NOTIFICATIONS, to: [userId] }]),
  ],
  export_deleted: ({ taskId }) => [{ types: ['user_data_export'], object: { task_id: taskId } }],
  upload_deleted: ({ taskId }) => [
    { types: ['workouts_archive_upload'], object: { task_id: taskId } },
  ],
}

type Deps = NotificationDeps

/** Types of notifications about what the server has done for a user. Users are not notified of what they do themselves. */
const TO_ONESELF: readonly string[] = [
  'segment_best',
  'user_data_export',
  'workouts_archive_upload',
]

/**
 * Notifies the users affected by an event, unless they have switched off the type of notification. Must be called in
 * the transaction that causes the event.
 */
export async function notify<Event extends keyof Events>(
  tx: InTransaction<Deps>,
  event: Event,
  facts: Events[Event],
): Promise<void> {
  for (const notification of NOTIFICATIONS[event]) await emit(tx, notification, facts)
}

async function emit<Facts>(
  tx: InTransaction<Deps>,
  notification: Notification<Facts>,
  facts: Facts,
): Promise<void> {
  const { type, replaces } = notification
  const from = notification.from(facts)
  const concerned = await notification.to(facts, tx.db)
  const others = TO_ONESELF.includes(type) ? concerned : concerned.filter((id) => id !== from)
  const switches = await loadNotificationSwitches(tx.db, others)
  const recipients = others.filter((id) => isWanted(type, switches.get(id) ?? {}))
  if (replaces)
    for (const to of recipients)
      await replaceNotification(tx.db, { from, to, type: replaces }, type)
  const rows = recipients.map((to) => ({
    short_id: tx.ids.shortId(),
    type,
    from_user_id: from,
    to_user_id: to,
    created_at: tx.clock.now(),
    ...notification.about?.(facts),
  }))
  await store(tx, rows)
}

/**
 * Notifies users of a server error. An earlier notification of the same kind is replaced, so that it is unread again.
 * Alerts have no sender, so they are stored with the recipient as the sender.
 */
export async function notifyOfAlert(
  tx: InTransaction<Deps>,
  kind: AlertKind,
  userIds: readonly number[],
): Promise<void> {
  await deleteNotifications(tx.db, { types: [kind], to: userIds })
  const rows = userIds.map((id) => ({
    short_id: tx.ids.shortId(),
    type: kind,
    from_user_id: id,
    to_user_id: id,
    created_at: tx.clock.now(),
  }))
  await store(tx, rows)
}

/** Stores notifications, and queues them for the programs that their recipients have chosen. */
async function store(
  tx: InTransaction<Deps>,
  rows: Parameters<typeof insertNotifications>[1] & Parameters<typeof queueNotifications>[1],
): Promise<void> {
  await insertNotifications(tx.db, rows)
  await queueNotifications(tx, rows)
}

/**
 * Deletes the notifications that have become obsolete. Not needed after the deletion of a workout, comment or account,
 * because foreign keys delete their notifications.
 */
export async function withdraw<Cause extends keyof Withdrawals>(
  tx: InTransaction<{ db: Db }>,
  cause: Cause,
  facts: Withdrawals[Cause],
): Promise<void> {
  for (const filter of WITHDRAWALS[cause](facts)) await deleteNotifications(tx.db, filter)
}
