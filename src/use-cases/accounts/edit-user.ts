import { badRequest, forbidden, unknownUser } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import { type Caller, isRole, type Role } from '@/policy/caller'
import { ADMIN_ROLES } from '@/policy/user'
import { INVALID_EMAIL, isEmail, SAME_EMAIL } from '@/services/auth/credentials'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { newAdministrator, passwordChange } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  findUserByName,
  listActiveUserIds,
  loadUsers,
  type UserRow,
  updateUser,
} from '@/store/db/queries/accounts/users'
import { endAllSessions } from '@/use-cases/accounts/sessions/end-sessions'
import { removeTwoFactor } from '@/use-cases/accounts/two-factor/manage-two-factor'
import { changeEmail } from './change-email'
import { resetPassword } from './change-password'
import { changeActivation, changeRole } from './change-role'
import { getUserDetail } from './read-user'
import { requirePassword } from './require-password'
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
  /** `true` ends all sessions. */
  end_sessions?: boolean | null
  /** `true` turns two-factor login off, because the user has lost the device. */
  disable_two_factor?: boolean | null
  /** Bytes that the account may store; 0 means no limit, and null that the quota of the server applies. */
  quota_bytes?: number | null
  /** The caller's password. It is only checked if it is present and `role` is `admin`. */
  password?: unknown
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
 * @throws 403 when callers deactivate their own account, or turn its two-factor login off; 400 and 404 with the first problem in the order of the
 * contract.
 */
export async function editUser(
  ctx: AppContext,
  caller: Caller,
  { username, changes, device }: Edit,
) {
  if (changes.activate === false && username === caller.username) throw forbidden()
  // Their own requires their password and a code, because the session may be stolen.
  if (changes.disable_two_factor && username === caller.username) throw forbidden()
  if (changes.role === 'owner')
    throw badRequest("'owner' can not be set via API, please user CLI instead")
  if (changes.role === 'admin') await requireOwnPassword(ctx, caller, changes.password)
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
    if (role !== undefined) await giveRole(tx, caller, user, role)
    await changeUse(tx, caller, user, changes)
    if (passwordHash !== undefined)
      await sendNewPassword(tx, user, { passwordHash, device, actor: caller })
    if (email !== undefined)
      await changeEmail(tx, user, { email, device, actor: caller, notifyCurrentAddress: false })
    return user.id
  })
  return getUserDetail(ctx, caller, userId)
}

/**
 * Checks the caller's password before a user becomes an administrator. Clients of earlier releases send none.
 *
 * @throws 401 for a wrong password.
 */
async function requireOwnPassword(
  ctx: AppContext,
  caller: Caller,
  password: unknown,
): Promise<void> {
  if (password === undefined || password === null) return
  await requirePassword(ctx, caller, password)
}

async function giveRole(tx: Transaction, caller: Caller, user: UserRow, role: Role): Promise<void> {
  await changeRole(tx, caller, user, role)
  if (role === 'admin' && user.role !== 'admin')
    await notifyOfAdministrator(tx, user, caller.username)
}

async function changeUse(
  tx: Transaction,
  caller: Caller,
  user: UserRow,
  { quota_bytes, end_sessions, disable_two_factor }: UserChanges,
): Promise<void> {
  if (quota_bytes !== undefined) await changeQuota(tx, caller, user, quota_bytes)
  if (end_sessions) await endAllSessions(tx, caller, user)
  if (disable_two_factor) await removeTwoFactor(tx, caller, user)
}

/** Notifies all administrators by mail that an account is now one of them, made so `by` someone. */
export async function notifyOfAdministrator(
  tx: Transaction,
  { username }: UserRow,
  by: string,
): Promise<void> {
  const ids = await listActiveUserIds(tx.db, ADMIN_ROLES)
  for (const recipient of (await loadUsers(tx.db, ids)).values())
    await postMail(tx, recipient, newAdministrator({ username, by }))
}

async function changeQuota(
  tx: Transaction,
  actor: Actor,
  { id }: UserRow,
  bytes: number | null,
): Promise<void> {
  await updateUser(tx.db, id, { quota_bytes: bytes })
  await recordAudit(tx, actor, 'quota_changed', {
    subjectId: id,
    details: { bytes: bytes ?? 'default' },
  })
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
