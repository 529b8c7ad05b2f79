import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, roleAtLeast } from '@/caller'
import type { NotificationType, Visibility } from '@/db/columns'
import type { NotificationSight } from '@/db/queries/notifications'
import { visibleTo } from './visibility'

/** Notifications that everybody can switch off; one that was never set is on. */
export const NOTIFICATION_SWITCHES = [
  'comment_like',
  'follow',
  'follow_request',
  'follow_request_approved',
  'mention',
  'workout_comment',
  'workout_like',
] as const

/** What administrators can switch off besides. */
export const STAFF_NOTIFICATION_SWITCHES = ['account_creation'] as const

/** The notifications that somebody can switch off. */
export const switchesOf = (caller: Caller): readonly string[] => [
  ...NOTIFICATION_SWITCHES,
  ...(roleAtLeast(caller.role, 'admin') ? STAFF_NOTIFICATION_SWITCHES : []),
]

/** Hints that the web UI shows until they are switched off. */
export const MESSAGE_SWITCHES = ['warning_about_large_number_of_workouts_on_map'] as const

const SWITCHES: ReadonlySet<string> = new Set([
  ...NOTIFICATION_SWITCHES,
  ...STAFF_NOTIFICATION_SWITCHES,
])

/** Whether somebody with these switches wants a notification; what cannot be switched off is always wanted. */
export const isWanted = (
  type: NotificationType,
  switches: Readonly<Record<string, boolean>>,
): boolean => !SWITCHES.has(type) || switches[type] !== false

/** Actions of moderators against a user, who is not told which moderator it was. */
export const SANCTION_NOTIFICATIONS: readonly NotificationType[] = [
  'user_warning',
  'user_warning_lifting',
  'comment_suspension',
  'comment_unsuspension',
  'workout_suspension',
  'workout_unsuspension',
]

/** Notifications that call moderators to work. */
export const REPORT_NOTIFICATIONS: readonly NotificationType[] = [
  'report',
  'suspension_appeal',
  'user_warning_appeal',
]

const sender = sql.ref<number>('notifications.from_user_id')
/** NOTE comparisons, because SQLite makes a table of the list behind an `in` each time that it runs the statement. */
const isOf = (types: readonly NotificationType[]) => {
  const comparisons = types.map((type) => sql`notifications.type = ${sql.lit(type)}`)
  return sql<SqlBool>`(${sql.join(comparisons, sql` or `)})`
}
const blocks = (blocker: unknown, blocked: unknown) =>
  sql<SqlBool>`exists (select 1 from blocks where blocker_id = ${blocker} and blocked_id = ${blocked})`

/** What a caller may see of notifications: it depends on the role, and on whether the account is suspended. */
export const notificationSight = ({ role, suspended }: Caller): NotificationSight => ({
  name: `${role} ${suspended}`,
  condition: (userId) => notificationVisibleTo({ userId, role, suspended }),
})

type Receiver = Pick<Caller, 'role' | 'suspended'> & { userId: Expression<number> }

/**
 * Which of a user's notifications are shown, as a condition on `notifications`: none from senders who are blocked or
 * suspended, except what moderation has to say; no comment on their workouts that they may not read any more, or by
 * somebody who has blocked them; nothing for moderators and administrators to those who are none. Who mentions somebody
 * has addressed them, and is shown even where the comment itself is not.
 */
function notificationVisibleTo({ userId, role, suspended }: Receiver): RawBuilder<SqlBool> {
  const isSuspended = sql`exists (select 1 from users
    where id = ${sender} and suspended_at is not null)`
  const mayRead = visibleTo(
    { userId, isSuspended: suspended, isReviewing: false },
    {
      level: sql.ref<Visibility>('comments.text_visibility'),
      owner: sql.ref<number>('comments.user_id'),
    },
  )
  const isReadable = sql`exists (select 1 from comments
    where id = notifications.comment_id and ${mayRead})`
  const conditions = [
    ...(roleAtLeast(role, 'moderator') ? [] : [sql`not ${isOf(REPORT_NOTIFICATIONS)}`]),
    ...(roleAtLeast(role, 'admin') ? [] : [sql`not ${isOf(['account_creation'])}`]),
    sql`(${isOf([...SANCTION_NOTIFICATIONS, ...REPORT_NOTIFICATIONS])}
      or not (${blocks(userId, sender)} or ${isSuspended}))`,
    sql`(not ${isOf(['workout_comment'])} or (not ${blocks(sender, userId)} and ${isReadable}))`,
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}
