import { knownScope } from '@/auth/oauth2/scope'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  deleteOauth2App,
  findOauth2AppOf,
  insertOauth2App,
  listOauth2AppsOf,
  type Oauth2AppRow,
} from '@/db/queries/oauth2-apps'
import { deleteEmptyGrants, revokeGrantsOf } from '@/db/queries/oauth2-grants'
import { deleteTokensExpiredBefore } from '@/db/queries/oauth2-tokens'
import { transact } from '@/db/transact'
import { badRequest, invalidPayload, notFound } from '@/errors'
import { digestOf } from '@/lib/digest'

/** What a developer tells of an app; keys that are missing, and scopes, have texts of their own. */
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

type AppKey = Parameters<typeof findOauth2AppOf>[2]

const CLIENT_ID_LENGTH = 24
const SECRET_LENGTH = 48
const DAY = 86_400_000
/** Days between the end of access and the end of refreshing. */
const REFRESHABLE_DAYS = 10
const REQUIRED = ['client_name', 'client_uri', 'redirect_uris', 'scope'] as const
const METADATA_MISSING = 'OAuth2 client metadata missing'
/** Addresses that would run or show something in a page instead of leading to another one. */
const UNSAFE_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']

/** One page of the caller's apps, newest first, and how many there are. */
export const listApps = (
  ctx: AppContext,
  caller: Caller,
  page: { page: number; perPage: number },
): Promise<{ rows: Oauth2AppRow[]; total: number }> => listOauth2AppsOf(ctx.db, caller.userId, page)

/** An app that the caller registered. @throws 404. */
export async function getApp(ctx: AppContext, caller: Caller, key: AppKey): Promise<Oauth2AppRow> {
  const app = await findOauth2AppOf(ctx.db, caller.userId, key)
  if (!app) throw notFound('OAuth2 client not found')
  return app
}

/**
 * Registers an app. The secret is told here and never again; a public app has none.
 *
 * @throws 400 in the order: nothing sent, keys that are missing, scopes, addresses.
 */
export async function createApp(
  ctx: AppContext,
  caller: Caller,
  input: AppInput,
): Promise<{ app: Oauth2AppRow; secret: string | null }> {
  const { name, website, redirectUris, scope } = requireMetadata(input)
  const isPublic = input.token_endpoint_auth_method === 'none'
  const secret = isPublic ? null : ctx.ids.alphanumeric(SECRET_LENGTH)
  const app = await insertOauth2App(ctx.db, {
    user_id: caller.userId,
    client_id: ctx.ids.alphanumeric(CLIENT_ID_LENGTH),
    secret_hash: secret === null ? null : digestOf(secret),
    name,
    description: input.client_description ?? null,
    website,
    redirect_uris: JSON.stringify(redirectUris),
    scope,
    created_at: ctx.clock.now(),
  })
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
  if ([website, ...redirectUris].some(isUnsafe)) throw invalidPayload()
  return { name, website, redirectUris, scope }
}

const isUnsafe = (address: string) => {
  const url = URL.parse(address)
  return url !== null && UNSAFE_SCHEMES.includes(url.protocol)
}

/** Forgets an app of the caller with everything that was granted to it. @throws 404. */
export async function removeApp(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  await deleteOauth2App(ctx.db, (await getApp(ctx, caller, { id })).id)
}

/** Ends every access that users gave to an app of the caller. @throws 404. */
export async function revokeApp(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  const app = await getApp(ctx, caller, { id })
  await revokeGrantsOf(ctx.db, app.id, ctx.clock.now())
}

/**
 * Forgets tokens whose access expired more than `days` ago, whether or not they could still be refreshed, and
 * grants that are left with none; returns how many tokens.
 */
export const cleanTokens = (ctx: AppContext, days: number): Promise<number> =>
  transact(ctx, async ({ db, clock }) => {
    const before = clock.now() - days * DAY
    const deleted = await deleteTokensExpiredBefore(db, before)
    await deleteEmptyGrants(db, before)
    return deleted
  })

/** Forgets what can neither be used nor refreshed any more. */
export const forgetDeadTokens = (ctx: AppContext): Promise<number> =>
  cleanTokens(ctx, REFRESHABLE_DAYS)
