import type { Caller } from '@/caller'
import { generationOf } from '@/db/dialect'
import type { Db } from '@/db/open'
import { findAccess } from '@/db/queries/oauth2-tokens'
import { findSession } from '@/db/queries/sessions'
import { findUserById } from '@/db/queries/users'
import { insufficientScope, missingToken, refusedToken, unsupportedTokenType } from '@/errors'
import type { Clock } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import { asCaller, type CallerFacts } from './as-caller'
import type { KnownTokens } from './known-tokens'
import { scopeWords } from './oauth2/scope'
import type { SessionCheck, SessionTokens } from './session-tokens'

interface Deps {
  db: Db
  sessions: SessionTokens
  clock: Clock
  knownTokens: KnownTokens
}

/**
 * The caller behind an `Authorization` header; nothing downstream knows which kind of token it was.
 * `scopes` are the ones the route accepts from third-party tokens, empty when it accepts none.
 *
 * @throws 401 for a token that is missing, bad or expired; 403 for a missing scope; 401 for an inactive account.
 */
export async function identify(
  ctx: Deps,
  header: string,
  scopes: readonly string[],
): Promise<Caller> {
  const [scheme = '', token] = header.split(' ')
  if (!token) throw missingToken()
  const digest = digestOf(token)
  const known = knownCaller(ctx, digest)
  if (known && !known.scopes) return known
  const session: SessionCheck = known ? NO_SESSION : ctx.sessions.check(token)
  const user = session.valid ? await findSession(ctx.db, { ...session.claims, digest }) : undefined
  if (session.valid && user)
    return remember(ctx, digest, asActiveCaller(user, token), session.claims.expiresAt)
  if (scopes.length === 0) throw missingToken()
  if (scheme.toLowerCase() !== 'bearer') throw unsupportedTokenType()
  if (known) return requireScope(known, scopes)
  const access = await findAccess(ctx.db, digest, ctx.clock.now())
  if (!access) throw refusedToken(!session.valid && session.expired ? 'expired' : 'invalid')
  const held = new Set(scopeWords(access.scope))
  requireScope({ scopes: held }, scopes)
  const caller = { ...asActiveCaller(access, token), scopes: held }
  return remember(ctx, digest, caller, access.access_expires_at)
}

const NO_SESSION: SessionCheck = { valid: false, expired: false }

/** The caller of a token that was checked before, if the database has not changed since. */
function knownCaller(
  { db, clock, knownTokens }: Omit<Deps, 'sessions'>,
  digest: string,
): Caller | undefined {
  const known = knownTokens.get(digest)
  const isGood =
    known !== undefined && known.generation === generationOf(db) && known.expiresAt > clock.now()
  return isGood ? known.caller : undefined
}

/**
 * When the token in an `Authorization` header expires, in milliseconds since the Unix epoch; undefined when it is not
 * known to be good.
 */
export function endOfKnown(ctx: Omit<Deps, 'sessions'>, header: string): number | undefined {
  const [, token = ''] = header.split(' ')
  const digest = digestOf(token)
  return knownCaller(ctx, digest) && ctx.knownTokens.get(digest)?.expiresAt
}

function remember(ctx: Deps, digest: string, caller: Caller, expiresAt: number): Caller {
  ctx.knownTokens.set(digest, { caller, expiresAt, generation: generationOf(ctx.db) })
  return caller
}

function requireScope<Holder extends Pick<Caller, 'scopes'>>(
  holder: Holder,
  scopes: readonly string[],
): Holder {
  if (!scopes.some((scope) => holder.scopes?.has(scope))) throw insufficientScope()
  return holder
}

function asActiveCaller(user: CallerFacts & { is_active: 0 | 1 }, token: string): Caller {
  if (user.is_active === 0) throw missingToken()
  return asCaller(user, token)
}

/** Whether the account of a caller has been deleted since the caller was let in. */
export const isCallerGone = async (ctx: Pick<Deps, 'db'>, { userId }: Caller): Promise<boolean> =>
  (await findUserById(ctx.db, userId)) === undefined
