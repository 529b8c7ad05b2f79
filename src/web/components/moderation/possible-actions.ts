import type { TextKey } from '@/web/i18n/text'
import { canModerate } from './can-moderate'

/** An action that a moderator can take in the current state of the account or content. */
export interface PossibleAction {
  type:
    | 'comment_suspension'
    | 'comment_unsuspension'
    | 'user_suspension'
    | 'user_unsuspension'
    | 'user_warning'
    | 'workout_suspension'
    | 'workout_unsuspension'
  label: TextKey
  /** Whether the action restricts the user or content. */
  harsh: boolean
}

/** An account as other users see it. */
export interface ModeratedUser {
  username: string
  role: string
  suspended_at: string | null
}

/** A comment or workout. */
export interface ModeratedContent {
  type: 'comment' | 'workout'
  suspended: boolean
}

/** The possible actions on content and its author; none if the viewer may not decide about the author. */
export function possibleActions(
  viewer: Parameters<typeof canModerate>[0],
  {
    user,
    content,
    isWarned = false,
  }: { user: ModeratedUser | null; content?: ModeratedContent | null; isWarned?: boolean },
): PossibleAction[] {
  if (!user || !canModerate(viewer, user)) return []
  return [...(content ? [contentAction(content)] : []), ...userActions(user, isWarned)]
}

const CONTENT = {
  comment: {
    hide: { type: 'comment_suspension', label: 'act.hideComment', harsh: true },
    show: { type: 'comment_unsuspension', label: 'act.showComment', harsh: false },
  },
  workout: {
    hide: { type: 'workout_suspension', label: 'act.hideWorkout', harsh: true },
    show: { type: 'workout_unsuspension', label: 'act.showWorkout', harsh: false },
  },
} as const

/** The action on a comment or workout that is possible in its state. */
export const contentAction = ({ type, suspended }: ModeratedContent): PossibleAction =>
  CONTENT[type][suspended ? 'show' : 'hide']

function userActions({ role, suspended_at }: ModeratedUser, isWarned: boolean): PossibleAction[] {
  if (suspended_at !== null)
    return [{ type: 'user_unsuspension', label: 'act.restoreUser', harsh: false }]
  return [
    ...(isWarned ? [] : [{ type: 'user_warning', label: 'act.warn', harsh: true } as const]),
    // The owner's account cannot be suspended at all.
    ...(role === 'owner'
      ? []
      : [{ type: 'user_suspension', label: 'act.suspendUser', harsh: true } as const]),
  ]
}
