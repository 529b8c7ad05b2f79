import { t } from 'elysia'
import { operations } from '@/server/http/operation'
import {
  createdResponse,
  EMPTY,
  okResponse,
  sessionResponse,
} from '@/server/http/responses/envelope'
import { CODE, LOGIN_TOO_OLD, optionalPassword } from '@/server/responses/accounts/identity'
import { passkey } from '@/server/responses/accounts/passkey'
import { count, nullable, text } from '@/server/responses/fields'

const MAX_BYTES_AS_TEXT = 8_000
const bytes = (description: string, maxLength = MAX_BYTES_AS_TEXT) =>
  t.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength, description: `${description} In base64url.` })

const credentialId = bytes('The id of the credential.', 1400)
const clientData = bytes('What the browser says about the ceremony.')
const authenticatorData = bytes('What the authenticator says about it.')

/** What the browser returns has more keys, which are ignored. */
const loose = { additionalProperties: true }
const asReturned = {
  ...loose,
  description: 'What `PublicKeyCredential.toJSON()` returns in the browser.',
}

const registration = t.Object(
  {
    id: credentialId,
    response: t.Object(
      {
        authenticatorData,
        clientDataJSON: clientData,
        publicKey: bytes('The public key as SubjectPublicKeyInfo.'),
      },
      loose,
    ),
  },
  asReturned,
)

const assertion = t.Object(
  {
    id: credentialId,
    response: t.Object(
      {
        authenticatorData,
        clientDataJSON: clientData,
        signature: bytes('The signature.'),
        userHandle: t.Optional(
          nullable(bytes('The handle that the passkey was created for.', 100)),
        ),
      },
      loose,
    ),
  },
  asReturned,
)

const MAX_NAME = 60
const name = t.String({
  minLength: 1,
  maxLength: MAX_NAME,
  pattern: '\\S',
  description: 'What the user calls the passkey.',
})

export const passkeyProof = t.Object({
  password: optionalPassword,
  code: t.Optional(nullable(text(CODE))),
})
export const newPasskey = t.Object({ name, credential: registration })
export const passkeyChanges = t.Object({ name })
export const passkeyParams = t.Object({
  passkey_id: t.Integer({ description: 'Number of the passkey.' }),
})
export const passkeyLogin = t.Object({
  credential: assertion,
  email: t.Optional(
    nullable(
      text('The email address of the account, if only a passkey of this account may be used.'),
    ),
  ),
})

const credentials = t.Array(
  t.Object({ id: text('The id of a credential.'), type: t.Literal('public-key') }),
  { description: 'Passkeys of the account, of which an authenticator creates no second one.' },
)

const domain = text('The domain of the server.')
const timeout = count('Milliseconds until the challenge expires.')
const challenge = text('The challenge, which can be used once.')

const creation = t.Object(
  {
    attestation: t.Literal('none'),
    authenticatorSelection: t.Object({
      requireResidentKey: t.Boolean(),
      residentKey: t.Literal('required'),
      userVerification: t.Literal('required'),
    }),
    challenge,
    excludeCredentials: credentials,
    pubKeyCredParams: t.Array(t.Object({ alg: t.Integer(), type: t.Literal('public-key') })),
    rp: t.Object({ id: domain, name: t.String() }),
    timeout,
    user: t.Object({
      displayName: t.String(),
      id: text('The handle of the user.'),
      name: t.String(),
    }),
  },
  { description: 'Options for `PublicKeyCredential.parseCreationOptionsFromJSON()`.' },
)

const request = t.Object(
  {
    challenge,
    rpId: domain,
    timeout,
    userVerification: t.Literal('required'),
  },
  { description: 'Options for `PublicKeyCredential.parseRequestOptionsFromJSON()`.' },
)

const content = { data: t.Object({ passkey }) }
const OFF = 'Everyone has to log in elsewhere (`code` of the response: `login_way_off`).'
const WRONG = 'The password or the code is wrong, or the code is missing.'
const UNKNOWN = 'The caller has no such passkey.'

export const docs = operations({
  listPasskeys: {
    summary: "List the caller's passkeys",
    description: 'Oldest first.',
    responses: { 200: okResponse({ data: t.Object({ passkeys: t.Array(passkey) }) }) },
  },
  startPasskey: {
    summary: 'Start to add a passkey',
    description:
      'Returns options for the browser, which creates the passkey within five minutes. It is bound to the domain of `UI_URL`.',
    responses: { 200: okResponse({ data: creation }) },
    errors: {
      400: 'The account has as many passkeys as it can have.',
      401: WRONG,
      403: `${OFF} ${LOGIN_TOO_OLD}`,
    },
  },
  addPasskey: {
    summary: 'Add a passkey',
    description:
      'Takes what the browser has created. The passkey is then enough to log in, without the password and a two-factor code. The user is notified by email.',
    responses: { 201: createdResponse(content) },
    errors: {
      400: 'The passkey is invalid, for another domain or user, or it was created too late.',
      403: OFF,
      409: 'The passkey was added before.',
    },
  },
  editPasskey: {
    summary: 'Rename a passkey',
    responses: { 200: okResponse(content) },
    errors: { 404: UNKNOWN },
  },
  removePasskey: {
    summary: 'Remove a passkey',
    description:
      'It can no longer be used to log in; sessions continue. The user is notified by email.',
    responses: { 204: EMPTY },
    errors: { 401: WRONG, 403: LOGIN_TOO_OLD, 404: UNKNOWN },
  },
  startPasskeyLogin: {
    summary: 'Start a login with a passkey',
    description: 'Returns options for the browser, which responds within five minutes.',
    responses: { 200: okResponse({ data: request }) },
    errors: { 403: OFF },
  },
  logInWithPasskey: {
    summary: 'Log in with a passkey',
    description:
      'Takes the response of the browser, once. No password and no two-factor code are required.',
    responses: { 200: sessionResponse },
    errors: {
      401: 'The passkey is unknown or of another account, its challenge was used before or has expired, it was copied, or the account is not active. The response does not reveal which.',
      403: OFF,
    },
  },
})
