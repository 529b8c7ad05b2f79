import type { AppContext } from '@/context'
import { findUserByName } from '@/db/queries/users'
import { notFound, unknownUser } from '@/errors'

/**
 * Path of the picture of an account, whatever the account's state.
 *
 * @throws 404 for an unknown user, and for one without a picture.
 */
export async function getPicture(ctx: AppContext, username: string): Promise<string> {
  const user = await findUserByName(ctx.db, username)
  if (!user) throw unknownUser()
  const path = user.picture === null ? undefined : await ctx.files.fetch(user.picture)
  if (path === undefined) throw notFound('No picture.')
  return path
}
