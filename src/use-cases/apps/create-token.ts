import { badRequest, invalidPayload } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import { DAY } from '@/lib/time/clock'
import { filterKnownScopes, splitScope } from '@/services/auth/oauth2/scope'
import { newPersonalToken } from '@/services/auth/personal-tokens'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  countPersonalTokens,
  insertPersonalToken,
  type PersonalTokenRow,
} from '@/store/db/queries/accounts/personal-tokens'

export interface TokenInput {
  name: string
  /** Separated by spaces. */
  scope: string
  /** Null for a token that never expires. */
  expires_in_days?: number | null
}

/** Days until a token expires, unless specified. */
export const DEFAULT_DAYS = 365
export const MAX_DAYS = 3650
export const MAX_NAME_LENGTH = 100
/** Maximum number of tokens per user; far above what people need. */
export const MAX_TOKENS = 100

/**
 * Creates a personal access token with the given scopes. The raw token is returned only here; it cannot be retrieved
 * later.
 *
 * @throws 400 when the name is blank, too long or contains control characters, a scope is unknown or missing, or there
 * are too many tokens.
 */
export async function createToken(
  ctx: Pick<AppContext, 'db' | 'clock' | 'ids' | 'log'>,
  { userId, actor }: { userId: number; actor: Actor },
  input: TokenInput,
): Promise<{ token: PersonalTokenRow; secret: string }> {
  const name = input.name.trim()
  if (name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    throw invalidPayload('name')
  const scope = requireScope(input.scope)
  const days = input.expires_in_days === undefined ? DEFAULT_DAYS : input.expires_in_days
  const secret = newPersonalToken(ctx.ids)
  const now = ctx.clock.now()
  const token = await transact(ctx, async (tx) => {
    if ((await countPersonalTokens(tx.db, userId)) >= MAX_TOKENS)
      throw badRequest(`an account can have up to ${MAX_TOKENS} tokens: revoke one first`)
    await recordAudit(tx, actor, 'token_created', { subjectId: userId, details: { name, scope } })
    return insertPersonalToken(tx.db, {
      user_id: userId,
      name,
      token_hash: hashText(secret),
      scope,
      created_at: now,
      expires_at: days === null ? null : now + days * DAY,
    })
  })
  return { token, secret }
}

/** Rejects unknown scopes. For apps they are ignored instead, since an app may support several kinds of servers. */
function requireScope(text: string): string {
  const requested = splitScope(text)
  const known = filterKnownScopes(text)
  const unknown = requested.find((word) => !splitScope(known).includes(word))
  if (unknown !== undefined) throw badRequest(`unknown scope '${unknown}'`)
  if (known === '') throw badRequest('a token needs at least one scope')
  return known
}
