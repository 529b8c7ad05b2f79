import type { AppError } from '@/lib/errors'
import type { Log } from '@/lib/log'
import { hashText } from '@/lib/text/digest'
import type { Ids } from '@/lib/text/ids'
import type { Clock } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import type { Oauth2AppRow } from '@/store/db/queries/accounts/oauth2-apps'
import {
  findOauth2Grant,
  markGrantRedeemed,
  type Oauth2GrantRow,
  revokeGrant,
} from '@/store/db/queries/accounts/oauth2-grants'
import { findUserById } from '@/store/db/queries/accounts/users'
import { isVerifier, matchesChallenge } from './pkce'
import { limitScope } from './scope'
import { invalidParameter, missingParameter, tokenError } from './token-error'
import { type IssuedTokens, issueTokens, isTheft } from './tokens'

interface Deps {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
}

/** Milliseconds within which a code must be exchanged. */
export const CODE_LIFETIME = 300_000

/**
 * Exchanges an authorization code for tokens (RFC 6749 §4.1.3). A code that is used again later revokes the grant.
 *
 * @throws 400 in the order: code, redirect_uri, verifier, account.
 */
export async function redeemCode(
  ctx: Deps,
  app: Oauth2AppRow,
  form: URLSearchParams,
): Promise<IssuedTokens> {
  const code = form.get('code')
  if (code === null) throw tokenError('invalid_request', missingParameter('code'))
  const outcome = await transact(ctx, async (tx) => {
    const grant = await findOauth2Grant(tx.db, app.id, hashText(code))
    if (!grant || !(await isRedeemable(tx, grant)))
      return tokenError('invalid_grant', invalidParameter('code'))
    const problem = findRequestProblem(grant, form) ?? (await findAccountProblem(tx, grant))
    if (problem) return problem
    await markGrantRedeemed(tx.db, grant.id, tx.clock.now())
    return issueTokens(tx, grant.id, limitScope(grant.scope, app.scope))
  })
  if (outcome instanceof Error) throw outcome
  return outcome
}

async function isRedeemable(tx: InTransaction<Deps>, grant: Oauth2GrantRow): Promise<boolean> {
  const now = tx.clock.now()
  const { redeemed_at: redeemedAt } = grant
  if (redeemedAt !== null && isTheft(redeemedAt, now)) await revokeGrant(tx.db, grant.id, now)
  return redeemedAt === null && grant.revoked_at === null && now <= grant.created_at + CODE_LIFETIME
}

function findRequestProblem(grant: Oauth2GrantRow, form: URLSearchParams): AppError | undefined {
  if (grant.redirect_uri && form.get('redirect_uri') !== grant.redirect_uri)
    return tokenError('invalid_grant', invalidParameter('redirect_uri'))
  const verifier = form.get('code_verifier')
  if (!verifier && !grant.code_challenge) return undefined
  if (!verifier) return tokenError('invalid_request', "Missing 'code_verifier'")
  if (!isVerifier(verifier)) return tokenError('invalid_request', "Invalid 'code_verifier'")
  const isVerified =
    grant.code_challenge !== null &&
    matchesChallenge(verifier, {
      challenge: grant.code_challenge,
      method: grant.code_challenge_method ?? 'plain',
    })
  return isVerified ? undefined : tokenError('invalid_grant', 'Code challenge failed.')
}

/** Deactivated accounts get no tokens. Suspended accounts do, because routes deny them access. */
async function findAccountProblem(ctx: Deps, grant: Oauth2GrantRow): Promise<AppError | undefined> {
  const user = await findUserById(ctx.db, grant.user_id)
  return user?.is_active === 1
    ? undefined
    : tokenError('invalid_grant', "There is no 'user' for this code.")
}
