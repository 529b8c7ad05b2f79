import { INVALID_EMAIL, isEmail, SAME_EMAIL } from '@/auth/credentials'
import { type Caller, isRole, type Role } from '@/caller'
import type { AppContext } from '@/context'
import { findUserByName, type UserRow } from '@/db/queries/users'
import { type InTransaction, transact } from '@/db/transact'
import { badRequest, forbidden, unknownUser } from '@/errors'
import type { Device } from '@/lib/user-agent'
import { passwordChange } from '@/mail/messages/account'
import { postMail } from '@/mail/outbox'
import { changeEmail } from './change-email'
import { changeRole, setActive } from './change-role'
import { getUserDetail } from './read-user'
import { resetPassword } from './replace-password'
import { mailResetLink } from './reset-password'

/** What an administrator changes of an account; null leaves it as it is. */
export interface UserChanges {
  /** A role of moderator or above activates in any case. */
  activate?: boolean | null
  /** `user`, `moderator` or `admin`. */
  role?: unknown
  new_email?: unknown
  /** `true` replaces the password by a random one. */
  reset_password?: boolean | null
}

type Transaction = InTransaction<AppContext>

/** Bytes of the random password that nobody gets to know. */
const RANDOM_PASSWORD = 30

interface Edit {
  /** Case-sensitive. */
  username: string
  changes: UserChanges
  device: Device | undefined
}

/**
 * Changes an account for an administrator: role, state, address, password.
 *
 * @throws 403 for deactivating one's own account, 400 and 404 with the first problem in the order of the contract.
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
    ? await ctx.passwords.hash(ctx.ids.secret(RANDOM_PASSWORD))
    : undefined
  const userId = await transact(ctx, async (tx) => {
    const user = await findUserByName(tx.db, username)
    if (user?.username !== username) throw unknownUser()
    if (user.role === 'owner') throw badRequest('user with owner rights can not be modified')
    const role = requireRole(changes.role)
    const email = requireEmail(changes.new_email, user)
    if (typeof changes.activate === 'boolean') await setActive(tx, user.id, changes.activate)
    if (role !== undefined) await changeRole(tx, user.id, role)
    if (passwordHash !== undefined) await sendNewPassword(tx, user, { passwordHash, device })
    if (email !== undefined)
      await changeEmail(tx, user, { email, device, tellPresentAddress: false })
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
  { passwordHash, device }: { passwordHash: string; device: Device | undefined },
): Promise<void> {
  await resetPassword(tx, user, passwordHash)
  await postMail(tx, user, passwordChange(device))
  await mailResetLink(tx, user, device)
}
