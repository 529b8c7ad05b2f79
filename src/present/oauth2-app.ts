import type { Oauth2AppRow } from '@/db/queries/oauth2-apps'
import { longHttpDate } from '@/lib/http-date'

/** An app as the user sees who registered it; its secret is told once, at creation. */
export const presentOauth2App = (app: Oauth2AppRow) => ({
  client_description: app.description,
  client_id: app.client_id,
  id: app.id,
  issued_at: longHttpDate(app.created_at),
  name: app.name,
  redirect_uris: JSON.parse(app.redirect_uris) as string[],
  scope: app.scope,
  website: app.website,
})

/** What everybody may know of an app that asks for access: who it says it is, what it would get, where one goes. */
export const presentAuthorization = (request: {
  app: Oauth2AppRow
  redirectUri: string
  scope: string
}) => ({
  client: {
    client_description: request.app.description,
    client_id: request.app.client_id,
    name: request.app.name,
    website: request.app.website,
  },
  redirect_uri: request.redirectUri,
  scope: request.scope,
})

/** The answer of the token endpoint (RFC 6749 §5.1). */
export const presentIssuedTokens = (tokens: {
  accessToken: string
  refreshToken: string
  expiresIn: number
  scope: string
}) => ({
  access_token: tokens.accessToken,
  expires_in: tokens.expiresIn,
  refresh_token: tokens.refreshToken,
  scope: tokens.scope,
  token_type: 'Bearer' as const,
})
