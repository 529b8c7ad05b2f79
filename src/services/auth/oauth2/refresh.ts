import type { Log } from '@/lib/log'
import { hashText } from '@/lib/text/digest'
import type { Ids } from '@/lib/text/ids'
import type { Clock } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import type { Oauth2AppRow } from '@/store/db/queries/accounts/oauth2-apps'
import { revokeGrant } from '@/store/db/queries/accounts/oauth2-grants'
import { findRefresh, markTokenRotated } from '@/store/db/queries/accounts/oauth2-tokens'
import { findUserById } from '@/store/db/queries/accounts/users'
import { includesScope, limitScope } from './scope'
import { missingParameter, tokenError } from './token-error'
import { type IssuedTokens, issueTokens, isTheft } from './tokens'

interface Deps {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
}
type Refresh = NonNullable<Awaited<ReturnType<typeof findRefresh>>>

/**
 * Exchanges a refresh token for a new pair of tokens (RFC 6749 §6). A refresh token that is used again later revokes
 * the grant.
 *
 * @throws 400 for a token that is unknown, another app's, used, revoked or expired, then for a wider scope.
 */
export async function refreshTokens(
  ctx: Deps,
  app: Oauth2AppRow,
  form: URLSearchParams,
): Promise<IssuedTokens> {
  const token = form.get('refresh_token')
  if (token === null) throw tokenError('invalid_request', missingParameter('refresh_token'))
  const outcome = await transact(ctx, async (tx) => {
    const current = await findRefresh(tx.db, hashText(token))
    if (current?.app_id !== app.id || !(await isUsable(tx, current)))
      return tokenError('invalid_grant')
    const requested = form.get('scope')?.trim() || undefined
    if (requested && !includesScope(current.scope, requested)) return invalidScope()
    await markTokenRotated(tx.db, current.id, tx.clock.now())
    return issueTokens(tx, current.grant_id, limitScope(requested ?? current.scope, app.scope))
  })
  if (outcome instanceof Error) throw outcome
  return outcome
}

/** Valid for a suspended account, but not for a deactivated one. */
async function isUsable(tx: InTransaction<Deps>, token: Refresh): Promise<boolean> {
  const now = tx.clock.now()
  const { rotated_at: rotatedAt } = token
  if (rotatedAt !== null && isTheft(rotatedAt, now)) await revokeGrant(tx.db, token.grant_id, now)
  if (rotatedAt !== null || token.revoked_at !== null || token.refresh_expires_at < now)
    return false
  const user = await findUserById(tx.db, token.user_id)
  return user?.is_active === 1
}

const invalidScope = () =>
  tokenError('invalid_scope', 'The requested scope is invalid, unknown, or malformed.')
