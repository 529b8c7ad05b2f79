import { knownScope, scopeWords } from '@/auth/oauth2/scope'
import { newPersonalToken } from '@/auth/personal-tokens'
import type { AppContext } from '@/context'
import {
  countPersonalTokens,
  insertPersonalToken,
  type PersonalTokenRow,
} from '@/db/queries/personal-tokens'
import { transact } from '@/db/transact'
import { badRequest, invalidPayload } from '@/errors'
import { DAY } from '@/lib/clock'
import { digestOf } from '@/lib/digest'

/** What somebody wants a token for. */
export interface TokenInput {
  name: string
  /** Separated by spaces. */
  scope: string
  /** Null: it never expires. */
  expires_in_days?: number | null
}

/** Days until a token expires whose maker says nothing of it. */
export const USUAL_DAYS = 365
export const MOST_DAYS = 3650
export const LONGEST_NAME = 100
/** Tokens of one user: more than anybody has programs. */
export const MOST_TOKENS = 100

/**
 * Makes a token for a program of one's own, which may do in one's name what its scopes say. The token itself is
 * returned only here.
 *
 * @throws 400 for a name that is blank or has line breaks, a scope that is unknown or none, or too many tokens.
 */
export async function createToken(
  ctx: Pick<AppContext, 'db' | 'clock' | 'ids' | 'log'>,
  userId: number,
  input: TokenInput,
): Promise<{ token: PersonalTokenRow; secret: string }> {
  const name = input.name.trim()
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) throw invalidPayload()
  const scope = requireScope(input.scope)
  const days = input.expires_in_days === undefined ? USUAL_DAYS : input.expires_in_days
  const secret = newPersonalToken(ctx.ids)
  const now = ctx.clock.now()
  const token = await transact(ctx, async ({ db }) => {
    if ((await countPersonalTokens(db, userId)) >= MOST_TOKENS)
      throw badRequest(`no more than ${MOST_TOKENS} tokens, revoke some`)
    return insertPersonalToken(db, {
      user_id: userId,
      name,
      token_hash: digestOf(secret),
      scope,
      created_at: now,
      expires_at: days === null ? null : now + days * DAY,
    })
  })
  return { token, secret }
}

/** Unlike apps, which may know scopes of other servers, people are told of a slip. */
function requireScope(text: string): string {
  const asked = scopeWords(text)
  const known = knownScope(text)
  const unknown = asked.find((word) => !scopeWords(known).includes(word))
  if (unknown !== undefined) throw badRequest(`unknown scope '${unknown}'`)
  if (known === '') throw badRequest('a token needs at least one scope')
  return known
}
