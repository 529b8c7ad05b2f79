import { invalidCredentials } from '@/lib/errors'
import { roleAtLeast } from '@/policy/caller'
import type { LoginClient } from '@/services/auth/known-devices'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { hasActionToken } from '@/store/db/queries/accounts/action-tokens'
import { findRegistrationRequest } from '@/store/db/queries/accounts/registration-requests'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import type { LoginMethod } from '@/store/db/schema/columns'
import { changeRole } from '@/use-cases/accounts/change-role'
import { notifyOfAdministrator } from '@/use-cases/accounts/edit-user'
import { startLogin } from '@/use-cases/accounts/sessions/start-login'

/** A login, or what a new account still needs: the confirmation of its address, or an administrator. */
export type ExternalLogin =
  | { token: string; user: UserRow }
  | { waitsFor: 'confirmation' | 'approval' }

interface Completion {
  client: LoginClient
  method: LoginMethod
  /** Whether the person belongs to the group of administrators. */
  isAdmin: boolean
  /** Finds or creates the account. */
  findAccount: (tx: InTransaction<AppContext>) => Promise<UserRow>
}

/**
 * Logs a person in whom a provider or a proxy has authenticated.
 *
 * @throws the same 401 for a deactivated account as a login with a password.
 */
export async function completeLogin(
  ctx: AppContext,
  { client, method, isAdmin, findAccount }: Completion,
): Promise<ExternalLogin> {
  const found = await transact(ctx, async (tx) => {
    const user = await findAccount(tx)
    if (user.is_active === 0) return { waitsFor: await findReasonToWait(tx, user) }
    if (isAdmin && user.suspended_at === null && !roleAtLeast(user.role, 'admin'))
      await makeAdministrator(tx, user)
    return { user: await getUserById(tx.db, user.id) }
  })
  if (!('user' in found)) return found
  const token = await startLogin(ctx, found.user, { client, method })
  return { token, user: found.user }
}

async function findReasonToWait(
  { db }: Pick<AppContext, 'db'>,
  { id }: UserRow,
): Promise<'confirmation' | 'approval'> {
  if (await hasActionToken(db, id, 'confirm_account')) return 'confirmation'
  if (await findRegistrationRequest(db, id)) return 'approval'
  throw invalidCredentials()
}

async function makeAdministrator(tx: InTransaction<AppContext>, user: UserRow): Promise<void> {
  await changeRole(tx, 'server', user, 'admin')
  await notifyOfAdministrator(tx, user, tx.config.login.provider?.name ?? '')
}
