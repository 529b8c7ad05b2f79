import type { ActionType, Visibility } from '@/store/db/schema/columns'
import { type Caller, hasRole, ROLES, type Role, roleAtLeast } from './caller'

/** The kinds of objects that moderators act on. */
export type Target = 'user' | 'comment' | 'workout'

/** The effect of an action, and the kind of object it applies to. */
interface ActionRule {
  on: Target
  effect: 'suspend' | 'reactivate' | 'warn'
}

const RULES: Partial<Record<ActionType, ActionRule>> = {
  user_suspension: { on: 'user', effect: 'suspend' },
  user_unsuspension: { on: 'user', effect: 'reactivate' },
  user_warning: { on: 'user', effect: 'warn' },
  comment_suspension: { on: 'comment', effect: 'suspend' },
  comment_unsuspension: { on: 'comment', effect: 'reactivate' },
  workout_suspension: { on: 'workout', effect: 'suspend' },
  workout_unsuspension: { on: 'workout', effect: 'reactivate' },
}

/** An action that moderators take manually. */
export type ManualAction = ActionRule & { type: ActionType }

/** Finds the rule of an action; undefined for one that moderators do not take manually. */
export function manualAction(name: string): ManualAction | undefined {
  const found = Object.entries(RULES).find(([type]) => type === name)
  return found && { type: found[0] as ActionType, ...found[1] }
}

/** Decisions that can be appealed against. */
const APPEALABLE = [
  'user_suspension',
  'user_warning',
  'comment_suspension',
  'workout_suspension',
] as const
export type Appealable = (typeof APPEALABLE)[number]

export const isAppealable = (type: ActionType): type is Appealable =>
  APPEALABLE.some((appealable) => appealable === type)

/**
 * Whether a moderator may act on a user: not on their own account, and not on users with a higher role. If not, the
 * response is 403.
 */
export const canModerate = (caller: Caller, { id, role }: { id: number; role: Role }): boolean =>
  caller.userId !== id && roleAtLeast(caller.role, role)

/** Whether an account may be suspended at all. The owner's may not, as the role could not be given back. */
export const canBeSuspended = ({ role }: { role: Role }): boolean => role !== 'owner'

/**
 * Whether the caller may see the sanctions against an account: its user and moderators may; for others the response is
 * 403.
 */
export const canSeeSanctions = (caller: Caller, userId: number): boolean =>
  caller.userId === userId || hasRole(caller, 'moderator')

/** Roles that can be responsible for a report, and that are notified of new ones. */
export const MODERATOR_ROLES: readonly Role[] = ROLES.filter((role) =>
  roleAtLeast(role, 'moderator'),
)

/** The facts that decide whether content can be sanctioned without a report. */
interface SanctionableContent {
  /** Whether the caller may see it, apart from blocks. */
  isVisible: boolean
  level: Visibility
  suspended_at: number | null
}

/**
 * Whether a moderator may act on content without a report: only on what they may see. Public content stays within reach
 * when its author blocks the moderator, and suspended content when it is to be reactivated.
 */
export const canSanctionContent = ({ isVisible, level, suspended_at }: SanctionableContent) =>
  isVisible || level === 'public' || suspended_at !== null

/** Whether the caller may delete a note about a member: its author and administrators. */
export const canDeleteNote = (caller: Caller, authorId: number | null): boolean =>
  authorId === caller.userId || hasRole(caller, 'admin')
