import { INVALID_EMAIL, isEmail } from '@/auth/credentials'
import { hashPassword } from '@/auth/passwords'
import { type Role, roleAtLeast } from '@/caller'
import type { AppContext } from '@/context'
import { findUserByEmail, findUserByName, type UserChanges, updateUser } from '@/db/queries/users'

export interface AccountChanges {
  setRole?: Role
  activate?: boolean
  resetPassword?: boolean
  updateEmail?: string
}

/**
 * Changes an account for an administrator at the command line; returns what there is to tell. The name must be
 * written exactly; a role of moderator and above also activates.
 *
 * @throws Error when there is no such account, or the new address cannot be used.
 */
export async function editAccount(
  ctx: AppContext,
  username: string,
  changes: AccountChanges,
): Promise<string[]> {
  const user = await findUserByName(ctx.db, username)
  if (user?.username !== username)
    throw new Error(`User '${username}' not found.\nCheck the provided user name (case sensitive).`)
  const password = changes.resetPassword ? ctx.ids.secret(15) : undefined
  const columns: UserChanges = {
    ...roleColumns(changes),
    ...(await emailColumns(ctx, changes.updateEmail)),
    ...(password !== undefined && {
      password_hash: await hashPassword(password),
      session_epoch: user.session_epoch + 1,
    }),
  }
  if (Object.keys(columns).length === 0) return ['No updates.']
  await updateUser(ctx.db, user.id, columns)
  return [
    `User '${user.username}' updated.`,
    ...(password === undefined ? [] : [`The new password is: ${password}`]),
  ]
}

function roleColumns({ setRole, activate }: AccountChanges): UserChanges {
  const active = activate || (setRole !== undefined && roleAtLeast(setRole, 'moderator'))
  return {
    ...(setRole !== undefined && { role: setRole }),
    ...(active && { is_active: 1 }),
  }
}

async function emailColumns(ctx: AppContext, email: string | undefined): Promise<UserChanges> {
  if (email === undefined) return {}
  if (!isEmail(email)) throw new Error(`An error occurred: ${INVALID_EMAIL}`)
  if (await findUserByEmail(ctx.db, email))
    throw new Error('An error occurred: the address is already used')
  return { email, email_to_confirm: null }
}
