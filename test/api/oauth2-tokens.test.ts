import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { updateUser } from '@/store/db/queries/accounts/users'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import {
  anApp,
  CALLBACK,
  consent,
  credentials,
  oauthCalls,
  redemption,
  renewal,
} from '../support/oauth2'

const DAY = 86_400_000
const refused = (error: string, description?: string) => ({
  status: 400,
  body: { error, ...(description && { error_description: description }) },
})
const wrongSecret = refused(
  'invalid_client',
  "The client cannot authenticate with methods: ['client_secret_post']",
)
const unknownClient = refused('invalid_client', 'The client does not exist on this server.')
const badCode = refused('invalid_grant', "Invalid 'code' in request.")
const badRedirect = refused('invalid_grant', "Invalid 'redirect_uri' in request.")
const badGrant = refused('invalid_grant')

async function scene() {
  const server = startServer()
  const as = await aUser(server.ctx)
  const app = await anApp(server.ctx, as)
  const calls = oauthCalls(server.call)
  const aCode = () => calls.code(as, consent(app))
  const tokens = async () => (await calls.token(redemption(app, await aCode()))).body
  const seen = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
  return { ...server, ...calls, as, app, aCode, tokens, seen }
}

describe('POST /api/oauth/token with a code', () => {
  test('returns a pair of tokens that must not be cached', async () => {
    const { token, app, aCode } = await scene()
    const { status, body, headers } = await token(redemption(app, await aCode()))
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9]{42}$/),
      expires_in: 864000,
      refresh_token: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
      scope: 'profile:read workouts:read',
      token_type: 'Bearer',
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('pragma')).toBe('no-cache')
  })

  test('stores only digests of the tokens', async () => {
    const { ctx, tokens } = await scene()
    const { access_token, refresh_token } = await tokens()
    const stored = JSON.stringify(await ctx.db.selectFrom('oauth2_tokens').selectAll().execute())
    expect(stored).not.toContain(access_token)
    expect(stored).not.toContain(refresh_token)
  })

  test('accepts multipart forms', async () => {
    const { call, app, aCode } = await scene()
    const body = new FormData()
    for (const [name, value] of Object.entries(redemption(app, await aCode())))
      body.append(name, value)
    expect((await call('POST', '/api/oauth/token', { body })).status).toBe(200)
  })

  test.each(['http', 'https'])('works behind a proxy that reports %s', async (proto) => {
    const { call, app, aCode } = await scene()
    const body = new URLSearchParams(redemption(app, await aCode()))
    const headers = { 'x-forwarded-proto': proto }
    expect((await call('POST', '/api/oauth/token', { body, headers })).status).toBe(200)
  })

  test('grants the requested scopes that the app may have, in the order of the request', async () => {
    const { token, code, app, as } = await scene()
    const scope = 'workouts:read users:write profile:read'
    const { body } = await token(redemption(app, await code(as, consent(app, { scope }))))
    expect(body.scope).toBe('workouts:read profile:read')
  })

  test('may grant an empty scope, which allows nothing', async () => {
    const { call, token, code, app, as } = await scene()
    const given = await code(as, consent(app, { scope: 'users:write' }))
    const { status, body } = await token(redemption(app, given))
    expect({ status, scope: body.scope }).toEqual({ status: 200, scope: '' })
    const authorization = `Bearer ${body.access_token}`
    expect((await call('GET', '/api/auth/profile', { authorization })).status).toBe(403)
  })

  test.each([
    ['nothing', {}, refused('unsupported_grant_type')],
    ['another kind of grant', { grant_type: 'password' }, refused('unsupported_grant_type')],
    ['no app', { grant_type: 'authorization_code' }, wrongSecret],
    [
      'an unknown app without a secret',
      { grant_type: 'authorization_code', client_id: 'x' },
      wrongSecret,
    ],
    [
      'an unknown app with a secret',
      { grant_type: 'authorization_code', client_id: 'x', client_secret: 'y' },
      unknownClient,
    ],
  ])('rejects %s', async (_, fields, answer) => {
    const { token, seen } = await scene()
    const refusal = await token(fields)
    expect(seen(refusal)).toEqual(answer)
    expect(refusal.headers.get('cache-control')).toBe('no-store')
  })

  test('checks the secret, then the code, then the redirect URI', async () => {
    const { token, seen, code, app, as } = await scene()
    const given = await code(as, consent(app, { redirect_uri: CALLBACK }))
    const { code: _, ...withoutCode } = redemption(app, given, { redirect_uri: CALLBACK })
    const wrong = { client_secret: 'wrong', code: 'wrong', redirect_uri: 'wrong' }
    expect(seen(await token(redemption(app, given, wrong)))).toEqual(wrongSecret)
    expect(seen(await token({ ...redemption(app, given), client_secret: '' }))).toEqual(wrongSecret)
    expect(seen(await token(withoutCode))).toEqual(
      refused('invalid_request', "Missing 'code' in request."),
    )
    const { client_secret: _secret, ...rest } = wrong
    expect(seen(await token(redemption(app, given, rest)))).toEqual(badCode)
    expect(seen(await token(redemption(app, given, { code: '' })))).toEqual(badCode)
    expect(seen(await token(redemption(app, given, { redirect_uri: 'wrong' })))).toEqual(
      badRedirect,
    )
    expect(seen(await token(redemption(app, given)))).toEqual(badRedirect)
    expect((await token(redemption(app, given, { redirect_uri: CALLBACK }))).status).toBe(200)
  })

  test('ignores the redirect URI that clients send when none was requested', async () => {
    const { token, app, aCode } = await scene()
    const sent = redemption(app, await aCode(), { redirect_uri: 'https://localhost/' })
    expect((await token(sent)).status).toBe(200)
  })

  test('accepts a code for 300 seconds', async () => {
    const { token, clock, seen, app, aCode } = await scene()
    const early = await aCode()
    clock.advance(1)
    const late = await aCode()
    clock.advance(300_000)
    expect(seen(await token(redemption(app, early)))).toEqual(badCode)
    expect((await token(redemption(app, late))).status).toBe(200)
  })

  test('accepts a code only from the app that it was issued to', async () => {
    const { ctx, token, seen, as, aCode } = await scene()
    const other = await anApp(ctx, as)
    expect(seen(await token(redemption(other, await aCode())))).toEqual(badCode)
  })

  test('accepts a code for a suspended account, but not for a deactivated one', async () => {
    const { ctx, token, seen, app, as, aCode } = await scene()
    const [first, second] = [await aCode(), await aCode()]
    await writeTo(ctx.db, (tx) => updateUser(tx, as.id, { suspended_at: ctx.clock.now() }))
    expect((await token(redemption(app, first))).status).toBe(200)
    await writeTo(ctx.db, (tx) => updateUser(tx, as.id, { is_active: 0 }))
    expect(seen(await token(redemption(app, second)))).toEqual(
      refused('invalid_grant', "There is no 'user' for this code."),
    )
  })
})

