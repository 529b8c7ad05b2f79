import { knownScope } from '@/auth/oauth2/scope'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { toJson } from '@/db/columns'
import { insertOauth2App, type Oauth2AppRow } from '@/db/queries/oauth2-apps'
import { transact } from '@/db/transact'
import { badRequest, invalidPayload } from '@/errors'
import { digestOf } from '@/lib/digest'

/** What a developer registers of an app; missing keys and scopes have error texts of their own. */
export interface AppInput {
  client_name?: string
  client_uri?: string
  client_description?: string | null
  /** Where authorization codes may go; the first is the usual place. */
  redirect_uris?: string[]
  /** Separated by spaces; unknown ones are dropped. */
  scope?: unknown
  /** `none` makes a public app: it gets no secret and must use PKCE. */
  token_endpoint_auth_method?: 'client_secret_post' | 'none'
}

const CLIENT_ID_LENGTH = 24
const SECRET_LENGTH = 48
/** Most bytes of everything that an app tells of itself. */
const MOST_METADATA = 10_000
const REQUIRED = ['client_name', 'client_uri', 'redirect_uris', 'scope'] as const
const METADATA_MISSING = 'OAuth2 client metadata missing'

/** Addresses that would run or show something in a page instead of leading to another one. */
const UNSAFE_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']

/**
 * Registers an app. The secret is returned only here; a public app has none.
 *
 * @throws 400 in the order: nothing sent, keys that are missing, scopes, addresses, everything too long.
 */
export async function createApp(
  ctx: AppContext,
  caller: Caller,
  input: AppInput,
): Promise<{ app: Oauth2AppRow; secret: string | null }> {
  const { name, website, redirectUris, scope } = requireMetadata(input)
  const isPublic = input.token_endpoint_auth_method === 'none'
  const secret = isPublic ? null : ctx.ids.alphanumeric(SECRET_LENGTH)
  const columns = {
    user_id: caller.userId,
    client_id: ctx.ids.alphanumeric(CLIENT_ID_LENGTH),
    secret_hash: secret === null ? null : digestOf(secret),
    name,
    description: input.client_description ?? null,
    website,
    redirect_uris: toJson(redirectUris),
    scope,
    created_at: ctx.clock.now(),
  }
  const app = await transact(ctx, ({ db }) => insertOauth2App(db, columns))
  return { app, secret }
}

function requireMetadata(input: AppInput) {
  if (Object.keys(input).length === 0) throw badRequest(METADATA_MISSING)
  const absent = REQUIRED.filter((key) => input[key] === undefined)
  const { client_name: name, client_uri: website, redirect_uris: redirectUris } = input
  if (absent.length > 0 || name === undefined || website === undefined || !redirectUris)
    throw badRequest(`${METADATA_MISSING} keys: ${absent.join(', ')}`)
  const scope = typeof input.scope === 'string' ? knownScope(input.scope) : ''
  if (scope === '') throw badRequest('OAuth2 client invalid scopes')
  if (isUnsafe(website) || redirectUris.length === 0 || !redirectUris.every(isRedirectUri))
    throw invalidPayload()
  const told = [name, website, input.client_description ?? '', ...redirectUris].join('')
  if (Buffer.byteLength(told) > MOST_METADATA) throw invalidPayload()
  return { name, website, redirectUris, scope }
}

/** RFC 6749 §3.1.2: an absolute address without a fragment; nothing that would be lost when it is parsed. */
const isRedirectUri = (address: string) =>
  !/[#\s]/.test(address) && URL.canParse(address) && !isUnsafe(address)

const isUnsafe = (address: string) => {
  const url = URL.parse(address)
  return url !== null && UNSAFE_SCHEMES.includes(url.protocol)
}
