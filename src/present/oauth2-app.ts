import { type Static, Type } from '@sinclair/typebox'
import { fromJson } from '@/db/columns'
import type { Oauth2AppRow } from '@/db/queries/oauth2-apps'
import { longHttpDate } from '@/lib/http-date'
import { count, nullable, numericId, text } from './scalars'

/** Who an app says it is. */
export const appIdentity = Type.Object({
  client_description: nullable(text('What the app says of itself.')),
  client_id: text('What the app identifies itself with.'),
  name: text('Name of the app.'),
  website: text('Address of the app.'),
})

export const oauth2App = Type.Object(
  {
    ...appIdentity.properties,
    id: numericId('Number of the app in addresses of this API.'),
    issued_at: text('When the app was registered: `Sat, 21 November 2026 08:08:18 GMT`.'),
    redirect_uris: Type.Array(Type.String(), {
      description: 'Where authorization codes may go; the first is the usual place.',
    }),
    scope: text('Scopes that the app may ask for, separated by spaces.'),
  },
  { $id: 'App', description: 'An app as the user sees who registered it.' },
)
export type Oauth2App = Static<typeof oauth2App>

export const newOauth2App = Type.Object(
  {
    ...oauth2App.properties,
    client_secret: nullable(text('Told only now; null for a public app.')),
  },
  { $id: 'NewApp', description: 'An app that was just registered, with its secret.' },
)

/** An app as the user sees who registered it; its secret is told once, at creation. */
export const presentOauth2App = (app: Oauth2AppRow): Oauth2App => ({
  client_description: app.description,
  client_id: app.client_id,
  id: app.id,
  issued_at: longHttpDate(app.created_at),
  name: app.name,
  redirect_uris: fromJson(app.redirect_uris),
  scope: app.scope,
  website: app.website,
})

export const authorizationRequest = Type.Object(
  {
    client: appIdentity,
    redirect_uri: text('Where one goes afterwards.'),
    scope: text('Scopes that would be granted, separated by spaces.'),
  },
  { $id: 'AuthorizationRequest', description: 'What an app asks for.' },
)

/** What everybody may know of an app that asks for access: who it says it is, what it would get, where one goes. */
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
    refresh_token: text('Gets the next access token; works once.'),
    scope: text('What the tokens may do, separated by spaces.'),
    token_type: Type.Literal('Bearer'),
  },
  { $id: 'IssuedTokens', description: 'The answer of the token endpoint (RFC 6749 §5.1).' },
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
