import type { Caller } from '@/caller'
import type { UserRow } from '@/db/queries/users'

/** A user as the one who calls, for work that is done on their behalf without a request. */
export const asCaller = (user: UserRow): Caller => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  suspended: user.suspended_at !== null,
  timezone: user.timezone,
  token: '',
})
