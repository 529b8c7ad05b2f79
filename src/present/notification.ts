import { fromSqlBool, type NotificationType } from '@/db/columns'
import type { NotificationRow } from '@/db/queries/notifications'
import type { TaskRow } from '@/db/queries/user-tasks'
import { httpDate } from '@/lib/http-date'
import { SANCTION_NOTIFICATIONS } from '@/policy/notification'
import { type CommentView, presentComment } from './comment'
import type { Wire } from './dialect'
import { presentReport, presentWholeAction, type ReportView, type WholeActionView } from './report'
import { presentCompactUser, presentFollows, presentSeenUserOrNull, type SeenUser } from './user'
import { presentWorkoutInList, type WorkoutListView } from './workout'

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

/** The Notification object of the API. */
export const presentNotification = (view: NotificationView, wire: Wire) => ({
  created_at: httpDate(view.notification.created_at),
  from: presentSender(view),
  id: wire.notificationId(view.notification.short_id),
  marked_as_read: fromSqlBool(view.notification.is_read),
  type: view.notification.type,
  ...PAYLOADS[view.notification.type]?.(view, wire),
})

function presentSender({ notification, sender }: NotificationView) {
  if (SANCTION_NOTIFICATIONS.includes(notification.type)) return null
  const isFollow = notification.type === 'follow' || notification.type === 'follow_request'
  if (!isFollow || sender === null) return presentSeenUserOrNull(sender)
  return { ...presentCompactUser(sender.user), ...presentFollows(sender.ties) }
}

type Payload = (view: NotificationView, wire: Wire) => object

const aboutComment: Payload = ({ comment }) => ({ comment: comment && presentComment(comment) })

const aboutReport: Payload = ({ report }, wire) => ({
  report: report && presentReport(report, wire),
})

/** A sanction with the content that it is about, if any. */
const aboutAction: Payload = ({ action }, wire) => {
  if (action === null) return { report_action: null }
  const { about, comment, workout } = action
  return {
    report_action: presentWholeAction(action, wire),
    ...(about === 'comment' && { comment: comment && presentComment(comment) }),
    ...(about === 'workout' && { workout: workout && presentWorkoutInList(workout, wire) }),
  }
}

/** What the types that are about something tell of it. */
const PAYLOADS: Partial<Record<NotificationType, Payload>> = {
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
