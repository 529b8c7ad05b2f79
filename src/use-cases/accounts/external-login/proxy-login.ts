import { badRequest, notFound, unauthorized } from '@/lib/errors'
import type { LoginClient } from '@/services/auth/known-devices'
import type { ExternalPerson } from '@/services/auth/oidc/read-identity'
import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import { findIdentity, recordIdentityUse } from '@/store/db/queries/accounts/identities'
import {
  findUserByEmail,
  findUserByName,
  getUserById,
  type UserRow,
} from '@/store/db/queries/accounts/users'
import { completeLogin, type ExternalLogin } from './complete-login'
import { createExternalAccount } from './create-account'
import { storeIdentity } from './provider-login'

/** What a trusted proxy says about the user whom it has authenticated. */
export interface ProxyUser {
  /** A username or an email address. */
  user: string
  email: string | undefined
  groups: readonly string[]
}

/** The issuer of identities that a proxy confirms; those of providers are URLs. */
const ISSUER = 'proxy'
/** Visible ASCII characters without separators: several values of a header arrive joined by commas. */
const SINGLE_VALUE = /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]{1,255}$/

/**
 * Logs in the user whom a trusted proxy has authenticated: to the account with this name or address, or to a new one.
 *
 * @throws 404 unless the settings allow it; 401 when the proxy names no user; 400 when the name is malformed; 401 for a
 * deactivated account; 403 when there is no account and none may be created.
 */
export async function logInThroughProxy(
  ctx: AppContext,
  { named, client }: { named: ProxyUser | undefined; client: LoginClient },
): Promise<ExternalLogin> {
  if (!ctx.config.login.proxy) throw notFound('this server has no login through a proxy')
  if (!named) throw unauthorized('the proxy did not say who you are')
  if (!SINGLE_VALUE.test(named.user)) throw badRequest('the proxy sent an invalid username')
  return completeLogin(ctx, {
    client,
    method: 'proxy',
    isAdmin: false,
    findAccount: (tx) => findOrCreateAccount(tx, named),
  })
}

/** The identity is stored, because the name of a new account may differ from the one that the proxy sends. */
async function findOrCreateAccount(
  tx: InTransaction<AppContext>,
  named: ProxyUser,
): Promise<UserRow> {
  const key = { issuer: ISSUER, subject: named.user.toLowerCase() }
  const known = await findIdentity(tx.db, key)
  if (known) {
    await recordIdentityUse(tx.db, known.id, { name: named.user, at: tx.clock.now() })
    return getUserById(tx.db, known.user_id)
  }
  const user =
    (await findSameName(tx, named.user)) ??
    (await createExternalAccount(tx, readPerson(named), 'proxy'))
  await storeIdentity(tx, user, { ...key, name: named.user })
  return user
}

const isAddress = (user: string) => user.includes('@')

/** The proxy vouches for the address as it does for the name. */
function readPerson({ user, email, groups }: ProxyUser): ExternalPerson {
  const address = email ?? (isAddress(user) ? user : undefined)
  return { username: user, email: address, isEmailVerified: true, groups }
}

const findSameName = (
  { db }: InTransaction<AppContext>,
  user: string,
): Promise<UserRow | undefined> =>
  isAddress(user) ? findUserByEmail(db, user) : findUserByName(db, user)
