import { type Caller, hasRole, ROLES, type Role, roleAtLeast, type Visitor } from './caller'

/** What a visitor may see of an account in addition to the public part. */
export interface UserPermissions {
  /** How visitor and account are related; not for the user's own account. */
  relationships: boolean
  /** Email address, and whether the account is active: for the user and moderators. */
  contact: boolean
  /** The report that led to the suspension: for moderators, except about themselves. */
  suspensionReport: boolean
  /** Numbers of reports and sanctions: for moderators. */
  counts: boolean
  /** An email address that waits for confirmation: for the user and administrators. */
  pendingEmail: boolean
}

export function userPermissions(visitor: Visitor, userId: number): UserPermissions {
  const isSelf = visitor?.userId === userId
  const isModerator = hasRole(visitor, 'moderator')
  return {
    relationships: visitor !== undefined && !isSelf,
    contact: isSelf || isModerator,
    suspensionReport: isModerator && !isSelf,
    counts: isModerator,
    pendingEmail: isSelf || hasRole(visitor, 'admin'),
  }
}

/** The facts that decide whether an account's page is visible. */
interface FoundUser {
  is_active: 0 | 1
}

/** Whether an account is visible; if not, the response is 404. Only administrators see inactive accounts. */
export const canSeeUser = (user: FoundUser, visitor: Visitor): boolean =>
  user.is_active === 1 || hasRole(visitor, 'admin')

/** Whether a role includes administrator's rights. */
export const hasAdminRights = (role: Role): boolean => roleAtLeast(role, 'admin')

export const ADMIN_ROLES: readonly Role[] = ROLES.filter(hasAdminRights)

/**
 * Whether the caller may delete an account: their own, or any except the owner's for administrators. If not, the
 * response is 403.
 */
export const canRemoveUser = (caller: Caller, user: { id: number; role: Role }): boolean =>
  user.id === caller.userId || (user.role !== 'owner' && hasRole(caller, 'admin'))

/** Whether the caller may find hidden, inactive and suspended accounts in the directory. */
export const canFindAllUsers = (caller: Caller): boolean => hasRole(caller, 'admin')
