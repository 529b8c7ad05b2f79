import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import { SANCTION_NOTIFICATIONS } from '@/policy/notification'
import type { ListedSegment } from '@/store/db/queries/segments/ranked-segments'
import type { NotificationRow } from '@/store/db/queries/social/notifications'
import type { TaskRow } from '@/store/db/queries/tasks/user-tasks'
import {
  ALERT_KINDS,
  fromSqlBool,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@/store/db/schema/columns'
import {
  presentCompactUser,
  presentFollows,
  presentSeenUserOrNull,
  type SeenUser,
  seenUser,
  type UserSummary,
} from './accounts/compact-user'
import { type CommentView, comment, presentComment } from './comment'
import { type DialectFormat, notificationId } from './dialect'
import { flag, nullable, oneOf, shortId, text, timestamp } from './fields'
import {
  type DetailedActionView,
  detailedAction,
  presentDetailedAction,
  presentReport,
  type ReportView,
  report,
} from './report'
import { listedWorkout, presentWorkoutInList } from './workouts/listed-workout'
import type { WorkoutListView } from './workouts/workout-summary'

/** A notification with its related objects, which are null when unrelated or deleted. */
export interface NotificationView {
  notification: NotificationRow
  sender: SeenUser | null
  comment: CommentView | null
  workout: WorkoutListView | null
  segment: Pick<ListedSegment, 'short_id' | 'name'> | null
  report: ReportView | null
  action: DetailedActionView | null
  task: TaskRow | null
}

/** Related objects, depending on the type. */
const payload = Type.Partial(
  Type.Object({
    comment: nullable(comment),
    report: nullable(report),
    report_action: nullable(detailedAction),
    task: nullable(
      Type.Object({
        id: shortId('The upload task.'),
        original_file_name: nullable(text('What the archive was called.')),
      }),
    ),
    segment: nullable(Type.Object({ id: shortId('The segment.'), name: text('Its name.') })),
    workout: nullable(listedWorkout),
  }),
)
type Payload = Static<typeof payload>

export const notification = Type.Object(
  {
    created_at: timestamp('When it happened.'),
    from: nullable(seenUser),
    id: notificationId('The notification.'),
    marked_as_read: flag('Whether the caller has read it.'),
    type: oneOf(NOTIFICATION_TYPES, 'What happened.'),
    ...payload.properties,
  },
  {
    $id: 'Notification',
    description:
      'A notification for the caller. `from` is the user who caused it; null for sanctions, which do not reveal the moderator, and for errors of the server, of which only administrators and owners are notified. The type determines which of `comment`, `report`, `report_action`, `segment`, `task` and `workout` are included; deleted objects are null.',
  },
)
export type Notification = Static<typeof notification>

export const presentNotification = (
  view: NotificationView,
  dialect: DialectFormat,
): Notification => ({
  created_at: formatHttpDate(view.notification.created_at),
  from: presentSender(view),
  id: dialect.notificationId(view.notification.short_id),
  marked_as_read: fromSqlBool(view.notification.is_read),
  type: view.notification.type,
  ...PAYLOADS[view.notification.type]?.(view, dialect),
})

/** Moderators are not revealed, and errors of the server have no sender. */
const WITHOUT_SENDER: readonly NotificationType[] = [...SANCTION_NOTIFICATIONS, ...ALERT_KINDS]

function presentSender({ notification, sender }: NotificationView): UserSummary | null {
  if (WITHOUT_SENDER.includes(notification.type)) return null
  const isFollow = notification.type === 'follow' || notification.type === 'follow_request'
  if (!isFollow || sender === null) return presentSeenUserOrNull(sender)
  return { ...presentCompactUser(sender.user), ...presentFollows(sender.relationships) }
}

type PresentPayload = (view: NotificationView, dialect: DialectFormat) => Payload

const aboutComment: PresentPayload = ({ comment }) => ({
  comment: comment && presentComment(comment),
})

const aboutReport: PresentPayload = ({ report }, dialect) => ({
  report: report && presentReport(report, dialect),
})

/** A sanction with the affected content, if any. */
const aboutAction: PresentPayload = ({ action }, dialect) => {
  if (action === null) return { report_action: null }
  const { about, comment, workout } = action
  return {
    report_action: presentDetailedAction(action, dialect),
    ...(about === 'comment' && { comment: comment && presentComment(comment) }),
    ...(about === 'workout' && { workout: workout && presentWorkoutInList(workout, dialect) }),
  }
}

const aboutWorkout: PresentPayload = ({ workout }, dialect) => ({
  workout: workout && presentWorkoutInList(workout, dialect),
})

const PAYLOADS: Partial<Record<NotificationType, PresentPayload>> = {
  comment_like: aboutComment,
  comment_suspension: aboutAction,
  comment_unsuspension: aboutAction,
  mention: aboutComment,
  report: aboutReport,
  segment_best: aboutWorkout,
  segment_lead_lost: ({ segment }) => ({
    segment: segment && { id: segment.short_id, name: segment.name },
  }),
  suspension_appeal: aboutReport,
  user_warning: aboutAction,
  user_warning_appeal: aboutReport,
  user_warning_lifting: aboutAction,
  workout_comment: aboutComment,
  workout_like: aboutWorkout,
  workout_suspension: aboutAction,
  workout_unsuspension: aboutAction,
  workouts_archive_upload: ({ task }) => ({
    task: task && { id: task.short_id, original_file_name: task.original_file_name },
  }),
}
