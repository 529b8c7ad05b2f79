import { t } from 'elysia'

/** The service has texts of its own for keys that are missing, and for scopes. */
export const appInput = t.Object(
  {
    client_name: t.Optional(t.String()),
    client_uri: t.Optional(t.String()),
    client_description: t.Optional(t.Union([t.Null(), t.String()])),
    /** Where authorization codes may go; the first is the usual place. */
    redirect_uris: t.Optional(t.Array(t.String())),
    /** Separated by spaces; unknown ones are dropped. */
    scope: t.Optional(t.Unknown()),
    /** `none` makes a public app: it gets no secret and must use PKCE. */
    token_endpoint_auth_method: t.Optional(
      t.Union([t.Literal('client_secret_post'), t.Literal('none')]),
    ),
  },
  { additionalProperties: true },
)

export const appParams = t.Object({ client_id: t.String() })
export const appNumberParams = t.Object({ client_id: t.Integer() })

export const appsQuery = t.Object({ page: t.Optional(t.String()) })

export const grantParams = t.Object({ grant_id: t.Integer() })
export const grantsQuery = t.Object({
  page: t.Optional(t.String()),
  per_page: t.Optional(t.String()),
})

/** What an app sends to the consent page; what is missing or wrong has a text of its own. */
export const authorizationQuery = t.Object({
  client_id: t.Optional(t.String()),
  response_type: t.Optional(t.String()),
  redirect_uri: t.Optional(t.String()),
  scope: t.Optional(t.String()),
  code_challenge: t.Optional(t.String()),
  code_challenge_method: t.Optional(t.String()),
})
