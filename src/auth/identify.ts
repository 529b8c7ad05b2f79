import type { Caller } from '@/caller'
import { generationOf } from '@/db/dialect'
import type { Db } from '@/db/open'
import { findAccess } from '@/db/queries/oauth2-tokens'
import { findPersonalAccess } from '@/db/queries/personal-tokens'
import { findSession } from '@/db/queries/sessions'
import { findUserById } from '@/db/queries/users'
import { insufficientScope, missingToken, refusedToken, unsupportedTokenType } from '@/errors'
import { type Clock, MINUTE } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import { asCaller, type CallerFacts } from './as-caller'
import type { KnownToken, KnownTokens } from './known-tokens'
import { scopeWords } from './oauth2/scope'
import { isPersonalToken } from './personal-tokens'
import type { SessionCheck, SessionTokens } from './session-tokens'
import type { TokenUses } from './token-uses'

interface Deps {
  db: Db
  sessions: SessionTokens
  clock: Clock
  knownTokens: KnownTokens
  tokenUses: TokenUses
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
  // Of the state before anything is read: while that is waited for, somebody else may end the token.
  const generation = generationOf(ctx.db)
  if (isPersonalToken(token)) return identifyPersonal(ctx, { scheme, token, generation }, scopes)
  const known = goodToken(ctx, token)?.caller
  if (known && !known.scopes) return known
  const digest = digestOf(token)
  const session: SessionCheck = known ? NO_SESSION : ctx.sessions.check(token)
  const user = session.valid ? await findSession(ctx.db, { ...session.claims, digest }) : undefined
  if (session.valid && user)
    return remember(ctx, asActiveCaller(user, token), {
      expiresAt: session.claims.expiresAt,
      generation,
    })
  if (scopes.length === 0) throw missingToken()
  if (scheme.toLowerCase() !== 'bearer') throw unsupportedTokenType()
  if (known) return requireScope(known, scopes)
  const access = await findAccess(ctx.db, digest, ctx.clock.now())
  if (!access) throw refusedToken(!session.valid && session.expired ? 'expired' : 'invalid')
  const held = new Set(scopeWords(access.scope))
  requireScope({ scopes: held }, scopes)
  const caller = { ...asActiveCaller(access, token), scopes: held }
  return remember(ctx, caller, { expiresAt: access.access_expires_at, generation })
}

/** The same for a token that somebody made for a program. */
async function identifyPersonal(
  ctx: Deps,
  { scheme, token, generation }: { scheme: string; token: string; generation: number },
  scopes: readonly string[],
): Promise<Caller> {
  if (scopes.length === 0) throw missingToken()
  if (scheme.toLowerCase() !== 'bearer') throw unsupportedTokenType()
  const known = goodToken(ctx, token)
  if (known?.personalId !== undefined) {
    ctx.tokenUses.note(known.personalId, null)
    return requireScope(known.caller, scopes)
  }
  const access = await findPersonalAccess(ctx.db, digestOf(token))
  if (!access) throw refusedToken('invalid')
  const expiresAt = access.expires_at ?? Number.POSITIVE_INFINITY
  if (expiresAt <= ctx.clock.now()) throw refusedToken('expired')
  const caller = { ...asActiveCaller(access, token), scopes: new Set(scopeWords(access.scope)) }
  ctx.tokenUses.note(access.token_id, access.last_used_at)
  remember(ctx, caller, { expiresAt, personalId: access.token_id, generation })
  return requireScope(caller, scopes)
}

const NO_SESSION: SessionCheck = { valid: false, expired: false }

/** A token that was checked before, if the database has not changed since. */
function goodToken(
  { db, clock, knownTokens }: Pick<Deps, 'db' | 'clock' | 'knownTokens'>,
  token: string,
): KnownToken | undefined {
  const known = knownTokens.get(token)
  const isGood =
    known !== undefined && known.generation === generationOf(db) && known.expiresAt > clock.now()
  return isGood ? known : undefined
}

/**
 * When the token in an `Authorization` header has to be looked at again, in milliseconds since the Unix epoch: when it
 * expires, or its next use is to be noted. Undefined when it is not known to be good.
 */
export function endOfKnown(
  ctx: Pick<Deps, 'db' | 'clock' | 'knownTokens'>,
  header: string,
): number | undefined {
  const [, token = ''] = header.split(' ')
  const known = goodToken(ctx, token)
  if (!known) return undefined
  return known.personalId === undefined
    ? known.expiresAt
    : Math.min(known.expiresAt, ctx.clock.now() + MINUTE)
}

function remember(ctx: Deps, caller: Caller, found: Omit<KnownToken, 'caller'>): Caller {
  ctx.knownTokens.set(caller.token, { ...found, caller })
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
