import type { PossibleAction } from '@/web/components/moderation/possible-actions'

/** An action that the moderator has chosen, and the comment or workout that it is about. */
export interface ChosenAction {
  action: PossibleAction
  content?: { type: 'comment' | 'workout'; id: string }
}
