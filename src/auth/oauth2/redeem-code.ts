import type { Db } from '@/db/open'
import type { Oauth2AppRow } from '@/db/queries/oauth2-apps'
import {
  findOauth2Grant,
  markGrantRedeemed,
  type Oauth2GrantRow,
  revokeGrant,
} from '@/db/queries/oauth2-grants'
import { findUserById } from '@/db/queries/users'
import { type InTransaction, transact } from '@/db/transact'
import type { AppError } from '@/errors'
import type { Clock } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import type { Ids } from '@/lib/ids'
import type { Log } from '@/lib/log'
import { answersChallenge, isVerifier } from './pkce'
import { invalid, missing, refusal } from './refusal'
import { allowedScope } from './scope'
import { type IssuedTokens, issueTokens, isTheft } from './tokens'

interface Deps {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
}

/** Milliseconds during which a code can be exchanged. */
export const CODE_LIFETIME = 300_000

/**
 * Exchanges an authorization code for tokens (RFC 6749 §4.1.3). A code that is presented again later ends the grant.
 *
 * @throws 400 in the order: code, redirect_uri, verifier, account.
 */
export async function redeemCode(
  ctx: Deps,
  app: Oauth2AppRow,
  form: URLSearchParams,
): Promise<IssuedTokens> {
  const code = form.get('code')
  if (code === null) throw refusal('invalid_request', missing('code'))
  const outcome = await transact(ctx, async (tx) => {
    const grant = await findOauth2Grant(tx.db, app.id, digestOf(code))
    if (!grant || !(await isGood(tx, grant))) return refusal('invalid_grant', invalid('code'))
    const problem = requestProblem(grant, form) ?? (await accountProblem(tx, grant))
    if (problem) return problem
    await markGrantRedeemed(tx.db, grant.id, tx.clock.now())
    return issueTokens(tx, grant.id, allowedScope(grant.scope, app.scope))
  })
  if (outcome instanceof Error) throw outcome
  return outcome
}

async function isGood(tx: InTransaction<Deps>, grant: Oauth2GrantRow): Promise<boolean> {
  const now = tx.clock.now()
  const { redeemed_at: redeemedAt } = grant
  if (redeemedAt !== null && isTheft(redeemedAt, now)) await revokeGrant(tx.db, grant.id, now)
  return redeemedAt === null && grant.revoked_at === null && now <= grant.created_at + CODE_LIFETIME
}

function requestProblem(grant: Oauth2GrantRow, form: URLSearchParams): AppError | undefined {
  if (grant.redirect_uri && form.get('redirect_uri') !== grant.redirect_uri)
    return refusal('invalid_grant', invalid('redirect_uri'))
  const verifier = form.get('code_verifier')
  if (!verifier && !grant.code_challenge) return undefined
  if (!verifier) return refusal('invalid_request', "Missing 'code_verifier'")
  if (!isVerifier(verifier)) return refusal('invalid_request', "Invalid 'code_verifier'")
  const answered =
    grant.code_challenge !== null &&
    answersChallenge(verifier, {
      challenge: grant.code_challenge,
      method: grant.code_challenge_method ?? 'plain',
    })
  return answered ? undefined : refusal('invalid_grant', 'Code challenge failed.')
}

/** Accounts deactivated in the meantime get no tokens. Suspended ones do; routes refuse them. */
async function accountProblem(ctx: Deps, grant: Oauth2GrantRow): Promise<AppError | undefined> {
  const user = await findUserById(ctx.db, grant.user_id)
  return user?.is_active === 1
    ? undefined
    : refusal('invalid_grant', "There is no 'user' for this code.")
}
