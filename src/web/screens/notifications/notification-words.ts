import { fieldOf } from '@/web/api/api-error'
import { type TextKey, t } from '@/web/i18n/text'

const TEXTS: Readonly<Record<string, TextKey>> = {
  account_creation: 'notification.account',
  comment_like: 'notification.commentLike',
  comment_suspension: 'notification.commentSuspended',
  comment_unsuspension: 'notification.commentBack',
  follow: 'notification.follow',
  follow_request: 'notification.followRequest',
  follow_request_approved: 'notification.approved',
  mention: 'notification.mention',
  report: 'notification.report',
  suspension_appeal: 'notification.appeal',
  user_data_export: 'notification.export',
  user_warning: 'notification.warning',
  user_warning_appeal: 'notification.appeal',
  user_warning_lifting: 'notification.warningLifted',
  workout_comment: 'notification.comment',
  workout_like: 'notification.workoutLike',
  workout_suspension: 'notification.workoutSuspended',
  workout_unsuspension: 'notification.workoutBack',
  workouts_archive_upload: 'notification.archive',
}

/** A notification in words; the bare type for one this page does not know. */
export function notificationText(item: {
  type: string
  from: { username: string } | null
}): string {
  const key = TEXTS[item.type]
  return key ? t(key, { name: item.from?.username ?? '' }) : item.type
}

const idOf = (thing: unknown, name = 'id'): string | undefined => {
  const id = fieldOf(thing, name)
  return typeof id === 'string' ? id : undefined
}

/** Where a notification leads; undefined when what it is about has vanished, or has no page. */
export function notificationTarget(item: {
  type: string
  from: { username: string } | null
}): string | undefined {
  return (
    decisionPage(item) ??
    contentPage(item) ??
    FIXED[item.type] ??
    (item.from ? `/users/${encodeURIComponent(item.from.username)}` : undefined)
  )
}

const FIXED: Readonly<Record<string, string>> = {
  account_creation: '/admin/users',
  follow_request: '/users',
  user_data_export: '/profile/edit/account',
}

/** Warnings have a page of their own; suspended things are appealed where they stand. */
function decisionPage(item: { type: string }): string | undefined {
  const report = fieldOf(fieldOf(item, 'report'), 'id')
  if (typeof report === 'number') return `/admin/reports/${report}`
  if (!item.type.startsWith('user_warning')) return undefined
  return sanctionPage(item)
}

const sanctionPage = (item: unknown): string | undefined => {
  const sanction = idOf(fieldOf(item, 'report_action'))
  return sanction && `/profile/moderation/sanctions/${sanction}`
}

/** The page of the comment, workout or task that a notification is about. */
function contentPage(item: unknown): string | undefined {
  const comment = fieldOf(item, 'comment')
  const ofComment = idOf(comment, 'workout_id')
  if (ofComment) return `/workouts/${ofComment}#${idOf(comment) ?? ''}`
  if (idOf(comment)) return `/comments/${idOf(comment)}`
  const workout = idOf(fieldOf(item, 'workout'))
  if (workout) return `/workouts/${workout}`
  const task = idOf(fieldOf(item, 'task'))
  return task ? `/workouts/tasks/${task}` : sanctionPage(item)
}
