import { type Static, Type } from '@sinclair/typebox'
import { formatLongHttpDate } from '@/lib/time/http-date'
import { count, nullable, numericId, text } from '@/server/responses/fields'
import type { Oauth2AppRow } from '@/store/db/queries/accounts/oauth2-apps'
import { fromJson } from '@/store/db/schema/columns'

/** The details that an app gives about itself. */
export const appIdentity = Type.Object({
  client_description: nullable(text('Description of the app.')),
  client_id: text('OAuth 2.0 client id of the app.'),
  name: text('Name of the app.'),
  website: text('URL of the app.'),
})

export const oauth2App = Type.Object(
  {
    ...appIdentity.properties,
    id: numericId('Number of the app in URLs of this API.'),
    issued_at: text('When the app was registered: `Sat, 21 November 2026 08:08:18 GMT`.'),
    redirect_uris: Type.Array(Type.String(), {
      description: 'Allowed targets for authorization codes; the first is the default.',
    }),
    scope: text('Scopes that the app may request, separated by spaces.'),
  },
  { $id: 'App', description: 'An app, for the user who registered it.' },
)
export type Oauth2App = Static<typeof oauth2App>

export const newOauth2App = Type.Object(
  {
    ...oauth2App.properties,
    client_secret: nullable(text('Returned only here; null for a public app.')),
  },
  { $id: 'CreatedApp', description: 'A new app, with its secret.' },
)

/** An app, for the user who registered it. The secret is only returned at creation. */
export const presentOauth2App = (app: Oauth2AppRow): Oauth2App => ({
  client_description: app.description,
  client_id: app.client_id,
  id: app.id,
  issued_at: formatLongHttpDate(app.created_at),
  name: app.name,
  redirect_uris: fromJson(app.redirect_uris),
  scope: app.scope,
  website: app.website,
})

export const authorizationRequest = Type.Object(
  {
    client: appIdentity,
    redirect_uri: text('URL to which the browser is redirected afterwards.'),
    scope: text('Scopes that would be granted, separated by spaces.'),
  },
  { $id: 'AppAuthorization', description: 'An authorization request of an app.' },
)

/** The public details of an authorization request: the app, the scopes, and the redirect URI. */
export const presentAuthorization = (request: {
  app: Oauth2AppRow
  redirectUri: string
  scope: string
}): Static<typeof authorizationRequest> => ({
  client: {
    client_description: request.app.description,
    client_id: request.app.client_id,
    name: request.app.name,
    website: request.app.website,
  },
  redirect_uri: request.redirectUri,
  scope: request.scope,
})

export const issuedTokens = Type.Object(
  {
    access_token: text('Sent as `Authorization: Bearer …`.'),
    expires_in: count('Seconds until the access token expires.'),
    refresh_token: text('For the next access token; works once.'),
    scope: text('Scopes of the tokens, separated by spaces.'),
    token_type: Type.Literal('Bearer'),
  },
  { $id: 'IssuedTokens', description: 'The response of the token endpoint (RFC 6749 §5.1).' },
)

export const presentIssuedTokens = (tokens: {
  accessToken: string
  refreshToken: string
  expiresIn: number
  scope: string
}): Static<typeof issuedTokens> => ({
  access_token: tokens.accessToken,
  expires_in: tokens.expiresIn,
  refresh_token: tokens.refreshToken,
  scope: tokens.scope,
  token_type: 'Bearer',
})
