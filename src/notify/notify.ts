import { type Role, roleAtLeast } from '@/caller'
import type { Db } from '@/db/open'
import {
  deleteNotifications,
  insertNotifications,
  type NotificationFilter,
  turnNotification,
} from '@/db/queries/notifications'
import { loadNotificationSwitches } from '@/db/queries/users'
import type { InTransaction } from '@/db/transact'
import type { Clock } from '@/lib/clock'
import type { Ids } from '@/lib/ids'
import { isWanted, REPORT_NOTIFICATIONS } from '@/policy/notification'
import { EMISSIONS, type Emission, type Events, type Follow } from './emissions'

/** Causes that make notifications void, with the facts needed to find them. */
export interface Withdrawals {
  follow_request_rejected: Follow
  /** Also by a block. */
  follow_removed: Follow
  workout_unliked: { userId: number; workoutId: number }
  comment_unliked: { userId: number; commentId: number }
  mentions_removed: { commentId: number; userIds: readonly number[] }
  role_changed: { userId: number; role: Role }
  export_deleted: { taskId: number }
  upload_deleted: { taskId: number }
}

/** Which notifications each cause makes void. */
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
    ...(roleAtLeast(role, 'admin') ? [] : [{ types: ['account_creation'] as const, to: [userId] }]),
  ],
  export_deleted: ({ taskId }) => [{ types: ['user_data_export'], object: { task_id: taskId } }],
  upload_deleted: ({ taskId }) => [
    { types: ['workouts_archive_upload'], object: { task_id: taskId } },
  ],
}

interface Deps {
  db: Db
  clock: Clock
  ids: Ids
}

/** Users are notified of their own tasks, but of nothing else they do themselves. */
const TO_ONESELF: readonly string[] = ['user_data_export', 'workouts_archive_upload']

/**
 * Notifies everybody concerned by an event, as far as they want to be notified. Must be called in the transaction that
 * causes the event.
 */
export async function notify<Event extends keyof Events>(
  tx: InTransaction<Deps>,
  event: Event,
  facts: Events[Event],
): Promise<void> {
  for (const emission of EMISSIONS[event]) await emit(tx, emission, facts)
}

async function emit<Facts>(
  tx: InTransaction<Deps>,
  emission: Emission<Facts>,
  facts: Facts,
): Promise<void> {
  const { type, replaces } = emission
  const from = emission.from(facts)
  const concerned = await emission.to(facts, tx.db)
  const others = TO_ONESELF.includes(type) ? concerned : concerned.filter((id) => id !== from)
  const switches = await loadNotificationSwitches(tx.db, others)
  const told = others.filter((id) => isWanted(type, switches.get(id) ?? {}))
  if (replaces)
    for (const to of told) await turnNotification(tx.db, { from, to, type: replaces }, type)
  await insertNotifications(
    tx.db,
    told.map((to) => ({
      short_id: tx.ids.shortId(),
      type,
      from_user_id: from,
      to_user_id: to,
      created_at: tx.clock.now(),
      ...emission.about?.(facts),
    })),
  )
}

/**
 * Withdraws the notifications that something undone has made void. Deleting a workout, comment or account needs no
 * call: foreign keys see to it.
 */
export async function withdraw<Cause extends keyof Withdrawals>(
  tx: InTransaction<Pick<Deps, 'db'>>,
  cause: Cause,
  facts: Withdrawals[Cause],
): Promise<void> {
  for (const filter of WITHDRAWALS[cause](facts)) await deleteNotifications(tx.db, filter)
}
