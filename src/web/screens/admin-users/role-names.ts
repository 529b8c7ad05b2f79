import { type TextKey, t } from '@/web/i18n/text'

const NAMES: Readonly<Record<string, TextKey>> = {
  user: 'role.user',
  moderator: 'role.moderator',
  admin: 'role.admin',
  owner: 'role.owner',
}

/** The name of a role. */
export function roleName(role: string): string {
  const key = NAMES[role]
  return key ? t(key) : role
}

/** Roles that can be assigned in the browser; the owner is set on the command line. */
export const GIVEN_ROLES = ['user', 'moderator', 'admin'] as const