describe('a code that is sent twice', () => {
  test('is rejected the second time, and within seconds the tokens stay valid', async () => {
    const { token, use, seen, clock, app, aCode } = await scene()
    const code = await aCode()
    const { body } = await token(redemption(app, code))
    clock.advance(10_000)
    expect(seen(await token(redemption(app, code)))).toEqual(badCode)
    expect(await use(body.access_token)).toBe(200)
  })

  test('revokes all its tokens when it is sent again later', async () => {
    const { token, use, seen, clock, app, aCode } = await scene()
    const code = await aCode()
    const first = (await token(redemption(app, code))).body
    const second = (await token(renewal(app, first.refresh_token))).body
    clock.advance(10_001)
    expect(seen(await token(redemption(app, code)))).toEqual(badCode)
    expect(await use(second.access_token)).toBe(401)
    expect(seen(await token(renewal(app, second.refresh_token)))).toEqual(badGrant)
  })

  test('revokes nothing when another app sends it', async () => {
    const { ctx, token, use, clock, app, as, aCode } = await scene()
    const code = await aCode()
    const { body } = await token(redemption(app, code))
    clock.advance(60_000)
    await token(redemption(await anApp(ctx, as), code))
    expect(await use(body.access_token)).toBe(200)
  })
})

describe('POST /api/oauth/token with a refresh token', () => {
  test('replaces both tokens', async () => {
    const { token, use, app, tokens } = await scene()
    const old = await tokens()
    const { status, body, headers } = await token(renewal(app, old.refresh_token))
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9]{42}$/),
      expires_in: 864000,
      refresh_token: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
      scope: 'profile:read workouts:read',
      token_type: 'Bearer',
    })
    expect(body.access_token).not.toBe(old.access_token)
    expect(await use(old.access_token)).toBe(401)
    expect(await use(body.access_token)).toBe(200)
  })

  test('checks the secret, then the token, then the scope', async () => {
    const { token, seen, app, tokens } = await scene()
    const { refresh_token } = await tokens()
    const wide = { scope: 'profile:read users:write' }
    const { refresh_token: _, ...withoutToken } = renewal(app, refresh_token, wide)
    const wrong = renewal(app, 'wrong', { ...wide, client_secret: 'wrong' })
    expect(seen(await token(wrong))).toEqual(wrongSecret)
    expect(seen(await token(withoutToken))).toEqual(
      refused('invalid_request', "Missing 'refresh_token' in request."),
    )
    expect(seen(await token(renewal(app, 'wrong', wide)))).toEqual(badGrant)
    expect(seen(await token(renewal(app, '', wide)))).toEqual(badGrant)
    expect(seen(await token(renewal(app, refresh_token, wide)))).toEqual(
      refused('invalid_scope', 'The requested scope is invalid, unknown, or malformed.'),
    )
    expect((await token(renewal(app, refresh_token))).status).toBe(200)
  })

  test('may narrow the scope, and keeps it when it is empty', async () => {
    const { token, app, tokens } = await scene()
    const { refresh_token } = await tokens()
    const same = (await token(renewal(app, refresh_token, { scope: ' ' }))).body
    expect(same.scope).toBe('profile:read workouts:read')
    const scope = 'workouts:read'
    const narrow = (await token(renewal(app, same.refresh_token, { scope }))).body
    expect(narrow.scope).toBe('workouts:read')
  })

  test('rejects access tokens and tokens of another app', async () => {
    const { ctx, token, seen, app, as, tokens } = await scene()
    const { access_token, refresh_token } = await tokens()
    expect(seen(await token(renewal(app, access_token)))).toEqual(badGrant)
    expect(seen(await token(renewal(await anApp(ctx, as), refresh_token)))).toEqual(badGrant)
    expect((await token(renewal(app, refresh_token))).status).toBe(200)
  })

  test('issues access tokens for 10 days and refresh tokens for 20', async () => {
    const { token, use, clock, seen, app, tokens } = await scene()
    const { access_token, refresh_token } = await tokens()
    const { refresh_token: later } = await tokens()
    clock.advance(10 * DAY)
    expect(await use(access_token)).toBe(200)
    clock.advance(1)
    expect(await use(access_token)).toBe(401)
    clock.advance(10 * DAY - 1)
    expect((await token(renewal(app, refresh_token))).status).toBe(200)
    clock.advance(1)
    expect(seen(await token(renewal(app, later)))).toEqual(badGrant)
  })

  test('works for a suspended account, but not for a deactivated one', async () => {
    const { ctx, call, token, seen, app, as, tokens } = await scene()
    const { refresh_token } = await tokens()
    await writeTo(ctx.db, (tx) => updateUser(tx, as.id, { suspended_at: ctx.clock.now() }))
    const { status, body } = await token(renewal(app, refresh_token))
    expect(status).toBe(200)
    const authorization = `Bearer ${body.access_token}`
    expect((await call('GET', '/api/workouts', { authorization })).status).toBe(403)
    await writeTo(ctx.db, (tx) => updateUser(tx, as.id, { is_active: 0 }))
    expect(seen(await token(renewal(app, body.refresh_token)))).toEqual(badGrant)
    expect(await call('GET', '/api/workouts', { authorization })).toMatchObject({
      status: 401,
      body: { message: 'provide a valid auth token', status: 'error' },
    })
  })
})

