import { loginFailed } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import type { LoginClient } from '@/services/auth/known-devices'
import { findChallengeExpiry } from '@/services/auth/passkeys/challenges'
import {
  type Assertion,
  PasskeyError,
  type RelyingParty,
  verifyAssertion,
} from '@/services/auth/passkeys/verify-passkey'
import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  findPasskey,
  insertUsedChallenge,
  recordPasskeyUse,
} from '@/store/db/queries/accounts/passkeys'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { startLogin } from '@/use-cases/accounts/sessions/start-login'
import { requirePasskeys, userHandleOf } from './passkey-options'

interface PasskeyLogin {
  credential: Assertion
  /** The address of the account, if it is known already. */
  email: string | undefined
  client: LoginClient
}

/** A verified use of a passkey. */
interface Use {
  credentialId: string
  challenge: { hash: string; expiresAt: number }
  signCount: number
  isBackedUp: boolean
}

/**
 * Starts a session for the user of a passkey. The authenticator has verified its user, so no password and no two-factor
 * code are required. Returns the token and the account.
 *
 * @throws the same 401 for whatever is wrong with the passkey or its account; the log says what. 403 when everyone has to
 * log in elsewhere.
 */
export async function logInWithPasskey(
  ctx: AppContext,
  { credential, email, client }: PasskeyLogin,
): Promise<{ token: string; user: UserRow }> {
  const party = requirePasskeys(ctx)
  try {
    const { user, use } = await verifyUse(ctx, { credential, email, party })
    const token = await startLogin(ctx, user, {
      client,
      method: 'passkey',
      check: (tx) => recordUse(tx, use),
    })
    return { token, user }
  } catch (error) {
    if (!(error instanceof PasskeyError)) throw error
    ctx.log.warn({ reason: error.message }, 'a login with a passkey failed')
    throw loginFailed()
  }
}

async function verifyUse(
  ctx: AppContext,
  { credential, email, party }: Omit<PasskeyLogin, 'client'> & { party: RelyingParty },
): Promise<{ user: UserRow; use: Use }> {
  const passkey = await findPasskey(ctx.db, credential.id)
  if (!passkey) throw new PasskeyError('the passkey is unknown')
  const user = await getUserById(ctx.db, passkey.user_id)
  const handle = credential.response.userHandle ?? userHandleOf(user.id)
  if (handle !== userHandleOf(user.id)) throw new PasskeyError('the passkey is of another user')
  if (email !== undefined && email.toLowerCase() !== user.email.toLowerCase())
    throw new PasskeyError('the passkey is of another account')
  if (user.is_active === 0) throw new PasskeyError('the account is not active')
  const { challenge, ...rest } = verifyAssertion(credential, passkey.public_key, party)
  const expiresAt = findChallengeExpiry(ctx, challenge, { kind: 'login' })
  if (expiresAt === undefined) throw new PasskeyError('the challenge is invalid or has expired')
  const use = {
    ...rest,
    credentialId: passkey.credential_id,
    challenge: { hash: hashText(challenge), expiresAt },
  }
  return { user, use }
}

/**
 * Uses up the challenge, and stores the counter. A counter that does not increase means that the passkey was copied, unless
 * it is always zero, as for passkeys that are synchronised between devices.
 */
async function recordUse(
  tx: InTransaction<AppContext>,
  { credentialId, challenge, signCount, isBackedUp }: Use,
): Promise<void> {
  const passkey = await findPasskey(tx.db, credentialId)
  if (!passkey) throw new PasskeyError('the passkey was deleted')
  const now = tx.clock.now()
  if (!(await insertUsedChallenge(tx.db, challenge, now)))
    throw new PasskeyError('the challenge was used before')
  const counts = signCount > 0 || passkey.sign_count > 0
  if (counts && signCount <= passkey.sign_count)
    throw new PasskeyError('the counter did not increase, so the passkey may have been copied')
  await recordPasskeyUse(tx.db, passkey.id, {
    sign_count: signCount,
    is_backed_up: isBackedUp ? 1 : 0,
    last_used_at: now,
  })
}
