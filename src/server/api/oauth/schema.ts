import { t } from 'elysia'
import { requiredQueryValue } from '@/server/http/documented-input'
import { operations } from '@/server/http/operation'
import { textParam } from '@/server/http/parameters/query-params'
import { okResponse } from '@/server/http/responses/envelope'
import { authorizationRequest, issuedTokens } from '@/server/responses/accounts/oauth2-app'
import { oneOf, text } from '@/server/responses/fields'

const CHALLENGE_METHOD = '`S256` or `plain`, which is the default; public apps must use `S256`.'

/** Parameters that an app sends to the consent page. The use case has its own messages for missing and wrong values. */
export const authorizationQuery = t.Object({
  client_id: requiredQueryValue(text('Client id of the requesting app.')),
  response_type: requiredQueryValue(text('`code`.')),
  redirect_uri: textParam('One of those registered; the first of them by default.'),
  scope: textParam('Requested scopes, separated by spaces.'),
  code_challenge: textParam('PKCE challenge; required for public apps.'),
  code_challenge_method: textParam(CHALLENGE_METHOD),
})

/** NOTE `multipart/form-data` is read too, but generators of Python clients expect only one type of a form. */
const FORMS = ['application/x-www-form-urlencoded']
const tokenError = t.Object(
  {
    error: t.String({
      description:
        '`invalid_client`, `invalid_grant`, `invalid_request`, `invalid_scope`, `unsupported_grant_type` or `unsupported_token_type`.',
    }),
    error_description: t.Optional(text('What is wrong, in words.')),
  },
  { $id: 'TokenError', description: 'An error response of RFC 6749 §5.2.' },
)
const TOKEN_ERRORS = {
  when: 'The app, the grant or the token is rejected, or a value is missing.',
  schema: tokenError,
}
const TOO_LARGE = 'The form is larger than 64 KiB.'
const app = {
  client_id: text('Client id of the app; required.'),
  client_secret: t.Optional(text('The secret of the app; not of a public one.')),
}
const authorizationForm = t.Object({
  client_id: text('Client id of the app that is granted access.'),
  response_type: t.Literal('code'),
  confirm: text('`true`: the user agrees.'),
  scope: t.Optional(text('Scopes granted, separated by spaces.')),
  redirect_uri: t.Optional(text('One of those that the app registered; its first one by default.')),
  state: t.Optional(text('Passed back to the app.')),
  code_challenge: t.Optional(text('From the app, for PKCE.')),
  code_challenge_method: t.Optional(text(CHALLENGE_METHOD)),
})
const grantForm = t.Object({
  ...app,
  grant_type: oneOf(['authorization_code', 'refresh_token'], 'What is redeemed.'),
  code: t.Optional(text('The authorization code; works once, for five minutes.')),
  redirect_uri: t.Optional(text('The one of the authorization, if it had one.')),
  code_verifier: t.Optional(text('For PKCE.')),
  refresh_token: t.Optional(text('Of the tokens before.')),
  scope: t.Optional(text('Fewer scopes than before, when refreshing.')),
})
const revocationForm = t.Object({
  ...app,
  token: text('An access or refresh token.'),
  token_type_hint: t.Optional(oneOf(['access_token', 'refresh_token'], 'Not needed.')),
})
/** Entries of the routes in the API document. */
export const docs = operations({
  previewAuthorization: {
    summary: 'Get the details of an authorization request',
    description:
      'For the consent page: takes the parameters with which the app sends the user there.',
    responses: { 200: okResponse({ data: authorizationRequest }) },
    errors: { 400: 'There is no such app, or its request is invalid.' },
  },
  authorizeApp: {
    summary: 'Grant access to an app',
    description: 'Returns the URL to redirect the browser to: the app, with `code` and `state`.',
    form: { form: authorizationForm, mediaTypes: FORMS },
    responses: { 200: t.Object({ redirect_url: t.String() }) },
    errors: {
      400: 'There is no such app, its request is invalid, or the user does not agree.',
      413: TOO_LARGE,
    },
  },
  grantTokens: {
    summary: 'Redeem an authorization code, or refresh tokens',
    description:
      'For apps (RFC 6749, RFC 7636). An access token is valid for ten days; a refresh token works once, within twenty days.',
    form: { form: grantForm, mediaTypes: FORMS },
    responses: { 200: issuedTokens },
    errors: { 400: TOKEN_ERRORS, 413: TOO_LARGE },
  },
  revokeTokens: {
    summary: 'Revoke a token and the one issued with it',
    description: 'For apps (RFC 7009). An unknown token is not an error.',
    form: { form: revocationForm, mediaTypes: FORMS },
    responses: { 200: t.Object({}) },
    errors: {
      400: TOKEN_ERRORS,
      401: { when: 'The hint is not a token type.', schema: tokenError },
      413: TOO_LARGE,
    },
  },
})
