import {
  grantAuthorization,
  redirectUrisOf,
  requireAuthorization,
} from '@/auth/oauth2/authorization'
import { allowedScope } from '@/auth/oauth2/scope'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { badRequest } from '@/errors'

/**
 * What the consent page shows of a request: the app, the access it would get, and where the user would be sent. A
 * redirect_uri that is not registered counts as absent, which existing apps rely on.
 *
 * @throws 400 for a request that cannot be granted.
 */
export async function previewAuthorization(ctx: AppContext, query: URLSearchParams) {
  const params = new URLSearchParams(query)
  params.delete('redirect_uri')
  const { app, redirectUri, scope } = await requireAuthorization(ctx, params)
  const named = query.get('redirect_uri') ?? ''
  return {
    app,
    redirectUri: redirectUrisOf(app).includes(named) ? named : redirectUri,
    scope: allowedScope(scope, app.scope),
  }
}

/**
 * Grants an app what it asks for in the caller's name; returns the address, with the code, to which the browser goes
 * next.
 *
 * @throws 400 for a request that cannot be granted, then for one that was not confirmed.
 */
export async function authorize(
  ctx: AppContext,
  caller: Caller,
  form: URLSearchParams,
): Promise<string> {
  const request = await requireAuthorization(ctx, form)
  if (form.get('confirm')?.toLowerCase() !== 'true')
    throw badRequest('The resource owner or authorization server denied the request')
  return grantAuthorization(ctx, caller.userId, request)
}
