import { type Caller, hasRole, ROLES, type Role, roleAtLeast, type Visitor } from '@/caller'

/** What a visitor sees of an account beyond what everybody sees. */
export interface UserSight {
  /** How visitor and account are related; not for oneself. */
  ties: boolean
  /** Address, and whether the account is active: of oneself, and for moderators. */
  contact: boolean
  /** The report that led to the suspension, for moderators; not of oneself. */
  suspensionReport: boolean
  /** How many reports and sanctions there are: for moderators. */
  counts: boolean
  /** An address that waits for confirmation: of oneself, and for administrators. */
  pendingEmail: boolean
}

export function userSight(visitor: Visitor, userId: number): UserSight {
  const isSelf = visitor?.userId === userId
  const isModerator = hasRole(visitor, 'moderator')
  return {
    ties: visitor !== undefined && !isSelf,
    contact: isSelf || isModerator,
    suspensionReport: isModerator && !isSelf,
    counts: isModerator,
    pendingEmail: isSelf || hasRole(visitor, 'admin'),
  }
}

/** The facts that decide whether an account's page is there. */
interface FoundUser {
  is_active: 0 | 1
}

/** Whether an account may be looked at; an inactive one is for administrators. The answer to others is 404. */
export const canSeeUser = (user: FoundUser, visitor: Visitor): boolean =>
  user.is_active === 1 || hasRole(visitor, 'admin')

/** Whether a role includes administrator's rights. */
export const hasAdminRights = (role: Role): boolean => roleAtLeast(role, 'admin')

export const ADMIN_ROLES: readonly Role[] = ROLES.filter(hasAdminRights)

/** Whether an account may be deleted: by oneself, or by administrators unless it is the owner's. The answer is 403. */
export const canRemoveUser = (caller: Caller, user: { id: number; role: Role }): boolean =>
  user.id === caller.userId || (user.role !== 'owner' && hasRole(caller, 'admin'))

/** Whether somebody may find hidden, inactive and suspended accounts in the directory. */
export const canFindAllUsers = (caller: Caller): boolean => hasRole(caller, 'admin')
