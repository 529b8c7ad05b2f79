import { notFound, unknownUser } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import { findUserByName } from '@/store/db/queries/accounts/users'

/**
 * Returns the path of an account's picture, whatever the state of the account.
 *
 * @throws 404 when the user is unknown or has no picture.
 */
export async function getPicture(ctx: AppContext, username: string): Promise<string> {
  const user = await findUserByName(ctx.db, username)
  if (!user) throw unknownUser()
  const path = user.picture === null ? undefined : await ctx.files.fetch(user.picture)
  if (path === undefined) throw notFound('No picture.')
  return path
}
