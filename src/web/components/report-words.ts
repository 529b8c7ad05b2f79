import type { Report } from '@/web/api/reports'
import { type TextKey, t } from '@/web/i18n/text'

const KINDS: Readonly<Record<Report['object_type'], TextKey>> = {
  comment: 'report.comment',
  user: 'report.user',
  workout: 'report.workout',
}

/** What kind of thing a report is about. */
export const kindOf = (type: Report['object_type']): string => t(KINDS[type])

const ACTIONS: Readonly<Record<string, TextKey>> = {
  report_reopening: 'action.reopened',
  report_resolution: 'action.resolved',
  user_suspension: 'action.userSuspended',
  user_unsuspension: 'action.userBack',
  user_warning: 'action.warned',
  user_warning_lifting: 'action.warningLifted',
  comment_suspension: 'action.commentSuspended',
  comment_unsuspension: 'action.commentBack',
  workout_suspension: 'action.workoutSuspended',
  workout_unsuspension: 'action.workoutBack',
}

/** What a moderator did, in words; the bare type for one this page does not know. */
export function actionText(type: string): string {
  const key = ACTIONS[type]
  return key ? t(key) : type
}
