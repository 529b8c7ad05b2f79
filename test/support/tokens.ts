import { actorOf } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { createToken } from '@/use-cases/apps/create-token'

/** The secret of a user's personal access token. */
export const aToken = async (
  ctx: AppContext,
  user: UserRow,
  scope = 'workouts:write',
): Promise<string> =>
  (
    await createToken(
      ctx,
      { userId: user.id, actor: actorOf(user) },
      { name: 'a program', scope, expires_in_days: null },
    )
  ).secret
