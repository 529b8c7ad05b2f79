import { Failure } from '@/lib/failure'
import type { Role } from '@/policy/caller'
import { INVALID_EMAIL, isEmail, SAME_EMAIL } from '@/services/auth/credentials'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { findUserByEmail, findUserByName, type UserRow } from '@/store/db/queries/accounts/users'
import { applyEmail } from './change-email'
import { resetPassword } from './change-password'
import { changeActivation, changeRole } from './change-role'
import { removeTwoFactor } from './two-factor/manage-two-factor'

export interface AccountChanges {
  setRole?: Role
  activate?: boolean
  resetPassword?: boolean
  disableTwoFactor?: boolean
  updateEmail?: string
}

/** What a command has changed. */
export interface EditedAccount {
  isChanged: boolean
  /** The new random password, if one was requested. */
  password: string | undefined
}

/**
 * Changes an account for an administrator at the command line. The username is case-sensitive. Returns whether
 * anything was to change, and a new password.
 *
 * @throws Error when there is no such account, or the new address cannot be used.
 */
export async function editAccount(
  ctx: AppContext,
  username: string,
  changes: AccountChanges,
): Promise<EditedAccount> {
  const password = changes.resetPassword ? ctx.ids.secret(15) : undefined
  const passwordHash = password === undefined ? undefined : await ctx.passwords.hash(password)
  await transact(ctx, async (tx) => {
    const user = await findUserByName(tx.db, username)
    if (user?.username !== username)
      throw new Failure(
        'notFound',
        `User '${username}' not found.\nCheck the provided user name (case sensitive): milepost users list shows all.`,
      )
    if (changes.setRole !== undefined) await changeRole(tx, 'command', user, changes.setRole)
    if (changes.activate) await changeActivation(tx, 'command', user.id, true)
    if (changes.updateEmail !== undefined) await replaceEmail(tx, user, changes.updateEmail)
    if (passwordHash !== undefined) await resetPassword(tx, 'command', user, passwordHash)
    if (changes.disableTwoFactor) await removeTwoFactor(tx, 'command', user)
  })
  return { isChanged: isChange(changes), password }
}

const isChange = (changes: AccountChanges) =>
  [
    ...[changes.setRole, changes.activate, changes.resetPassword],
    ...[changes.disableTwoFactor, changes.updateEmail],
  ].some(Boolean)

async function replaceEmail(
  tx: InTransaction<AppContext>,
  user: UserRow,
  email: string,
): Promise<void> {
  if (!isEmail(email)) throw failure(INVALID_EMAIL)
  if (email === user.email) throw failure(SAME_EMAIL)
  const owner = await findUserByEmail(tx.db, email)
  if (owner && owner.id !== user.id) throw failure('the address is already used')
  await applyEmail(tx, 'command', user.id, email)
}

const failure = (problem: string) => new Failure('denied', `An error occurred: ${problem}`)
