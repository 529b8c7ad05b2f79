import { passkeyLoginOff } from '@/lib/errors'
import { CHALLENGE_LIFETIME, createChallenge } from '@/services/auth/passkeys/challenges'
import {
  ALGORITHMS,
  type RelyingParty,
  relyingPartyOf,
} from '@/services/auth/passkeys/verify-passkey'
import type { AppContext } from '@/services/context'
import type { PasskeyRow } from '@/store/db/queries/accounts/passkeys'
import type { UserRow } from '@/store/db/queries/accounts/users'

const NAME = 'Milepost'

/** Returns the page that passkeys are for. @throws 403 when everyone has to log in elsewhere. */
export function requirePasskeys({ config }: Pick<AppContext, 'config'>): RelyingParty {
  if (config.login.passwords === 'off') throw passkeyLoginOff()
  return relyingPartyOf(config.uiUrl)
}

/**
 * The handle by which authenticators distinguish accounts. It must not say who the user is, and never change: an
 * authenticator keeps one passkey for each handle.
 */
export const userHandleOf = (userId: number): string =>
  Buffer.from(String(userId)).toString('base64url')

/** Options for `navigator.credentials.create()`, as `PublicKeyCredential.parseCreationOptionsFromJSON()` reads them. */
export const creationOptions = (
  ctx: AppContext,
  user: Pick<UserRow, 'id' | 'username'>,
  known: readonly PasskeyRow[],
) => ({
  attestation: 'none' as const,
  authenticatorSelection: {
    requireResidentKey: true,
    residentKey: 'required' as const,
    userVerification: 'required' as const,
  },
  challenge: createChallenge(ctx, { kind: 'registration', userId: user.id }),
  excludeCredentials: known.map((passkey) => ({
    id: passkey.credential_id,
    type: 'public-key' as const,
  })),
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
  rp: { id: requirePasskeys(ctx).id, name: NAME },
  timeout: CHALLENGE_LIFETIME,
  user: { displayName: user.username, id: userHandleOf(user.id), name: user.username },
})

/**
 * Options for `navigator.credentials.get()`, as `PublicKeyCredential.parseRequestOptionsFromJSON()` reads them. They name
 * no passkeys: the authenticator offers those it has, and the response does not reveal which accounts exist.
 *
 * @throws 403 when everyone has to log in elsewhere.
 */
export const requestOptions = (ctx: AppContext) => ({
  challenge: createChallenge(ctx, { kind: 'login' }),
  rpId: requirePasskeys(ctx).id,
  timeout: CHALLENGE_LIFETIME,
  userVerification: 'required' as const,
})
