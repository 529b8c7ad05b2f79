import type { Report } from '@/web/api/accounts/reports'
import { type TextKey, t } from '@/web/i18n/text'

const KINDS: Readonly<Record<Report['object_type'], TextKey>> = {
  comment: 'report.comment',
  user: 'report.user',
  workout: 'report.workout',
}

/** Returns the translated type of a reported object. */
export const getReportKind = (type: Report['object_type']): string => t(KINDS[type])

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

/** Returns the translated name of a moderator's action; an unknown type is returned unchanged. */
export function describeAction(type: string): string {
  const key = ACTIONS[type]
  return key ? t(key) : type
}
