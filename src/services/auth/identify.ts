import { insufficientScope, invalidToken, missingToken, unsupportedTokenType } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import { type Clock, DAY, MINUTE } from '@/lib/time/clock'
import type { Caller } from '@/policy/caller'
import { generationOf } from '@/store/db/connections/dialect'
import type { Db } from '@/store/db/connections/open'
import { findAccess } from '@/store/db/queries/accounts/oauth2-tokens'
import { findPersonalAccess } from '@/store/db/queries/accounts/personal-tokens'
import { findSession } from '@/store/db/queries/accounts/sessions'
import { findUserById } from '@/store/db/queries/accounts/users'
import { asCaller, type CallerColumns } from './as-caller'
import type { CachedCaller, CallerCache } from './caller-cache'
import { type LastUses, recordSeen, recordTokenUse } from './last-uses'
import { splitScope } from './oauth2/scope'
import { isPersonalToken } from './personal-tokens'
import type { SessionTokens, SessionVerification } from './session-tokens'

interface Deps {
  db: Db
  sessions: SessionTokens
  clock: Clock
  callerCache: CallerCache
  lastUses: LastUses
}

type CacheDeps = Pick<Deps, 'db' | 'clock' | 'callerCache'>

/**
 * Identifies the caller of a request by its `Authorization` header; calling code does not depend on the kind of token.
 * A third-party token must have at least one of `scopes`. If `scopes` is empty, third-party tokens are rejected.
 *
 * @throws 401 for a missing, invalid or expired token and for an inactive account; 403 for a missing scope.
 */
export async function identify(
  ctx: Deps,
  header: string,
  scopes: readonly string[],
): Promise<Caller> {
  const [scheme = '', token] = header.split(' ')
  if (!token) throw missingToken()
  // Read the generation first, because the token may be revoked during the lookup.
  const generation = generationOf(ctx.db)
  if (isPersonalToken(token)) return identifyPersonal(ctx, { scheme, token, generation }, scopes)
  const cached = findCachedCaller(ctx, token)?.caller
  if (cached && !cached.scopes) return cached
  const digest = hashText(token)
  const session: SessionVerification = cached ? NO_SESSION : await ctx.sessions.verify(token)
  const user = session.valid ? await findSession(ctx.db, { ...session.claims, digest }) : undefined
  if (session.valid && user) {
    recordSeen(ctx, user)
    return cacheCaller(ctx, asActiveCaller(user, token), {
      expiresAt: session.claims.expiresAt,
      generation,
    })
  }
  if (scopes.length === 0) throw missingToken()
  if (scheme.toLowerCase() !== 'bearer') throw unsupportedTokenType()
  if (cached) return requireScope(cached, scopes)
  const access = await findAccess(ctx.db, digest, ctx.clock.now())
  if (!access) throw invalidToken(!session.valid && session.expired ? 'expired' : 'invalid')
  const grantedScopes = new Set(splitScope(access.scope))
  requireScope({ scopes: grantedScopes }, scopes)
  const caller = { ...asActiveCaller(access, token), scopes: grantedScopes }
  recordSeen(ctx, access)
  return cacheCaller(ctx, caller, { expiresAt: access.access_expires_at, generation })
}

/** `identify` for a personal access token. */
async function identifyPersonal(
  ctx: Deps,
  { scheme, token, generation }: { scheme: string; token: string; generation: number },
  scopes: readonly string[],
): Promise<Caller> {
  if (scopes.length === 0) throw missingToken()
  if (scheme.toLowerCase() !== 'bearer') throw unsupportedTokenType()
  const cached = findCachedCaller(ctx, token)
  if (cached?.personalTokenId !== undefined) {
    recordTokenUse(ctx, cached.personalTokenId, null)
    return requireScope(cached.caller, scopes)
  }
  const access = await findPersonalAccess(ctx.db, hashText(token))
  if (!access) throw invalidToken('invalid')
  const expiresAt = access.expires_at ?? Number.POSITIVE_INFINITY
  if (expiresAt <= ctx.clock.now()) throw invalidToken('expired')
  const caller = { ...asActiveCaller(access, token), scopes: new Set(splitScope(access.scope)) }
  recordTokenUse(ctx, access.token_id, access.last_used_at)
  recordSeen(ctx, access)
  cacheCaller(ctx, caller, { expiresAt, personalTokenId: access.token_id, generation })
  return requireScope(caller, scopes)
}

const NO_SESSION: SessionVerification = { valid: false, expired: false }

/** Finds a caller that was looked up before, if the database has not changed since. */
function findCachedCaller(
  { db, clock, callerCache }: CacheDeps,
  token: string,
): CachedCaller | undefined {
  const cached = callerCache.get(token)
  const isValid =
    cached !== undefined && cached.generation === generationOf(db) && cached.expiresAt > clock.now()
  return isValid ? cached : undefined
}

/**
 * The time until which a response to the sender of an `Authorization` header may be cached, in milliseconds since the
 * Unix epoch: the expiry of the token or, for personal tokens, the time at which its next use has to be recorded.
 * Undefined when the caller is not in the cache.
 */
export function findCallerExpiry(ctx: CacheDeps, header: string): number | undefined {
  const [, token = ''] = header.split(' ')
  const cached = findCachedCaller(ctx, token)
  if (!cached) return undefined
  return cached.personalTokenId === undefined
    ? cached.expiresAt
    : Math.min(cached.expiresAt, ctx.clock.now() + MINUTE)
}

/** Caches a caller at most until the end of the day (UTC), so that the first request of each day is recorded. */
function cacheCaller(ctx: Deps, caller: Caller, token: Omit<CachedCaller, 'caller'>): Caller {
  const endOfDay = (Math.floor(ctx.clock.now() / DAY) + 1) * DAY
  const expiresAt = Math.min(token.expiresAt, endOfDay)
  ctx.callerCache.set(caller.token, { ...token, expiresAt, caller })
  return caller
}

function requireScope<Holder extends Pick<Caller, 'scopes'>>(
  holder: Holder,
  scopes: readonly string[],
): Holder {
  if (!scopes.some((scope) => holder.scopes?.has(scope))) throw insufficientScope()
  return holder
}

function asActiveCaller(user: CallerColumns & { is_active: 0 | 1 }, token: string): Caller {
  if (user.is_active === 0) throw missingToken()
  return asCaller(user, token)
}

/** Whether the account of a caller was deleted after the caller was identified. */
export const isCallerGone = async (ctx: Pick<Deps, 'db'>, { userId }: Caller): Promise<boolean> =>
  (await findUserById(ctx.db, userId)) === undefined
