import { hashText } from '@/lib/text/digest'
import { issueTokens } from '@/services/auth/oauth2/tokens'
import type { AppContext } from '@/services/context'
import { transact, writeTo } from '@/store/db/connections/transact'
import {
  insertOauth2App,
  type NewOauth2App,
  type Oauth2AppRow,
} from '@/store/db/queries/accounts/oauth2-apps'
import { findOauth2Grant, insertOauth2Grant } from '@/store/db/queries/accounts/oauth2-grants'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { toJson } from '@/store/db/schema/columns'
import type { Answer, Call } from './client'

type Maker = Pick<AppContext, 'db' | 'clock' | 'ids' | 'log'>

/** The secret of every app of the factory. */
const SECRET = 'the-secret-of-this-app'
export const CALLBACK = 'https://client.example.com/callback'
/** 43 characters, the minimum. */
export const VERIFIER = 'a-code-verifier-of-exactly-forty-three-char'

/** An app that `user` registered, with every scope that the tests use. */
export const anApp = (
  { db, clock, ids }: Maker,
  user: UserRow,
  changes: Partial<NewOauth2App> = {},
): Promise<Oauth2AppRow> =>
  writeTo(db, (tx) =>
    insertOauth2App(tx, {
      user_id: user.id,
      client_id: ids.alphanumeric(24),
      secret_hash: hashText(SECRET),
      name: 'Bridge',
      website: 'https://client.example.com',
      redirect_uris: toJson([CALLBACK]),
      scope: 'profile:read workouts:read',
      created_at: clock.now(),
      ...changes,
    }),
  )

/** A bearer token with which an app acts for `user` within `scope`. */
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

/** The form with which a user grants access to an app. */
export const consent = (app: Oauth2AppRow, changes: Fields = {}): Fields => ({
  client_id: app.client_id,
  response_type: 'code',
  scope: app.scope,
  confirm: 'true',
  ...changes,
})

/** The credentials of the app. */
export const credentials = (app: Oauth2AppRow): Fields => ({
  client_id: app.client_id,
  client_secret: SECRET,
})

/** The form with which an app redeems a code. */
export const redemption = (app: Oauth2AppRow, code: string, changes: Fields = {}): Fields => ({
  ...credentials(app),
  grant_type: 'authorization_code',
  code,
  ...changes,
})

/** The form with which an app refreshes its tokens. */
export const renewal = (app: Oauth2AppRow, token: string, changes: Fields = {}): Fields => ({
  ...credentials(app),
  grant_type: 'refresh_token',
  refresh_token: token,
  ...changes,
})

/** The requests of the protocol, as forms. */
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
