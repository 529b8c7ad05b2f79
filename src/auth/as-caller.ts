import type { Caller } from '@/caller'
import type { UserRow } from '@/db/queries/users'

/** What of an account makes a caller. */
export type CallerFacts = Pick<UserRow, 'id' | 'username' | 'role' | 'suspended_at' | 'timezone'>

/** A user as the one who calls: by a token, or without one, for work that is done on their behalf. */
export const asCaller = (user: CallerFacts, token = ''): Caller => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  suspended: user.suspended_at !== null,
  timezone: user.timezone,
  token,
})
