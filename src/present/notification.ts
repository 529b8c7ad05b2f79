import { type Static, Type } from '@sinclair/typebox'
import { fromSqlBool, NOTIFICATION_TYPES, type NotificationType } from '@/db/columns'
import type { NotificationRow } from '@/db/queries/notifications'
import type { TaskRow } from '@/db/queries/user-tasks'
import { httpDate } from '@/lib/http-date'
import { SANCTION_NOTIFICATIONS } from '@/policy/notification'
import { type CommentView, comment, presentComment } from './comment'
import {
  presentCompactUser,
  presentFollows,
  presentSeenUserOrNull,
  type SeenUser,
  seenUser,
  type UserSummary,
} from './compact-user'
import { notificationId, type Wire } from './dialect'
import { listedWorkout, presentWorkoutInList } from './listed-workout'
import {
  presentReport,
  presentWholeAction,
  type ReportView,
  report,
  type WholeActionView,
  wholeAction,
} from './report'
import { flag, nullable, oneOf, shortId, text, timestamp } from './scalars'
import type { WorkoutListView } from './workout-summary'

/** A notification with what it is about; what it is not about, or what has vanished, is null. */
export interface NotificationView {
  notification: NotificationRow
  sender: SeenUser | null
  comment: CommentView | null
  workout: WorkoutListView | null
  report: ReportView | null
  action: WholeActionView | null
  task: TaskRow | null
}

/** What the types that are about something tell of it. */
const payload = Type.Partial(
  Type.Object({
    comment: nullable(comment),
    report: nullable(report),
    report_action: nullable(wholeAction),
    task: nullable(
      Type.Object({
        id: shortId('The upload task.'),
        original_file_name: nullable(text('What the archive was called.')),
      }),
    ),
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
      'Something the caller is told. `from` is who did it; null for sanctions, whose moderators stay unnamed. Which of `comment`, `report`, `report_action`, `task` and `workout` are there depends on the type; what is gone is null.',
  },
)
export type Notification = Static<typeof notification>

export const presentNotification = (view: NotificationView, wire: Wire): Notification => ({
  created_at: httpDate(view.notification.created_at),
  from: presentSender(view),
  id: wire.notificationId(view.notification.short_id),
  marked_as_read: fromSqlBool(view.notification.is_read),
  type: view.notification.type,
  ...PAYLOADS[view.notification.type]?.(view, wire),
})

function presentSender({ notification, sender }: NotificationView): UserSummary | null {
  if (SANCTION_NOTIFICATIONS.includes(notification.type)) return null
  const isFollow = notification.type === 'follow' || notification.type === 'follow_request'
  if (!isFollow || sender === null) return presentSeenUserOrNull(sender)
  return { ...presentCompactUser(sender.user), ...presentFollows(sender.ties) }
}

type PresentPayload = (view: NotificationView, wire: Wire) => Payload

const aboutComment: PresentPayload = ({ comment }) => ({
  comment: comment && presentComment(comment),
})

const aboutReport: PresentPayload = ({ report }, wire) => ({
  report: report && presentReport(report, wire),
})

/** A sanction with the content that it is about, if any. */
const aboutAction: PresentPayload = ({ action }, wire) => {
  if (action === null) return { report_action: null }
  const { about, comment, workout } = action
  return {
    report_action: presentWholeAction(action, wire),
    ...(about === 'comment' && { comment: comment && presentComment(comment) }),
    ...(about === 'workout' && { workout: workout && presentWorkoutInList(workout, wire) }),
  }
}

const PAYLOADS: Partial<Record<NotificationType, PresentPayload>> = {
  comment_like: aboutComment,
  comment_suspension: aboutAction,
  comment_unsuspension: aboutAction,
  mention: aboutComment,
  report: aboutReport,
  suspension_appeal: aboutReport,
  user_warning: aboutAction,
  user_warning_appeal: aboutReport,
  user_warning_lifting: aboutAction,
  workout_comment: aboutComment,
  workout_like: ({ workout }, wire) => ({
    workout: workout && presentWorkoutInList(workout, wire),
  }),
  workout_suspension: aboutAction,
  workout_unsuspension: aboutAction,
  workouts_archive_upload: ({ task }) => ({
    task: task && { id: task.short_id, original_file_name: task.original_file_name },
  }),
}
