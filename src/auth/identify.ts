import type { Caller } from '@/caller'
import type { Db } from '@/db/open'
import { isBlacklisted } from '@/db/queries/blacklisted-tokens'
import { findAccess } from '@/db/queries/oauth2-tokens'
import { findUserById, getUserById, type UserRow } from '@/db/queries/users'
import { insufficientScope, missingToken, refusedToken, unsupportedTokenType } from '@/errors'
import type { Clock } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import { scopeWords } from './oauth2/scope'
import type { SessionTokens } from './session-tokens'

/**
 * The caller behind an `Authorization` header; nothing downstream knows which kind of token it was.
 * `scopes` are the ones the route accepts from third-party tokens, empty when it accepts none.
 *
 * @throws 401 for a token that is missing, bad or expired; 403 for a missing scope; 401 for an inactive account.
 */
export async function identify(
  ctx: { db: Db; sessions: SessionTokens; clock: Clock },
  header: string,
  scopes: readonly string[],
): Promise<Caller> {
  const [scheme = '', token] = header.split(' ')
  if (!token) throw missingToken()
  const session = await ctx.sessions.check(token)
  const user = session.valid ? await sessionUser(ctx, token, session.claims) : undefined
  if (user) return activeCaller(user, token)
  if (scopes.length === 0) throw missingToken()
  if (scheme.toLowerCase() !== 'bearer') throw unsupportedTokenType()
  const access = await findAccess(ctx.db, digestOf(token), ctx.clock.now())
  if (!access) throw refusedToken(!session.valid && session.expired ? 'expired' : 'invalid')
  const held = new Set(scopeWords(access.scope))
  if (!scopes.some((scope) => held.has(scope))) throw insufficientScope()
  return { ...activeCaller(await getUserById(ctx.db, access.user_id), token), scopes: held }
}

async function sessionUser(
  { db }: { db: Db },
  token: string,
  claims: { userId: number; epoch: number },
): Promise<UserRow | undefined> {
  const digest = digestOf(token)
  if (await isBlacklisted(db, digest)) return undefined
  const user = await findUserById(db, claims.userId)
  const goesOn = user?.session_epoch === claims.epoch || user?.kept_session_hash === digest
  return goesOn ? user : undefined
}

function activeCaller(user: UserRow, token: string): Caller {
  if (user.is_active === 0) throw missingToken()
  return {
    userId: user.id,
    username: user.username,
    role: user.role,
    suspended: user.suspended_at !== null,
    timezone: user.timezone,
    token,
  }
}
