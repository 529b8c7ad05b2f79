import type { Db } from '@/db/open'
import type { Oauth2AppRow } from '@/db/queries/oauth2-apps'
import { revokeGrant } from '@/db/queries/oauth2-grants'
import { findRefresh, markTokenRotated } from '@/db/queries/oauth2-tokens'
import { findUserById } from '@/db/queries/users'
import { type InTransaction, transact } from '@/db/transact'
import type { Clock } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import type { Ids } from '@/lib/ids'
import type { Log } from '@/lib/log'
import { missing, refusal } from './refusal'
import { allowedScope, includesScope } from './scope'
import { type IssuedTokens, issueTokens, isTheft } from './tokens'

interface Deps {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
}
type Refresh = NonNullable<Awaited<ReturnType<typeof findRefresh>>>

/**
 * Replaces a pair of tokens by a new one (RFC 6749 §6). A refresh token that is presented again later ends the grant.
 *
 * @throws 400 for a token that is unknown, another app's, used, revoked or expired, then for a wider scope.
 */
export async function refreshTokens(
  ctx: Deps,
  app: Oauth2AppRow,
  form: URLSearchParams,
): Promise<IssuedTokens> {
  const token = form.get('refresh_token')
  if (token === null) throw refusal('invalid_request', missing('refresh_token'))
  const outcome = await transact(ctx, async (tx) => {
    const current = await findRefresh(tx.db, digestOf(token))
    if (current?.app_id !== app.id || !(await isGood(tx, current))) return refusal('invalid_grant')
    const asked = form.get('scope')?.trim() || undefined
    if (asked && !includesScope(current.scope, asked)) return invalidScope()
    await markTokenRotated(tx.db, current.id, tx.clock.now())
    return issueTokens(tx, current.grant_id, allowedScope(asked ?? current.scope, app.scope))
  })
  if (outcome instanceof Error) throw outcome
  return outcome
}

/** Valid for a suspended account, but not for a deactivated one. */
async function isGood(tx: InTransaction<Deps>, token: Refresh): Promise<boolean> {
  const now = tx.clock.now()
  const { rotated_at: rotatedAt } = token
  if (rotatedAt !== null && isTheft(rotatedAt, now)) await revokeGrant(tx.db, token.grant_id, now)
  if (rotatedAt !== null || token.revoked_at !== null || token.refresh_expires_at < now)
    return false
  const user = await findUserById(tx.db, token.user_id)
  return user?.is_active === 1
}

const invalidScope = () =>
  refusal('invalid_scope', 'The requested scope is invalid, unknown, or malformed.')
