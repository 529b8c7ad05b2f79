import type { AppContext } from '@/context'
import type { UserRow } from '@/db/queries/users'
import { createToken } from '@/use-cases/apps/create-token'

/** The secret of a token that a user made for a program. */
export const aToken = async (
  ctx: AppContext,
  user: UserRow,
  scope = 'workouts:write',
): Promise<string> =>
  (await createToken(ctx, user.id, { name: 'a program', scope, expires_in_days: null })).secret
