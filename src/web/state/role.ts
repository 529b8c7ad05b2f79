import { useProfile } from './profile'

const ROLES: readonly string[] = ['user', 'moderator', 'admin', 'owner']

/** A role that a page can require; each includes the previous ones. */
export type Role = 'moderator' | 'admin' | 'owner'

/** Whether a role includes `minimum`; unknown roles include nothing. */
export const includesRole = (role: string, minimum: string): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(minimum)

/** Whether the user has at least the role `minimum`; undefined while the account loads. */
export function useRole(minimum: Role): boolean | undefined {
  const role = useProfile()?.role
  return role === undefined ? undefined : includesRole(role, minimum)
}

/** Whether the user is a moderator with at least the role of another user. */
export const useRoleOver = (role: Role | 'user'): boolean =>
  useRole(role === 'user' ? 'moderator' : role) ?? false
