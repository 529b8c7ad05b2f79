import { t } from 'elysia'
import { validatedLater } from '@/server/http/documented-input'
import { operations } from '@/server/http/operation'
import { newTimezone, newUsername } from '@/server/http/parameters/account-fields'
import { NO_MAIL } from '@/server/http/require-mail'
import {
  messageResponse,
  okResponse,
  sessionResponse,
  statusResponse,
} from '@/server/http/responses/envelope'
import { PASSWORD_LOGIN_OFF } from '@/server/responses/accounts/identity'
import { nullable, text } from '@/server/responses/fields'
import { MAX_REASON_LENGTH } from '@/use-cases/accounts/registration/register'

const language = t.Optional(
  validatedLater(text('Language code for emails and the web UI; English if it is unknown.')),
)

export const registration = t.Object({
  username: newUsername,
  email: t.String(),
  password: text('At least 8 characters, and not too common.'),
  accepted_policy: validatedLater(
    t.Literal(true, { description: 'Whether the user has read and accepts the privacy policy.' }),
  ),
  lang: language,
  language,
  timezone: newTimezone,
  reason: t.Optional(
    validatedLater(
      t.String({
        maxLength: MAX_REASON_LENGTH,
        description:
          'Why the applicant wants an account. Must not be empty if administrators approve registrations, but may be absent.',
      }),
    ),
  ),
  invitation: t.Optional(t.Union([text('The token of an invitation.'), t.Null()])),
})

const credential = (description: string) => t.Optional(nullable(text(description)))

/** A missing value is treated as a wrong one, so that the login is rejected. */
export const login = t.Object(
  {
    email: credential('The email address of the account, case-insensitive.'),
    password: credential('Its password.'),
    code: credential(
      'For an account with two-factor login: a code of the authenticator app, or a recovery code.',
    ),
  },
  { additionalProperties: true, minProperties: 1 },
)

export const confirmation = t.Object({ token: text('The token of the emailed link.') })

export const confirmationRequest = t.Object({
  email: t.String({ description: 'Exactly as it was registered.' }),
})

export const policyAcceptance = t.Object({ accepted_policy: t.Literal(true) })

/** Entries of the routes in the API document. */
export const docs = operations({
  register: {
    summary: 'Create an account',
    description:
      'The account is inactive until the user follows the link in the confirmation email and, if `registration_mode` of the configuration is `approval`, an administrator approves it. With an invitation, it is active immediately. If the email address already has an account, the response is the same and nothing happens.',
    responses: { 200: statusResponse },
    errors: {
      400: 'The privacy policy is not accepted, the username is taken, or username, email address or password is invalid; `message` then has a line for each error (D3).',
      403: 'Registration is closed, or the invitation is unknown, used, revoked or expired.',
    },
  },
  confirmAccount: {
    summary: 'Activate an account',
    description:
      'Takes the token of the emailed link, which works once, and logs the user in. If an administrator has to approve the account, there is no session yet.',
    responses: { 200: sessionResponse, 202: messageResponse },
    errors: { 400: 'The token is unknown, has been replaced, or was used already.' },
  },
  resendConfirmation: {
    summary: 'Send the confirmation email again',
    description: 'The response does not reveal whether such an account exists.',
    responses: { 200: messageResponse },
    errors: { 404: NO_MAIL },
  },
  logIn: {
    summary: 'Log in',
    description:
      'The session token is valid for 30 days; in the dialect `fittrackee`, it is also set as a cookie. If the account has two-factor login, send the request again with a `code`; clients that cannot send one use a personal access token instead. Every value in the response is a string, because some clients rely on it.',
    responses: { 200: sessionResponse },
    errors: {
      401: 'No active account has this email address and password. The response does not reveal which of them is wrong. Or both are right, and a two-factor code is missing (`code` of the response: `two_factor_code_required`), wrong or used (`two_factor_code_wrong`).',
      403: PASSWORD_LOGIN_OFF,
    },
  },
  logOut: {
    summary: 'End the session',
    description: 'The token is invalid afterwards.',
    responses: { 200: messageResponse },
  },
  acceptPrivacyPolicy: {
    summary: 'Accept the privacy policy',
    description:
      'Needed again whenever administrators have changed it; see `accepted_privacy_policy` of the profile.',
    responses: { 200: statusResponse },
  },
  listTimezones: {
    summary: 'List the valid time zones of accounts',
    responses: { 200: okResponse({ timezones: t.Array(t.String({ description: 'IANA name.' })) }) },
  },
})
