import { badRequest, invalidPayload } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import type { Caller } from '@/policy/caller'
import { filterKnownScopes } from '@/services/auth/oauth2/scope'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { insertOauth2App, type Oauth2AppRow } from '@/store/db/queries/accounts/oauth2-apps'
import { toJson } from '@/store/db/schema/columns'

/** Metadata of an app to register. Fields are optional because missing ones have specific error messages. */
export interface AppInput {
  client_name?: string
  client_uri?: string
  client_description?: string | null
  /** Allowed redirect URIs for authorization codes; the first is the default. */
  redirect_uris?: string[]
  /** Separated by spaces. Unknown scopes are ignored. */
  scope?: unknown
  /** `none` registers a public app, which gets no secret and must use PKCE. */
  token_endpoint_auth_method?: 'client_secret_post' | 'none'
}

const CLIENT_ID_LENGTH = 24
const SECRET_LENGTH = 48
/** Maximum total size of an app's metadata, in bytes. */
const MAX_METADATA = 10_000
const REQUIRED = ['client_name', 'client_uri', 'redirect_uris', 'scope'] as const
const METADATA_MISSING = 'OAuth2 client metadata missing'

/** Schemes of URLs that run code or show content instead of leading to a web page. */
const UNSAFE_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']

/**
 * Registers an app. The secret is returned only here; public apps have none.
 *
 * @throws 400 with the first problem, in this order: empty body, missing keys, scopes, URLs, total size.
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
    secret_hash: secret === null ? null : hashText(secret),
    name,
    description: input.client_description ?? null,
    website,
    redirect_uris: toJson(redirectUris),
    scope,
    created_at: ctx.clock.now(),
  }
  const app = await transact(ctx, async (tx) => {
    await recordAudit(tx, caller, 'app_created', {
      subjectId: caller.userId,
      details: { name, scope },
    })
    return insertOauth2App(tx.db, columns)
  })
  return { app, secret }
}

function requireMetadata(input: AppInput) {
  if (Object.keys(input).length === 0) throw badRequest(METADATA_MISSING)
  const absent = REQUIRED.filter((key) => input[key] === undefined)
  const { client_name: name, client_uri: website, redirect_uris: redirectUris } = input
  if (absent.length > 0 || name === undefined || website === undefined || !redirectUris)
    throw badRequest(`${METADATA_MISSING} keys: ${absent.join(', ')}`)
  const scope = typeof input.scope === 'string' ? filterKnownScopes(input.scope) : ''
  if (scope === '') throw badRequest('OAuth2 client invalid scopes')
  if (isUnsafe(website) || redirectUris.length === 0 || !redirectUris.every(isRedirectUri))
    throw invalidPayload()
  const metadata = [name, website, input.client_description ?? '', ...redirectUris].join('')
  if (Buffer.byteLength(metadata) > MAX_METADATA) throw invalidPayload()
  return { name, website, redirectUris, scope }
}

/** Hosts for which unencrypted authorization codes never leave the device (RFC 8252 §7.3 and §8.3). */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether authorization codes may be sent to a URI. It must be absolute, without a fragment (RFC 6749 §3.1.2) and
 * without characters that the URL parser would drop. Only loopback hosts may use plain http. Credentials are not
 * allowed because they would end up in logs.
 */
function isRedirectUri(text: string): boolean {
  const uri = /[#\s]/.test(text) ? null : URL.parse(text)
  if (uri === null || isUnsafe(text) || uri.username !== '' || uri.password !== '') return false
  return uri.protocol !== 'http:' || LOOPBACK_HOSTS.includes(uri.hostname)
}

const isUnsafe = (address: string) => {
  const url = URL.parse(address)
  return url !== null && UNSAFE_SCHEMES.includes(url.protocol)
}
