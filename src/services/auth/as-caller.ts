import type { Caller } from '@/policy/caller'
import type { UserRow } from '@/store/db/queries/accounts/users'

/** The columns of an account that a caller consists of. */
export type CallerColumns = Pick<UserRow, 'id' | 'username' | 'role' | 'suspended_at' | 'timezone'>

/** Returns a user as a caller. `token` is empty for work that is done on behalf of the user. */
export const asCaller = (user: CallerColumns, token = ''): Caller => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  suspended: user.suspended_at !== null,
  timezone: user.timezone,
  token,
})
