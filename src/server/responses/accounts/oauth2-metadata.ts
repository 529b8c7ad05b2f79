import { type Static, Type } from '@sinclair/typebox'
import { SCOPES } from '@/policy/scopes'
import { text } from '@/server/responses/fields'

const words = (description: string) => Type.Array(Type.String(), { description })

export const serverMetadata = Type.Object(
  {
    issuer: text('The URL of the server.'),
    authorization_endpoint: text('Where apps send users to agree: a page, not part of the API.'),
    token_endpoint: text('Where apps redeem codes and refresh tokens.'),
    revocation_endpoint: text('Where apps revoke tokens.'),
    service_documentation: text('The API reference.'),
    scopes_supported: words('Every scope.'),
    response_types_supported: words('`code`.'),
    response_modes_supported: words('`query`.'),
    grant_types_supported: words('`authorization_code` and `refresh_token`.'),
    token_endpoint_auth_methods_supported: words(
      '`client_secret_post`, or `none` for public apps.',
    ),
    revocation_endpoint_auth_methods_supported: words('As for the token endpoint.'),
    code_challenge_methods_supported: words('`S256` and `plain`; public apps must use `S256`.'),
  },
  { $id: 'AuthorizationServerMetadata', description: 'Metadata of RFC 8414, section 2.' },
)

const AUTH_METHODS = ['client_secret_post', 'none']

/** The endpoints of OAuth2 for apps that configure themselves. */
export const presentServerMetadata = (uiUrl: string): Static<typeof serverMetadata> => ({
  issuer: uiUrl,
  authorization_endpoint: `${uiUrl}/profile/apps/authorize`,
  token_endpoint: `${uiUrl}/api/oauth/token`,
  revocation_endpoint: `${uiUrl}/api/oauth/revoke`,
  service_documentation: `${uiUrl}/api/docs`,
  scopes_supported: [...SCOPES],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  code_challenge_methods_supported: ['S256', 'plain'],
})
