import { NOTIFICATION_TEXTS } from '@/domain/reference/notification-texts'
import { getField } from '@/web/api/client/api-error'
import { type TextKey, t } from '@/web/i18n/text'

const TEXTS: Readonly<Record<string, TextKey>> = {
  ...NOTIFICATION_TEXTS,
  report_comment: 'notification.reportComment',
  report_user: 'notification.reportUser',
  report_workout: 'notification.reportWorkout',
}

/** The text of a notification; the bare type if it is unknown. */
export function notificationText(item: {
  type: string
  from: { username: string } | null
}): string {
  const key = TEXTS[item.type === 'report' ? reportedSubject(item) : item.type]
  return key ? t(key, { name: item.from?.username ?? '' }) : item.type
}

/** The key of the text about a report, which names the kind of the reported content if it is known. */
function reportedSubject(item: unknown): string {
  const key = `report_${String(getField(getField(item, 'report'), 'object_type'))}`
  return key in TEXTS ? key : 'report'
}

const getId = (thing: unknown, name = 'id'): string | undefined => {
  const id = getField(thing, name)
  return typeof id === 'string' ? id : undefined
}

/** The URL that a notification leads to; undefined if its subject was deleted or has no page. */
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
  backup_failed: '/admin',
  backup_late: '/admin',
  backup_on_same_disk: '/admin',
  backup_unmounted: '/admin',
  disk_failed: '/admin',
  folder_not_writable: '/admin',
  follow_request: '/users',
  user_data_export: '/profile/edit/account',
}

/** Warnings have a separate page; suspensions are appealed on the page of the suspended content. */
function decisionPage(item: { type: string }): string | undefined {
  const report = getField(getField(item, 'report'), 'id')
  if (typeof report === 'number') return `/admin/reports/${report}`
  if (!item.type.startsWith('user_warning')) return undefined
  return sanctionPage(item)
}

const sanctionPage = (item: unknown): string | undefined => {
  const sanction = getId(getField(item, 'report_action'))
  return sanction && `/profile/moderation/sanctions/${sanction}`
}

/** The page of the comment, workout, segment or task that a notification is about. */
function contentPage(item: unknown): string | undefined {
  const comment = getField(item, 'comment')
  const ofComment = getId(comment, 'workout_id')
  if (ofComment) return `/workouts/${ofComment}#${getId(comment) ?? ''}`
  if (getId(comment)) return `/comments/${getId(comment)}`
  const workout = getId(getField(item, 'workout'))
  if (workout) return `/workouts/${workout}`
  const segment = getId(getField(item, 'segment'))
  if (segment) return `/segments/${segment}`
  const task = getId(getField(item, 'task'))
  return task ? `/workouts/tasks/${task}` : sanctionPage(item)
}
