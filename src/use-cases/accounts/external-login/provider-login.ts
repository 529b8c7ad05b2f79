import { badRequest, notFound } from '@/lib/errors'
import type { LoginClient } from '@/services/auth/known-devices'
import { PENDING_LIFETIME, type PendingLogin } from '@/services/auth/oidc/pending-login'
import type { Provider, ProviderRequest, ProviderResponse } from '@/services/auth/oidc/provider'
import type { ProviderIdentity } from '@/services/auth/oidc/read-identity'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { identityLinked } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  findIdentity,
  insertIdentity,
  recordIdentityUse,
} from '@/store/db/queries/accounts/identities'
import { findConfirmedTwoFactor } from '@/store/db/queries/accounts/two-factor'
import { findUserByEmail, getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { completeLogin, type ExternalLogin } from './complete-login'
import { createExternalAccount } from './create-account'

const START_PAGE = '/'
const MAX_PATH_LENGTH = 1000
/** A path without a host: browsers treat `//host` and `/\host` as hosts, and drop tabs and newlines. */
const LOCAL_PATH = /^\/(?![/\\])[\x21-\x7e]*$/

/** @throws 404 when no provider is configured. */
export function requireProvider({ provider }: Pick<AppContext, 'provider'>): Provider {
  if (!provider) throw notFound('this server has no login provider')
  return provider
}

/**
 * Starts a login at the provider. Returns its URL, and what the browser has to store.
 *
 * @throws 404 without a provider; 503 when it is unreachable.
 */
export async function startProviderLogin(
  ctx: AppContext,
  { from, asksAgain }: { from: string | undefined; asksAgain: boolean },
): Promise<{ url: string; pending: PendingLogin }> {
  const { url, request } = await requireProvider(ctx).start('login', { asksAgain })
  return { url, pending: pend(ctx, request, from) }
}

export const pend = (
  { clock }: Pick<AppContext, 'clock'>,
  request: ProviderRequest,
  from = START_PAGE,
): PendingLogin => ({
  ...request,
  from: from.length <= MAX_PATH_LENGTH && LOCAL_PATH.test(from) ? from : START_PAGE,
  expiresAt: clock.now() + PENDING_LIFETIME,
})

/**
 * Returns the identity of the user who comes back from the provider.
 *
 * @throws 400 unless this browser started the login, for the same purpose, a short time ago; 401 and 503 as
 * `Provider.finish`.
 */
export async function requireIdentity(
  ctx: AppContext,
  { pending, response, userId }: Return & { userId: number | undefined },
): Promise<ProviderIdentity> {
  const isValid =
    pending !== undefined &&
    pending.expiresAt > ctx.clock.now() &&
    pending.state === response.state &&
    pending.userId === userId
  if (!isValid)
    throw badRequest('this login was not started in this browser, or took too long: start again')
  return requireProvider(ctx).finish(pending, response)
}

/** A user who comes back from the provider. */
export interface Return {
  /** What the browser has stored; undefined without a valid cookie. */
  pending: PendingLogin | undefined
  response: ProviderResponse
}

/**
 * Logs a user in who comes back from the provider: to the account that the identity is linked to, to one with the same
 * verified address if the settings allow that, or to a new one.
 *
 * @throws as `requireIdentity`; 401 for a deactivated account; 403 when there is no account and none may be created.
 */
export async function finishProviderLogin(
  ctx: AppContext,
  { client, ...returned }: Return & { client: LoginClient },
): Promise<ExternalLogin> {
  const identity = await requireIdentity(ctx, { ...returned, userId: undefined })
  const { adminGroup } = requireProvider(ctx).settings
  return completeLogin(ctx, {
    client,
    method: 'provider',
    isAdmin: adminGroup !== undefined && identity.groups.includes(adminGroup),
    findAccount: (tx) => findOrCreateAccount(tx, identity),
  })
}

async function findOrCreateAccount(
  tx: InTransaction<AppContext>,
  identity: ProviderIdentity,
): Promise<UserRow> {
  const known = await findIdentity(tx.db, identity)
  if (known) {
    await recordIdentityUse(tx.db, known.id, { name: identity.name, at: tx.clock.now() })
    return getUserById(tx.db, known.user_id)
  }
  const sameAddress = await findByVerifiedAddress(tx, identity)
  const user = sameAddress ?? (await createExternalAccount(tx, identity, 'provider'))
  await storeIdentity(tx, user, identity)
  if (sameAddress) await postMail(tx, user, identityLinked(requireProvider(tx).settings.name))
  return user
}

/**
 * Inactive accounts are left out, because their users have not proved that the address is theirs, and those with
 * two-factor login, because an address must not be enough for them.
 */
async function findByVerifiedAddress(
  { db, config }: InTransaction<AppContext>,
  { email, isEmailVerified }: ProviderIdentity,
): Promise<UserRow | undefined> {
  if (!config.login.provider?.linksByEmail || !isEmailVerified || email === undefined)
    return undefined
  const user = await findUserByEmail(db, email)
  if (user?.is_active !== 1 || (await findConfirmedTwoFactor(db, user.id))) return undefined
  return user
}

/** Links an identity to an account, and records it. */
export async function storeIdentity(
  tx: InTransaction<AppContext>,
  user: UserRow,
  { issuer, subject, name }: Pick<ProviderIdentity, 'issuer' | 'subject' | 'name'>,
): Promise<void> {
  const now = tx.clock.now()
  await insertIdentity(tx.db, {
    user_id: user.id,
    ...{ issuer, subject, name },
    created_at: now,
    last_login_at: now,
  })
  await recordAudit(tx, actorOf(user), 'identity_linked', {
    subjectId: user.id,
    details: { name },
  })
}
