import { badRequest, forbidden, unknownUser } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import { type Caller, isRole, type Role } from '@/policy/caller'
import { INVALID_EMAIL, isEmail, SAME_EMAIL } from '@/services/auth/credentials'
import type { Actor } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { passwordChange } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { findUserByName, type UserRow } from '@/store/db/queries/accounts/users'
import { changeEmail } from './change-email'
import { resetPassword } from './change-password'
import { changeActivation, changeRole } from './change-role'
import { getUserDetail } from './read-user'
import { mailResetLink } from './reset-password'

/** Changes that an administrator makes to an account. Null and absent fields do not change anything. */
export interface UserChanges {
  /** Ignored when `role` is moderator or above, which always activates the account. */
  activate?: boolean | null
  /** `user`, `moderator` or `admin`. */
  role?: unknown
  new_email?: unknown
  /** `true` replaces the password with a random one. */
  reset_password?: boolean | null
}

type Transaction = InTransaction<AppContext>

/** Length in bytes of the random password, which is never shown. */
const RANDOM_PASSWORD_BYTES = 30

interface Edit {
  /** Case-sensitive. */
  username: string
  changes: UserChanges
  device: Device | undefined
}

/**
 * Changes the role, state, email address or password of another account, for an administrator.
 *
 * @throws 403 when callers deactivate their own account; 400 and 404 with the first problem in the order of the
 * contract.
 */
export async function editUser(
  ctx: AppContext,
  caller: Caller,
  { username, changes, device }: Edit,
) {
  if (changes.activate === false && username === caller.username) throw forbidden()
  if (changes.role === 'owner')
    throw badRequest("'owner' can not be set via API, please user CLI instead")
  const passwordHash = changes.reset_password
    ? await ctx.passwords.hash(ctx.ids.secret(RANDOM_PASSWORD_BYTES))
    : undefined
  const userId = await transact(ctx, async (tx) => {
    const user = await findUserByName(tx.db, username)
    if (user?.username !== username) throw unknownUser()
    if (user.role === 'owner') throw badRequest('user with owner rights can not be modified')
    const role = requireRole(changes.role)
    const email = requireEmail(changes.new_email, user)
    if (typeof changes.activate === 'boolean')
      await changeActivation(tx, caller, user.id, changes.activate)
    if (role !== undefined) await changeRole(tx, caller, user, role)
    if (passwordHash !== undefined)
      await sendNewPassword(tx, user, { passwordHash, device, actor: caller })
    if (email !== undefined)
      await changeEmail(tx, user, { email, device, actor: caller, notifyCurrentAddress: false })
    return user.id
  })
  return getUserDetail(ctx, caller, userId)
}

function requireRole(role: unknown): Role | undefined {
  if (role === undefined || role === null) return undefined
  if (!isRole(role)) throw badRequest('invalid role')
  return role
}

function requireEmail(email: unknown, user: UserRow): string | undefined {
  if (email === undefined || email === null) return undefined
  if (typeof email !== 'string' || !isEmail(email)) throw badRequest(INVALID_EMAIL)
  if (email === user.email) throw badRequest(SAME_EMAIL)
  return email
}

async function sendNewPassword(
  tx: Transaction,
  user: UserRow,
  {
    passwordHash,
    device,
    actor,
  }: { passwordHash: string; device: Device | undefined; actor: Actor },
): Promise<void> {
  await resetPassword(tx, actor, user, passwordHash)
  await postMail(tx, user, passwordChange(device))
  await mailResetLink(tx, user, device)
}
