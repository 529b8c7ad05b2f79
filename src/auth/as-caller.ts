import type { Caller } from '@/caller'
import type { UserRow } from '@/db/queries/users'

/** The columns of an account that a caller is made of. */
export type CallerFacts = Pick<UserRow, 'id' | 'username' | 'role' | 'suspended_at' | 'timezone'>

/** The caller that a user is, with a token or, for work done on the user's behalf, without one. */
export const asCaller = (user: CallerFacts, token = ''): Caller => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  suspended: user.suspended_at !== null,
  timezone: user.timezone,
  token,
})
