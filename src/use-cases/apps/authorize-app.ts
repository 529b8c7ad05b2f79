import { badRequest } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import {
  grantAuthorization,
  parseRedirectUris,
  requireAuthorization,
} from '@/services/auth/oauth2/authorization'
import { limitScope } from '@/services/auth/oauth2/scope'
import type { AppContext } from '@/services/context'

/**
 * Returns the details of an authorization request for the consent page: the app, the scope it would get and the
 * redirect URI. An unregistered redirect_uri is treated as absent, because existing apps rely on that.
 *
 * @throws 400 when the request cannot be granted.
 */
export async function previewAuthorization(ctx: AppContext, query: URLSearchParams) {
  const params = new URLSearchParams(query)
  params.delete('redirect_uri')
  const { app, redirectUri, scope } = await requireAuthorization(ctx, params)
  const named = query.get('redirect_uri') ?? ''
  return {
    app,
    redirectUri: parseRedirectUris(app).includes(named) ? named : redirectUri,
    scope: limitScope(scope, app.scope),
  }
}

/**
 * Grants an app the requested access to the caller's account. Returns the redirect URI with the authorization code.
 *
 * @throws 400 when the request cannot be granted, then when it was not confirmed.
 */
export async function authorize(
  ctx: AppContext,
  caller: Caller,
  form: URLSearchParams,
): Promise<string> {
  const request = await requireAuthorization(ctx, form)
  if (form.get('confirm')?.toLowerCase() !== 'true')
    throw badRequest('The resource owner or authorization server denied the request')
  return grantAuthorization(ctx, caller, request)
}
