import { t } from 'elysia'
import { judgedLater } from '@/http/accepted'
import { messageAnswer, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_MAIL } from '@/http/require-mail'
import { nullable, text } from '@/present/scalars'

const language = t.Optional(
  judgedLater(
    text('Code of the language of mails, and of the web UI; English when it is unknown.'),
  ),
)

export const registration = t.Object({
  username: text('3 to 30 letters, digits and underscores.'),
  email: t.String(),
  password: text('At least 8 characters; common ones are refused.'),
  accepted_policy: judgedLater(
    t.Literal(true, { description: 'That the privacy policy was read and is accepted.' }),
  ),
  lang: language,
  language,
  timezone: t.Optional(judgedLater(text('IANA name; `Europe/Paris` when it is unknown.'))),
})

const credential = (description: string) => t.Optional(nullable(text(description)))

/** What is left out of a login is no account's, and refused like what is wrong. */
export const login = t.Object(
  {
    email: credential('The mail address of the account, in any case.'),
    password: credential('Its password.'),
  },
  { additionalProperties: true, minProperties: 1 },
)

export const confirmation = t.Object({ token: text('The token of the mailed link.') })

export const confirmationRequest = t.Object({
  email: t.String({ description: 'Exactly as it was registered.' }),
})

export const policyAcceptance = t.Object({ accepted_policy: t.Literal(true) })

const loggedIn = okAnswer({ auth_token: text('A session token.'), message: t.String() })
/** What the API document tells of the routes. */
export const docs = operations({
  register: {
    summary: 'Create an account',
    description:
      'The account is inactive until the link that is mailed to it is followed. A mail address that already has an account gets the same answer, and nothing happens.',
    answers: { 200: okAnswer({}) },
    refusals: {
      400: 'The privacy policy is not accepted, the username is taken, or username, address or password cannot be used: then `message` has a line for each problem (D3).',
      403: 'Registration is closed.',
    },
  },
  confirmAccount: {
    summary: 'Activate an account',
    description: 'Takes the token of the mailed link, which works once, and logs in.',
    answers: { 200: loggedIn },
    refusals: { 400: 'The token is unknown, replaced or used.' },
  },
  resendConfirmation: {
    summary: 'Mail the confirmation link again',
    description: 'The answer does not tell whether an account waits for it.',
    answers: { 200: messageAnswer },
    refusals: { 404: NO_MAIL },
  },
  logIn: {
    summary: 'Log in',
    description:
      'The session token is good for 30 days. Every value of the answer is a text; some clients rely on it.',
    answers: { 200: loggedIn },
    refusals: {
      401: 'No active account has this address and password; which of them is wrong is not told.',
    },
  },
  logOut: {
    summary: 'End the session',
    description: 'The token that is sent is no longer good afterwards.',
    answers: { 200: messageAnswer },
  },
  acceptPrivacyPolicy: {
    summary: 'Accept the privacy policy',
    description:
      'Needed again whenever administrators have changed it: `accepted_privacy_policy` of the profile tells.',
    answers: { 200: okAnswer({}) },
  },
  listTimezones: {
    summary: 'List the time zones that an account may have',
    answers: { 200: okAnswer({ timezones: t.Array(t.String({ description: 'IANA name.' })) }) },
  },
})
