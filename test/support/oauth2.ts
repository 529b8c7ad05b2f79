import { issueTokens } from '@/auth/oauth2/tokens'
import type { AppContext } from '@/context'
import { toJson } from '@/db/columns'
import { insertOauth2App, type NewOauth2App, type Oauth2AppRow } from '@/db/queries/oauth2-apps'
import { findOauth2Grant, insertOauth2Grant } from '@/db/queries/oauth2-grants'
import type { UserRow } from '@/db/queries/users'
import { transact, writeTo } from '@/db/transact'
import { digestOf } from '@/lib/digest'
import type { Answer, Call } from './client'

type Maker = Pick<AppContext, 'db' | 'clock' | 'ids' | 'log'>

/** The secret of every app the factory makes. */
const SECRET = 'the-secret-of-this-app'
export const CALLBACK = 'https://client.example.com/callback'
/** 43 characters, the shortest that may be. */
export const VERIFIER = 'a-code-verifier-of-exactly-forty-three-char'

/** An app that `user` registered, with every scope the tests use. */
export const anApp = (
  { db, clock, ids }: Maker,
  user: UserRow,
  changes: Partial<NewOauth2App> = {},
): Promise<Oauth2AppRow> =>
  writeTo(db, (tx) =>
    insertOauth2App(tx, {
      user_id: user.id,
      client_id: ids.alphanumeric(24),
      secret_hash: digestOf(SECRET),
      name: 'Bridge',
      website: 'https://client.example.com',
      redirect_uris: toJson([CALLBACK]),
      scope: 'profile:read workouts:read',
      created_at: clock.now(),
      ...changes,
    }),
  )

/** A bearer token by which an app acts for `user` within `scope`. */
export async function aThirdPartyToken(ctx: Maker, user: UserRow, scope: string): Promise<string> {
  const app = await anApp(ctx, user, { scope })
  const codeHash = ctx.ids.hex(32)
  await writeTo(ctx.db, (tx) =>
    insertOauth2Grant(tx, {
      app_id: app.id,
      user_id: user.id,
      code_hash: codeHash,
      scope,
      created_at: ctx.clock.now(),
      redeemed_at: ctx.clock.now(),
    }),
  )
  const grant = await findOauth2Grant(ctx.db, app.id, codeHash)
  return (await transact(ctx, (tx) => issueTokens(tx, grant?.id ?? 0, scope))).accessToken
}

type Fields = Record<string, string>

/** What an app sends to grant itself access, as its user confirmed it. */
export const consent = (app: Oauth2AppRow, changes: Fields = {}): Fields => ({
  client_id: app.client_id,
  response_type: 'code',
  scope: app.scope,
  confirm: 'true',
  ...changes,
})

/** How the app proves itself. */
export const credentials = (app: Oauth2AppRow): Fields => ({
  client_id: app.client_id,
  client_secret: SECRET,
})

/** What an app sends to redeem a code. */
export const redemption = (app: Oauth2AppRow, code: string, changes: Fields = {}): Fields => ({
  ...credentials(app),
  grant_type: 'authorization_code',
  code,
  ...changes,
})

/** What an app sends to refresh its tokens. */
export const renewal = (app: Oauth2AppRow, token: string, changes: Fields = {}): Fields => ({
  ...credentials(app),
  grant_type: 'refresh_token',
  refresh_token: token,
  ...changes,
})

/** The calls of the protocol, as forms. */
export const oauthCalls = (call: Call) => {
  const post = (path: string, fields: Fields, as?: UserRow): Promise<Answer> =>
    call('POST', `/api/oauth/${path}`, { body: new URLSearchParams(fields), ...(as && { as }) })
  const authorize = (as: UserRow, fields: Fields) => post('authorize', fields, as)
  const token = (fields: Fields) => post('token', fields)
  return {
    authorize,
    token,
    revoke: (fields: Fields) => post('revoke', fields),
    /** The code of a granted request. */
    code: async (as: UserRow, fields: Fields): Promise<string> =>
      new URL((await authorize(as, fields)).body.redirect_url).searchParams.get('code') ?? '',
    /** The status of a read with a bearer token. */
    use: async (bearer: string): Promise<number> =>
      (await call('GET', '/api/auth/profile', { authorization: `Bearer ${bearer}` })).status,
  }
}
