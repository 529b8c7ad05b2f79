import { hashText } from '@/lib/text/digest'
import { authenticateApp } from '@/services/auth/oauth2/authenticate-app'
import { redeemCode } from '@/services/auth/oauth2/authorization-code'
import { refreshTokens } from '@/services/auth/oauth2/refresh'
import { tokenError, unsupportedTokenHint } from '@/services/auth/oauth2/token-error'
import type { IssuedTokens } from '@/services/auth/oauth2/tokens'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import type { Oauth2AppRow } from '@/store/db/queries/accounts/oauth2-apps'
import { findIssued, revokeToken } from '@/store/db/queries/accounts/oauth2-tokens'

type Grant = (ctx: AppContext, app: Oauth2AppRow, form: URLSearchParams) => Promise<IssuedTokens>

const GRANTS: ReadonlyMap<string, Grant> = new Map([
  ['authorization_code', redeemCode],
  ['refresh_token', refreshTokens],
])
const HINTS = ['access_token', 'refresh_token']

/**
 * Handles a token request of OAuth2.
 *
 * @throws 400 with the first problem, in this order: grant type, app, then the parameters of the grant type.
 */
export async function grantTokens(ctx: AppContext, form: URLSearchParams): Promise<IssuedTokens> {
  const grant = GRANTS.get(form.get('grant_type') ?? '')
  if (!grant) throw tokenError('unsupported_grant_type')
  return grant(ctx, await authenticateApp(ctx.db, form), form)
}

/**
 * Revokes the access and refresh token that a token belongs to (RFC 7009), regardless of the hint. Unknown tokens are
 * not an error.
 *
 * @throws 400 when the app is invalid, the token is missing or belongs to another app; 401 when the hint is not a known
 * type of token.
 */
export async function revokeTokens(ctx: AppContext, form: URLSearchParams): Promise<void> {
  const app = await authenticateApp(ctx.db, form)
  const token = form.get('token')
  if (token === null) throw tokenError('invalid_request')
  const hint = form.get('token_type_hint')
  if (hint && !HINTS.includes(hint)) throw unsupportedTokenHint()
  const issued = await findIssued(ctx.db, hashText(token))
  if (!issued) return
  if (issued.app_id !== app.id) throw tokenError('invalid_grant')
  await transact(ctx, ({ db, clock }) => revokeToken(db, issued.id, clock.now()))
}
