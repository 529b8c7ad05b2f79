import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NotificationPermissions } from '@/store/db/queries/social/notifications'
import { ALERT_KINDS, type NotificationType, type Visibility } from '@/store/db/schema/columns'
import { type Caller, roleAtLeast } from './caller'
import { effortsVisibleTo, segmentVisibleTo } from './segment'
import { type SqlViewer, visibleTo } from './visibility'

/** Notifications that every user can switch off. They are on by default. */
export const NOTIFICATION_SWITCHES = [
  'comment_like',
  'follow',
  'follow_request',
  'follow_request_approved',
  'mention',
  'workout_comment',
  'workout_like',
] as const

/**
 * Notifications that every user can switch off, and that are on by default as well. Clients for FitTrackee do not know
 * them, so they may leave them out.
 */
export const OPTIONAL_NOTIFICATION_SWITCHES = ['segment_best', 'segment_lead_lost'] as const

/** Notifications that only administrators can switch off. */
export const STAFF_NOTIFICATION_SWITCHES = ['account_creation'] as const

/** Messages about the account that every user can switch off. They are on by default. */
export const MAIL_SWITCHES = ['new_device'] as const

/** The preference with which moderators switch off emails about new reports and appeals. */
export const MODERATION_MAILS = 'moderation_mails'

/** The notifications that the caller can switch off. */
export const switchesOf = (caller: Caller): readonly string[] => [
  ...NOTIFICATION_SWITCHES,
  ...(roleAtLeast(caller.role, 'admin') ? STAFF_NOTIFICATION_SWITCHES : []),
]

/** Hints that the web UI shows until they are switched off. */
export const MESSAGE_SWITCHES = ['warning_about_large_number_of_workouts_on_map'] as const

const SWITCHES: ReadonlySet<string> = new Set([
  ...NOTIFICATION_SWITCHES,
  ...OPTIONAL_NOTIFICATION_SWITCHES,
  ...STAFF_NOTIFICATION_SWITCHES,
])

/** Whether a user with these switches wants a notification. Notifications without a switch are always wanted. */
export const isWanted = (
  type: NotificationType,
  switches: Readonly<Record<string, boolean>>,
): boolean => !SWITCHES.has(type) || switches[type] !== false

/** Whether a user with these switches wants a message about a login with an unknown device. */
export const wantsDeviceMail = (switches: Readonly<Record<string, boolean>>): boolean =>
  switches.new_device !== false

/** Actions of moderators against a user. The notification does not reveal the moderator. */
export const SANCTION_NOTIFICATIONS: readonly NotificationType[] = [
  'user_warning',
  'user_warning_lifting',
  'comment_suspension',
  'comment_unsuspension',
  'workout_suspension',
  'workout_unsuspension',
]

/** Notifications that only administrators and owners get and see. */
export const ADMIN_NOTIFICATIONS: readonly NotificationType[] = ['account_creation', ...ALERT_KINDS]

/** Notifications that ask moderators to act. */
export const REPORT_NOTIFICATIONS: readonly NotificationType[] = [
  'report',
  'suspension_appeal',
  'user_warning_appeal',
]

const sender = sql.ref<number>('notifications.from_user_id')
/** Uses comparisons because SQLite builds a table for the list of an `in` each time it runs the statement. */
const isOf = (types: readonly NotificationType[]) => {
  const comparisons = types.map((type) => sql`notifications.type = ${sql.lit(type)}`)
  return sql<SqlBool>`(${sql.join(comparisons, sql` or `)})`
}
const blocks = (blocker: unknown, blocked: unknown) =>
  sql<SqlBool>`exists (select 1 from blocks where blocker_id = ${blocker} and blocked_id = ${blocked})`

/** Which notifications a caller may see. It depends on the role, and on whether the account is suspended. */
export const notificationPermissions = ({
  role,
  suspended,
}: Pick<Caller, 'role' | 'suspended'>): NotificationPermissions => ({
  name: `${role} ${suspended}`,
  condition: (userId) => notificationVisibleTo({ userId, role, suspended }),
})

type Receiver = Pick<Caller, 'role' | 'suspended'> & { userId: Expression<number> }

/**
 * A condition on `notifications` that selects the ones shown to their user. Hides notifications from senders who are
 * blocked or suspended (except those of moderation), comments on the user's workouts that the user can no longer read
 * or whose author has blocked the user, efforts of others on segments that the user may no longer see, and notifications
 * for moderators and administrators when the user lacks that role. Mentions are addressed to the user, and are shown
 * even where the comment itself is not.
 */
function notificationVisibleTo({ userId, role, suspended }: Receiver): RawBuilder<SqlBool> {
  const isSuspended = sql`exists (select 1 from users
    where id = ${sender} and suspended_at is not null)`
  const viewer = { userId, isSuspended: suspended, isReviewing: false }
  const mayRead = visibleTo(viewer, {
    level: sql.ref<Visibility>('comments.text_visibility'),
    owner: sql.ref<number>('comments.user_id'),
  })
  const isReadable = sql`exists (select 1 from comments
    where id = notifications.comment_id and ${mayRead})`
  const conditions = [
    ...(roleAtLeast(role, 'moderator') ? [] : [sql`not ${isOf(REPORT_NOTIFICATIONS)}`]),
    ...(roleAtLeast(role, 'admin') ? [] : [sql`not ${isOf(ADMIN_NOTIFICATIONS)}`]),
    sql`(${isOf([...SANCTION_NOTIFICATIONS, ...REPORT_NOTIFICATIONS])}
      or not (${blocks(userId, sender)} or ${isSuspended}))`,
    sql`(not ${isOf(['workout_comment'])} or (not ${blocks(sender, userId)} and ${isReadable}))`,
    sql`(not ${isOf(['segment_lead_lost'])} or ${isEffortSeen(viewer)})`,
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Whether a viewer may still see an effort of the workout on the segment that a notification is about. */
const isEffortSeen = (viewer: SqlViewer) => sql<SqlBool>`exists (select 1 from segment_efforts
    join workouts on workouts.id = segment_efforts.workout_id
    join ranked_segments on ranked_segments.id = segment_efforts.segment_id
  where segment_efforts.workout_id = notifications.workout_id
    and segment_efforts.segment_id = notifications.segment_id
    and workouts.is_excluded = 0
    and ${effortsVisibleTo(viewer).isSeen} and ${segmentVisibleTo(viewer)})`
