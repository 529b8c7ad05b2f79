import { NOTIFICATION_TEXTS } from '@/domain/reference/notification-texts'
import type { Config } from '@/lib/config/config'
import { notificationPermissions, SANCTION_NOTIFICATIONS } from '@/policy/notification'
import { type TextKey, translator } from '@/services/mail/message'
import { type EventDeps, queueEvent } from '@/services/webhooks/queue'
import type { InTransaction } from '@/store/db/connections/transact'
import { loadUsers, type UserRow } from '@/store/db/queries/accounts/users'
import { listActiveWebhooks } from '@/store/db/queries/accounts/webhooks'
import { loadListedSegments } from '@/store/db/queries/segments/segment-search'
import { loadComments } from '@/store/db/queries/social/comments'
import {
  findVisibleNotification,
  type NotificationRow,
} from '@/store/db/queries/social/notifications'
import { listActionsByIds } from '@/store/db/queries/social/report-actions'
import { loadTasks } from '@/store/db/queries/tasks/user-tasks'
import { loadWorkouts } from '@/store/db/queries/workouts/workouts'
import { ALERT_KINDS, fromJson, type NotificationType } from '@/store/db/schema/columns'

/** What delivering notifications requires. */
export type NotificationDeps = EventDeps & { config: Pick<Config, 'uiUrl'> }

type Tx = InTransaction<NotificationDeps>

const EVENT = 'notification.created'

const TEXTS: Readonly<Record<NotificationType, TextKey>> = NOTIFICATION_TEXTS

/**
 * Queues notifications for the webhooks, ntfy topics and devices of their recipients, each in the recipient's language.
 * Notifications that existed before or that the recipient may not see are not sent.
 */
export async function queueNotifications(
  tx: Tx,
  notifications: readonly { short_id: string; to_user_id: number }[],
): Promise<void> {
  const recipients = [...new Set(notifications.map(({ to_user_id }) => to_user_id))]
  const webhooks = await listActiveWebhooks(tx.db, recipients, tx.clock.now())
  const wanting = new Set(
    webhooks.filter(({ events }) => fromJson(events).includes(EVENT)).map(({ user_id }) => user_id),
  )
  if (wanting.size === 0) return
  const users = await loadUsers(tx.db, [...wanting])
  for (const { short_id, to_user_id } of notifications) {
    const user = users.get(to_user_id)
    const row = user && (await findVisible(tx, short_id, user))
    if (row) await queueEvent(tx, [user.id], EVENT, () => describe(tx, user, row))
  }
}

const findVisible = ({ db }: Pick<Tx, 'db'>, shortId: string, user: Readonly<UserRow>) =>
  findVisibleNotification(db, {
    ...{ shortId, userId: user.id },
    permissions: notificationPermissions({
      role: user.role,
      suspended: user.suspended_at !== null,
    }),
  })

async function describe(
  { db, config }: Tx,
  user: Readonly<UserRow>,
  row: NotificationRow,
): Promise<object> {
  const name = await nameSender({ db }, row)
  const path = (await contentPath({ db }, row)) ?? (name && `/users/${encodeURIComponent(name)}`)
  return {
    notification: {
      ...{ id: row.short_id, type: row.type, from: name ?? null },
      text: translator(user.language)(TEXTS[row.type], { name: name ?? '' }),
      url: `${config.uiUrl}${path ?? '/notifications'}`,
    },
  }
}

/** Moderators are not revealed, and errors of the server have no sender. */
async function nameSender({ db }: Pick<Tx, 'db'>, { type, from_user_id }: NotificationRow) {
  if ([...SANCTION_NOTIFICATIONS, ...ALERT_KINDS].includes(type)) return undefined
  return (await loadUsers(db, [from_user_id])).get(from_user_id)?.username
}

const FIXED: Partial<Record<NotificationType, string>> = {
  ...Object.fromEntries(ALERT_KINDS.map((kind) => [kind, '/admin'])),
  account_creation: '/admin/users',
  follow_request: '/users',
  user_data_export: '/profile/edit/account',
}

/** The screen of what a notification is about; undefined for notifications about a person. */
async function contentPath({ db }: Pick<Tx, 'db'>, row: NotificationRow) {
  const { type, workout_id, segment_id, comment_id, report_id, report_action_id, task_id } = row
  const fixed = FIXED[type]
  if (fixed !== undefined) return fixed
  if (report_id !== null) return `/admin/reports/${report_id}`
  if (report_action_id !== null) {
    const [action] = await listActionsByIds(db, [report_action_id])
    return action && `/profile/moderation/sanctions/${action.short_id}`
  }
  if (comment_id !== null) return commentPath({ db }, comment_id)
  if (segment_id !== null) {
    const [segment] = await loadListedSegments(db, [segment_id])
    return segment && `/segments/${segment.short_id}`
  }
  if (task_id !== null) {
    const task = (await loadTasks(db, [task_id])).get(task_id)
    return task && `/workouts/tasks/${task.short_id}`
  }
  const workout = workout_id !== null && (await loadWorkouts(db, [workout_id])).get(workout_id)
  return workout ? `/workouts/${workout.short_id}` : undefined
}

async function commentPath({ db }: Pick<Tx, 'db'>, id: number): Promise<string | undefined> {
  const comment = (await loadComments(db, [id])).get(id)
  if (!comment) return undefined
  const workoutId = comment.workout_id ?? 0
  const workout = (await loadWorkouts(db, [workoutId])).get(workoutId)
  return workout
    ? `/workouts/${workout.short_id}#${comment.short_id}`
    : `/comments/${comment.short_id}`
}
