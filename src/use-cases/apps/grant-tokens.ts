import { authenticateApp } from '@/auth/oauth2/authenticate-app'
import { redeemCode } from '@/auth/oauth2/redeem-code'
import { refreshTokens } from '@/auth/oauth2/refresh'
import { refusal, unsupportedHint } from '@/auth/oauth2/refusal'
import type { IssuedTokens } from '@/auth/oauth2/tokens'
import type { AppContext } from '@/context'
import type { Oauth2AppRow } from '@/db/queries/oauth2-apps'
import { findIssued, revokeToken } from '@/db/queries/oauth2-tokens'
import { transact } from '@/db/transact'
import { digestOf } from '@/lib/digest'

type Grant = (ctx: AppContext, app: Oauth2AppRow, form: URLSearchParams) => Promise<IssuedTokens>

const GRANTS: ReadonlyMap<string, Grant> = new Map([
  ['authorization_code', redeemCode],
  ['refresh_token', refreshTokens],
])
const HINTS = ['access_token', 'refresh_token']

/**
 * Answers a token request.
 *
 * @throws 400 in the order: kind of grant, app, then what the kind of grant asks for.
 */
export async function grantTokens(ctx: AppContext, form: URLSearchParams): Promise<IssuedTokens> {
  const grant = GRANTS.get(form.get('grant_type') ?? '')
  if (!grant) throw refusal('unsupported_grant_type')
  return grant(ctx, await authenticateApp(ctx.db, form), form)
}

/**
 * Revokes the pair of tokens that a token belongs to (RFC 7009), regardless of the hint; an unknown token is not an
 * error.
 *
 * @throws 400 for the app, a missing token or another app's; 401 for a hint that names no kind of token.
 */
export async function revokeTokens(ctx: AppContext, form: URLSearchParams): Promise<void> {
  const app = await authenticateApp(ctx.db, form)
  const token = form.get('token')
  if (token === null) throw refusal('invalid_request')
  const hint = form.get('token_type_hint')
  if (hint && !HINTS.includes(hint)) throw unsupportedHint()
  const issued = await findIssued(ctx.db, digestOf(token))
  if (!issued) return
  if (issued.app_id !== app.id) throw refusal('invalid_grant')
  await transact(ctx, ({ db, clock }) => revokeToken(db, issued.id, clock.now()))
}
