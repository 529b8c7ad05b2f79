import type { ActionInput, ReportDetail } from '@/web/api/accounts/reports'
import type { TextKey } from '@/web/i18n/text'

/** An action that a moderator can take on a report in its current state. */
export interface PossibleAction {
  label: TextKey
  /** Whether the action restricts the user or content. */
  harsh: boolean
  input: ActionInput
}

/** The possible actions on the reported content and user, in their current state. */
export function possibleActions(report: ReportDetail): PossibleAction[] {
  return [...contentActions(report), ...userActions(report)]
}

function contentActions({ reported_comment: comment, reported_workout: workout }: ReportDetail) {
  const actions: PossibleAction[] = []
  if (comment)
    actions.push(
      comment.suspended
        ? {
            label: 'act.showComment',
            harsh: false,
            input: { action_type: 'comment_unsuspension', comment_id: comment.id },
          }
        : {
            label: 'act.hideComment',
            harsh: true,
            input: { action_type: 'comment_suspension', comment_id: comment.id },
          },
    )
  if (workout)
    actions.push(
      workout.suspended
        ? {
            label: 'act.showWorkout',
            harsh: false,
            input: { action_type: 'workout_unsuspension', workout_id: workout.id },
          }
        : {
            label: 'act.hideWorkout',
            harsh: true,
            input: { action_type: 'workout_suspension', workout_id: workout.id },
          },
    )
  return actions
}

function userActions({ reported_user: user, is_reported_user_warned: warned }: ReportDetail) {
  if (!user) return []
  const { username } = user
  const suspended = user.suspended_at !== null
  const actions: PossibleAction[] = []
  if (!warned && !suspended)
    actions.push({
      label: 'act.warn',
      harsh: true,
      input: { action_type: 'user_warning', username },
    })
  actions.push(
    suspended
      ? {
          label: 'act.restoreUser',
          harsh: false,
          input: { action_type: 'user_unsuspension', username },
        }
      : {
          label: 'act.suspendUser',
          harsh: true,
          input: { action_type: 'user_suspension', username },
        },
  )
  return actions
}
