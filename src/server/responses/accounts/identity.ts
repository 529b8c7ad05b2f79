import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import { nullable, numericId, text, timestamp } from '@/server/responses/fields'
import type { IdentityRow } from '@/store/db/queries/accounts/identities'

export const identity = Type.Object(
  {
    created_at: timestamp('When it was linked.'),
    id: numericId('Number of the identity in URLs of this API.'),
    issuer: text('URL of the provider; `proxy` for a name that a trusted proxy sends.'),
    last_login_at: nullable(timestamp('When it was last used to log in.')),
    name: text('What the provider calls the user.'),
  },
  { $id: 'Identity', description: 'A login elsewhere that is linked to an account.' },
)

export const presentIdentity = (row: IdentityRow): Static<typeof identity> => ({
  created_at: formatHttpDate(row.created_at),
  id: row.id,
  issuer: row.issuer,
  last_login_at: formatHttpDateOrNull(row.last_login_at),
  name: row.name,
})

/** Why a server without passwords denies access. */
export const PASSWORD_LOGIN_OFF =
  'Nobody can log in with a password on this server (`code` of the response: `password_login_off`).'

/** Why an account without a password denies a change. */
export const LOGIN_TOO_OLD =
  'The account has no password, and the last login was more than ten minutes ago (`code` of the response: `recent_login_required`).'

export const NO_PROVIDER = 'The server has no provider.'
export const PROVIDER_DOWN = 'The provider is unreachable.'

/** The start of a login at a provider. */
export const providerUrl = Type.Object(
  {
    status: Type.Literal('success'),
    url: text('Where to send the browser.'),
  },
  { $id: 'ProviderUrlResult' },
)

/** What the API document says about the code of a proof. */
export const CODE = 'With two-factor login: a code of the authenticator app, or a recovery code.'

/** The password that a change requires. */
export const optionalPassword = Type.Optional(
  nullable(text('The current password; not needed if the account has none.')),
)

const MAX_LENGTH = 4000
const parameter = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_LENGTH, description }))

/** The parameters with which a provider sends a browser back. */
export const providerReturn = Type.Object(
  {
    code: parameter('The authorization code.'),
    error: parameter('Why the provider did not authenticate the user.'),
    iss: parameter('The issuer (RFC 9207).'),
    state: Type.String({ maxLength: MAX_LENGTH, description: 'The state of the request.' }),
  },
  { $id: 'ProviderReturn' },
)
