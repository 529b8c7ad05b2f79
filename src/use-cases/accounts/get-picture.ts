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
  if (user.picture === null || !(await ctx.files.exists(user.picture)))
    throw notFound('No picture.')
  return ctx.files.pathOf(user.picture)
}
