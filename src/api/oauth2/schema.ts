import { t } from 'elysia'
import { okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { textParam } from '@/http/query-params'
import { authorizationRequest, issuedTokens } from '@/present/oauth2-app'
import { oneOf, text } from '@/present/scalars'

/** What an app sends to the consent page; what is missing or wrong has a text of its own. */
export const authorizationQuery = t.Object({
  client_id: textParam('Client id of the app that asks; needed.'),
  response_type: textParam('`code`; needed.'),
  redirect_uri: textParam('One of those registered; the first of them by default.'),
  scope: textParam('Scopes asked for, separated by spaces.'),
  code_challenge: textParam('PKCE challenge; needed for public apps.'),
  code_challenge_method: textParam('`S256` or `plain`, which is the default.'),
})

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
const tokenError = t.Object(
  {
    error: t.String({
      description:
        '`invalid_client`, `invalid_grant`, `invalid_request`, `invalid_scope`, `unsupported_grant_type` or `unsupported_token_type`.',
    }),
    error_description: t.Optional(text('What is wrong, in words.')),
  },
  { $id: 'TokenError', description: 'A refusal in the words of RFC 6749 §5.2.' },
)
const REFUSED = {
  when: 'The app, the grant or the token is refused, or something is missing.',
  schema: tokenError,
}
const TOO_LARGE = 'The form is larger than 64 KiB.'
const app = {
  client_id: text('What the app identifies itself with; needed.'),
  client_secret: t.Optional(text('The secret of the app; not of a public one.')),
}
const authorizationForm = t.Object({
  client_id: text('Client id of the app that is granted access.'),
  response_type: t.Literal('code'),
  confirm: text('`true`: the user agrees.'),
  scope: t.Optional(text('Scopes granted, separated by spaces.')),
  redirect_uri: t.Optional(text('One of those that the app registered; its first one by default.')),
  state: t.Optional(text('Given back to the app.')),
  code_challenge: t.Optional(text('From the app, for PKCE.')),
  code_challenge_method: t.Optional(text('`S256`, or `plain` by default.')),
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
/** What the API document tells of the routes. */
export const docs = operations({
  previewAuthorization: {
    summary: 'Read what an app asks for',
    description:
      'For the page on which the user agrees: takes the parameters with which the app sends the user there.',
    answers: { 200: okAnswer({ data: authorizationRequest }) },
    refusals: { 400: 'There is no such app, or it may not ask like that.' },
  },
  authorizeApp: {
    summary: 'Grant access to an app',
    description: 'Answers where the browser goes next: to the app, with `code` and `state`.',
    form: { form: authorizationForm, mediaTypes: FORMS },
    answers: { 200: t.Object({ redirect_url: t.String() }) },
    refusals: {
      400: 'There is no such app, it may not ask like that, or the user does not agree.',
      413: TOO_LARGE,
    },
  },
  grantTokens: {
    summary: 'Redeem an authorization code, or refresh tokens',
    description:
      'For apps (RFC 6749, RFC 7636). An access token is good for ten days; a refresh token works once, within twenty.',
    form: { form: grantForm, mediaTypes: FORMS },
    answers: { 200: issuedTokens },
    refusals: { 400: REFUSED, 413: TOO_LARGE },
  },
  revokeTokens: {
    summary: 'End a token and the one that belongs to it',
    description: 'For apps (RFC 7009). An unknown token is no error.',
    form: { form: revocationForm, mediaTypes: FORMS },
    answers: { 200: t.Object({}) },
    refusals: {
      400: REFUSED,
      401: { when: 'The hint names no kind of token.', schema: tokenError },
      413: TOO_LARGE,
    },
  },
})
