import { useProfile } from './preferences'

const ROLES: readonly string[] = ['user', 'moderator', 'admin', 'owner']

/** A role that pages ask for; each includes the ones before it. */
export type Role = 'moderator' | 'admin'

/** Whether a role includes another; unknown ones include nothing. */
const includesRole = (role: string, minimum: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(minimum)

/** Whether the own account has at least this role; undefined while that is not known. */
export function useRole(minimum: Role): boolean | undefined {
  const role = useProfile()?.role
  return role === undefined ? undefined : includesRole(role, minimum)
}
