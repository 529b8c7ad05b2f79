import { badRequest, conflict, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { PendingLogin } from '@/services/auth/oidc/pending-login'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { identityLinked, identityUnlinked } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { transact } from '@/store/db/connections/transact'
import {
  deleteIdentity,
  findIdentity,
  type IdentityRow,
  listIdentities,
} from '@/store/db/queries/accounts/identities'
import { getUserById } from '@/store/db/queries/accounts/users'
import { hasPassword, requirePassword } from '@/use-cases/accounts/require-password'
import {
  pend,
  type Return,
  requireIdentity,
  requireProvider,
  storeIdentity,
} from './provider-login'

const ACCOUNT_PAGE = '/profile/edit/account'

/** How the caller can log in: with a password, and with these identities. */
export async function readIdentities(
  ctx: Pick<AppContext, 'db' | 'config'>,
  { userId }: Caller,
): Promise<{ hasPassword: boolean; identities: IdentityRow[] }> {
  return {
    hasPassword: hasPassword(ctx, await getUserById(ctx.db, userId)),
    identities: await listIdentities(ctx.db, userId),
  }
}

/**
 * Starts to link an identity of the provider to the caller's account. Returns the URL of the provider, and what the
 * browser has to store.
 *
 * @throws 401 for a wrong password; 403 when an account without a password has to log in again; 404 without a provider;
 * 503 when it is unreachable.
 */
export async function startLinking(
  ctx: AppContext,
  caller: Caller,
  password: unknown,
): Promise<{ url: string; pending: PendingLogin }> {
  const provider = requireProvider(ctx)
  await requirePassword(ctx, caller, password)
  const { url, request } = await provider.start('link', { asksAgain: false })
  return { url, pending: { ...pend(ctx, request, ACCOUNT_PAGE), userId: caller.userId } }
}

/**
 * Links the identity of a caller who comes back from the provider.
 *
 * @throws as `requireIdentity`; 409 when it is linked to another account.
 */
export async function linkIdentity(
  ctx: AppContext,
  caller: Caller,
  returned: Return,
): Promise<void> {
  const identity = await requireIdentity(ctx, { ...returned, userId: caller.userId })
  await transact(ctx, async (tx) => {
    const known = await findIdentity(tx.db, identity)
    if (known?.user_id === caller.userId) return
    if (known) throw conflict('this login is linked to another account')
    const user = await getUserById(tx.db, caller.userId)
    await storeIdentity(tx, user, identity)
    await postMail(tx, user, identityLinked(requireProvider(tx).settings.name))
  })
}

/**
 * Unlinks an identity from the caller's account.
 *
 * @throws 401 and 403 as `startLinking`; 404 when it is not linked; 400 when the caller could not log in any more.
 */
export async function unlinkIdentity(
  ctx: AppContext,
  caller: Caller,
  { id, password }: { id: number; password: unknown },
): Promise<void> {
  await requirePassword(ctx, caller, password)
  await transact(ctx, async (tx) => {
    const user = await getUserById(tx.db, caller.userId)
    const identities = await listIdentities(tx.db, user.id)
    const unlinked = identities.find((identity) => identity.id === id)
    if (!unlinked) throw notFound('identity not found')
    if (identities.length === 1 && !hasPassword(tx, user))
      throw badRequest('this is the only way to log in to this account: set a password first')
    await deleteIdentity(tx.db, { id, userId: user.id })
    await recordAudit(tx, caller, 'identity_unlinked', {
      subjectId: user.id,
      details: { name: unlinked.name },
    })
    await postMail(tx, user, identityUnlinked(unlinked.name))
  })
}