describe('a refresh token that is sent twice', () => {
  test('is rejected the second time, and within seconds the new tokens stay valid', async () => {
    const { token, use, seen, clock, app, tokens } = await scene()
    const { refresh_token } = await tokens()
    const { body } = await token(renewal(app, refresh_token))
    clock.advance(10_000)
    expect(seen(await token(renewal(app, refresh_token)))).toEqual(badGrant)
    expect(await use(body.access_token)).toBe(200)
  })

  test('revokes all tokens derived from it when it is sent later, and no others', async () => {
    const { token, use, seen, clock, app, tokens } = await scene()
    const [stolen, other] = [await tokens(), await tokens()]
    const second = (await token(renewal(app, stolen.refresh_token))).body
    const third = (await token(renewal(app, second.refresh_token))).body
    clock.advance(10_001)
    expect(seen(await token(renewal(app, stolen.refresh_token)))).toEqual(badGrant)
    expect(await use(third.access_token)).toBe(401)
    expect(seen(await token(renewal(app, third.refresh_token)))).toEqual(badGrant)
    expect(await use(other.access_token)).toBe(200)
  })
})

describe('POST /api/oauth/revoke', () => {
  test.each([
    ['access_token', {}],
    ['refresh_token', {}],
    ['access_token', { token_type_hint: 'access_token' }],
    ['refresh_token', { token_type_hint: 'refresh_token' }],
    ['access_token', { token_type_hint: 'refresh_token' }],
    ['refresh_token', { token_type_hint: '' }],
  ])('revokes both tokens for the %s with %p', async (kind, hint) => {
    const { revoke, token, use, seen, app, tokens } = await scene()
    const pair = await tokens()
    const answer = await revoke({ ...credentials(app), token: pair[kind], ...hint })
    expect(seen(answer)).toEqual({ status: 200, body: {} })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await use(pair.access_token)).toBe(401)
    expect(seen(await token(renewal(app, pair.refresh_token)))).toEqual(badGrant)
  })

  test('returns the same for an unknown token', async () => {
    const { revoke, seen, app } = await scene()
    expect(seen(await revoke({ ...credentials(app), token: 'wrong' }))).toEqual({
      status: 200,
      body: {},
    })
  })

  test('does not revoke new tokens when a client revokes those they replaced', async () => {
    const { revoke, token, use, app, tokens } = await scene()
    const old = await tokens()
    const { body } = await token(renewal(app, old.refresh_token))
    await revoke({ ...credentials(app), token: old.access_token })
    expect(await use(body.access_token)).toBe(200)
  })

  test('checks the secret, then token and hint, then the owner of the token', async () => {
    const { ctx, revoke, seen, use, app, as, tokens } = await scene()
    const { access_token } = await tokens()
    const other = await anApp(ctx, as)
    const hint = { token_type_hint: 'id_token' }
    expect(seen(await revoke({ ...credentials(app), client_secret: 'x', ...hint }))).toEqual(
      wrongSecret,
    )
    expect(seen(await revoke({ ...credentials(app), ...hint }))).toEqual(refused('invalid_request'))
    expect(seen(await revoke({ ...credentials(other), token: access_token, ...hint }))).toEqual({
      status: 401,
      body: { error: 'unsupported_token_type' },
    })
    expect(seen(await revoke({ ...credentials(other), token: access_token }))).toEqual(badGrant)
    expect(await use(access_token)).toBe(200)
  })
})

describe('the rate limit', () => {
  test.each(['token', 'revoke'])('applies to POST /api/oauth/%s', async (path) => {
    const auth = [{ count: 1, windowSeconds: 60, text: '1 per 1 minute' }]
    const { call } = startServer({ rateLimits: { api: [], auth } })
    const body = new URLSearchParams()
    expect((await call('POST', `/api/oauth/${path}`, { body })).status).toBe(400)
    expect((await call('POST', `/api/oauth/${path}`, { body })).status).toBe(429)
  })
})
