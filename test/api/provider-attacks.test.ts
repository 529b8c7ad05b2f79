import { describe, expect, test } from 'bun:test'
import { aPerson, PASSWORD } from '../support/accounts'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'
import { anOwner } from '../support/factories'
import { type FakeProvider, startFakeProvider } from '../support/fake-provider'
import { unusedUrl } from '../support/fake-server'
import { parametersOf, providerCalls, withProvider } from '../support/provider-logins'
import { startRealProvider } from '../support/real-provider'

const FAILED = {
  status: 401,
  body: { message: 'the login failed, please try again', status: 'error' },
}
const NOT_STARTED = {
  status: 400,
  body: {
    message: 'this login was not started in this browser, or took too long: start again',
    status: 'error',
  },
}
const UNREACHABLE = {
  status: 503,
  body: {
    message: 'the login provider is unreachable, please try again later',
    status: 'error',
  },
}

/** What is wrong with the responses of a provider; `foreignKey` is the id of a key that is not the provider's. */
type Falsified = Partial<
  Pick<FakeProvider, 'claims' | 'header' | 'metadata' | 'userInfo' | 'tokenResponse'>
> & { foreignKey?: string }

/** A server and its provider. */
async function open({ foreignKey, ...falsified }: Falsified = {}) {
  const provider = Object.assign(startFakeProvider(), falsified)
  if (foreignKey) provider.rotateKey({ isPublished: false, kid: foreignKey })
  const server = startServer(withProvider(provider.settings))
  await anOwner(server.ctx)
  const calls = providerCalls(server.call)
  const begin = async () => {
    const started = await calls.start()
    provider.authenticate(started.url)
    return started
  }
  const logIn = async (parameters: object = {}) => {
    const { cookie, state } = await begin()
    return calls.finish(cookie, { state, code: 'a-code', iss: provider.server.url, ...parameters })
  }
  const sessions = () => server.ctx.db.selectFrom('sessions').selectAll().execute()
  return { ...server, ...calls, provider, begin, logIn, sessions }
}

describe('the request to the provider', () => {
  test('has a fresh state, nonce and PKCE challenge, and the exact redirect URI', async () => {
    const { start, provider } = await open()
    const [one, other] = [await start(), await start()]
    const query = parametersOf(new URL(one.url))
    expect(query).toMatchObject({
      client_id: 'milepost',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost/login/callback',
      response_type: 'code',
      scope: 'openid profile email',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(query[name]?.length).toBeGreaterThanOrEqual(43)
      expect(new URL(other.url).searchParams.get(name)).not.toBe(query[name] ?? '')
    }
    expect(query.prompt).toBeUndefined()
    expect(new URL((await start({ again: true })).url).searchParams.get('prompt')).toBe('login')
    expect(provider.server.asked.map(({ path }) => path)).toEqual([
      '/.well-known/openid-configuration',
    ])
  })

  test('is bound to the browser by a cookie that neither scripts nor other sites get', async () => {
    const { call } = await open()
    const { headers } = await call('POST', '/api/auth/login/provider', { json: {} })
    expect(headers.getSetCookie()).toHaveLength(1)
    expect(headers.get('set-cookie')).toMatch(
      /^milepost-login=[\w-]+; Path=\/api\/auth; Max-Age=600; HttpOnly; SameSite=Strict$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('a login with a response of the provider', () => {
  test('succeeds, proves possession of the PKCE verifier, and deletes the cookie', async () => {
    const { logIn, provider } = await open()
    const { status, headers } = await logIn()
    expect(status).toBe(200)
    expect(headers.getSetCookie()[0]).toMatch(/^milepost-login=; .*Max-Age=0;/)
    const token = provider.server.asked.find(({ path }) => path === '/token')
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toMatchObject({
      grant_type: 'authorization_code',
      code: 'a-code',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: 'http://localhost/login/callback',
    })
    expect(token?.headers.get('user-agent')).toStartWith('Milepost v')
  })

  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const tokens = (body: object, init: ResponseInit = {}) => ({
    tokenResponse: () => Response.json(body, init),
  })

  test.each<[string, Falsified]>([
    ['another issuer in the ID token', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'other-client' } }],
    ['another authorized party', { claims: { aud: ['milepost', 'other'], azp: 'other' } }],
    ['another nonce', { claims: { nonce: 'replayed' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an expired ID token', { claims: { exp: inSeconds(-120) } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['an ID token of the future', { claims: { nbf: inSeconds(600) } }],
    ['no subject', { claims: { sub: undefined } }],
    ['alg: none', { header: { alg: 'none' } }],
    [
      'alg: none, which the provider announces',
      {
        header: { alg: 'none' },
        metadata: { id_token_signing_alg_values_supported: ['RS256', 'none'] },
      },
    ],
    [
      'alg: HS256, which the provider announces',
      {
        header: { alg: 'HS256' },
        metadata: { id_token_signing_alg_values_supported: ['RS256', 'HS256'] },
      },
    ],
    ['a key that was not published', { foreignKey: 'second' }],
    ['a foreign key with the id of a published one', { foreignKey: 'first' }],
    ['a user info of someone else', { userInfo: { sub: 'person-2', email: 'eve@example.org' } }],
    ['no ID token', tokens({ access_token: 'access', token_type: 'Bearer' })],
    ['a code that was used before', tokens({ error: 'invalid_grant' }, { status: 400 })],
    [
      'a redirect instead of tokens',
      { tokenResponse: () => Response.redirect('http://169.254.169.254/latest') },
    ],
  ])('is rejected: %s', async (_, falsified) => {
    const { logIn, sessions } = await open(falsified)
    expect(await logIn()).toMatchObject(FAILED)
    expect(await sessions()).toEqual([])
  })

  test.each<[string, object]>([
    ['another issuer (a mix-up)', { iss: 'https://evil.example' }],
    ['an error', { code: undefined, error: 'access_denied' }],
    ['neither a code nor an error', { code: undefined }],
  ])('is rejected: %s', async (_, parameters) => {
    const { logIn, provider } = await open()
    expect(await logIn(parameters)).toMatchObject(FAILED)
    expect(provider.server.asked.map(({ path }) => path)).not.toContain('/token')
  })

  test('is rejected without an issuer if the provider promises to send one (RFC 9207)', async () => {
    const { logIn, provider } = await open({
      metadata: { authorization_response_iss_parameter_supported: true },
    })
    expect(await logIn({ iss: undefined })).toMatchObject(FAILED)
    expect(provider.server.asked.map(({ path }) => path)).not.toContain('/token')
    expect((await logIn()).status).toBe(200)
  })

  test('tolerates clocks that differ a little', async () => {
    const { logIn, provider } = await open()
    provider.claims.exp = inSeconds(-5)
    expect((await logIn()).status).toBe(200)
  })

  test('uses new keys as soon as the provider has them', async () => {
    const { logIn, provider } = await open()
    expect((await logIn()).status).toBe(200)
    provider.rotateKey()
    expect([(await logIn()).status, (await logIn()).status]).toContain(200)
  })

  test('reads claims that only the user info endpoint has', async () => {
    const { logIn, call } = await open({
      claims: { email: undefined, preferred_username: undefined },
      userInfo: {
        ...{ sub: 'person-1', email: 'kim@example.org', email_verified: true },
        preferred_username: 'kim',
      },
    })
    const authorization = `Bearer ${(await logIn()).body.auth_token}`
    const { body } = await call('GET', '/api/auth/profile', { authorization })
    expect(body.data).toMatchObject({ username: 'kim', email: 'kim@example.org' })
  })
})

describe('an email address', () => {
  const address = { email: 'kim@example.org' }
  const other = { email: 'other@example.org' }

  test.each<[string, Falsified, number]>([
    ['in the ID token, with its verification', { claims: { email_verified: true } }, 200],
    [
      'at the user info endpoint, with its verification',
      {
        claims: { email: undefined, email_verified: undefined },
        userInfo: { sub: 'person-1', ...address, email_verified: true },
      },
      200,
    ],
    [
      'in the ID token, and another one that is verified',
      {
        claims: { ...address, email_verified: undefined },
        userInfo: { sub: 'person-1', ...other, email_verified: true },
      },
      403,
    ],
    [
      'at the user info endpoint, and a verification in the ID token',
      {
        claims: { email: undefined, email_verified: true },
        userInfo: { sub: 'person-1', ...address },
      },
      403,
    ],
  ])('leads to an account only if it is verified: %s', async (_, falsified, status) => {
    const { logIn, ctx } = await open(falsified)
    await aPerson({ ctx }, { username: 'kim', ...address })
    const { provider } = ctx.config.login
    if (provider) provider.linksByEmail = true
    expect((await logIn()).status).toBe(status)
  })
})

describe('the browser that finishes a login', () => {
  test('must be the one that started it', async () => {
    const { begin, finish, start, provider } = await open()
    const mine = await begin()
    const other = await start()
    const response = { code: 'a-code', state: mine.state }
    for (const cookie of ['', other.cookie, `${mine.cookie.slice(0, -4)}AAAA`, 'milepost-login=x'])
      expect(await finish(cookie, response)).toMatchObject(NOT_STARTED)
    expect(await finish(mine.cookie, { ...response, state: `${mine.state}x` })).toMatchObject(
      NOT_STARTED,
    )
    expect(provider.server.asked.map(({ path }) => path)).not.toContain('/token')
    expect((await finish(mine.cookie, response)).status).toBe(200)
  })

  test('must do so within ten minutes', async () => {
    const { begin, finish, clock } = await open()
    const { cookie, state } = await begin()
    clock.advance(10 * 60_000)
    expect(await finish(cookie, { code: 'a-code', state })).toMatchObject(NOT_STARTED)
  })

  test('cannot use a code twice at a real provider', async () => {
    const provider = await startRealProvider({ uiUrl: 'http://localhost' })
    afterTest(async () => provider.stop())
    const { call, ctx } = startServer(withProvider(provider.settings))
    await anOwner(ctx)
    const { start, finish } = providerCalls(call)
    const { url, cookie } = await start()
    const parameters = parametersOf(await provider.logIn(url, 'liv'))
    expect((await finish(cookie, parameters)).status).toBe(200)
    expect(await finish(cookie, parameters)).toMatchObject(FAILED)
  })

  test('cannot link an identity with a login, or log in with a link', async () => {
    const { call, ctx, begin, provider, ...calls } = await open()
    const ann = await aPerson({ ctx }, { username: 'ann' })
    const ben = await aPerson({ ctx }, { username: 'ben' })
    const login = await begin()
    const code = 'a-code'
    expect(await calls.link(ann, login.cookie, { state: login.state, code })).toMatchObject(
      NOT_STARTED,
    )
    const link = await calls.startLinking(ann, { password: PASSWORD })
    provider.authenticate(link.url)
    const response = { state: link.state, code }
    expect(await calls.finish(link.cookie, response)).toMatchObject(NOT_STARTED)
    expect(await calls.link(ben, link.cookie, response)).toMatchObject(NOT_STARTED)
    expect((await calls.link(ann, link.cookie, response)).status).toBe(204)
  })
})

describe('a provider with problems', () => {
  test('that is down does not keep the server from starting, and is tried again', async () => {
    const provider = startFakeProvider()
    const url = unusedUrl()
    const { call } = startServer(withProvider({ ...provider.settings, issuer: url }))
    const start = () => call('POST', '/api/auth/login/provider', { json: {} })
    expect(await start()).toMatchObject(UNREACHABLE)
    expect((await start()).headers.get('retry-after')).toBe('5')
    expect((await call('GET', '/api/ping')).status).toBe(200)
  })

  test('whose issuer is spelt differently is rejected, and the log says how', async () => {
    const provider = startFakeProvider()
    const { call, ctx } = startServer(withProvider(provider.settings))
    const lines: object[] = []
    ctx.log.warn = (fields: object) => {
      lines.push(fields)
    }
    provider.metadata.issuer = `${provider.server.url}/realms/main`
    expect(await call('POST', '/api/auth/login/provider', { json: {} })).toMatchObject(UNREACHABLE)
    expect(JSON.stringify(lines)).toContain(`${provider.server.url}/realms/main`)
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['fails', () => new Response('', { status: 502 })],
    ['sends megabytes', () => new Response('x'.repeat(1_100_000))],
  ])('that %s is reported as unreachable', async (_, tokenResponse) => {
    const { logIn } = await open({ tokenResponse })
    expect(await logIn()).toMatchObject(UNREACHABLE)
  })

  test('does not get its tokens and codes logged', async () => {
    const { logIn, ctx } = await open({ claims: { aud: 'other' } })
    const lines: unknown[] = []
    ctx.log.warn = (...line: unknown[]) => {
      lines.push(line)
    }
    await logIn({ code: 'a-secret-code' })
    expect(JSON.stringify(lines)).toContain('failed')
    expect(JSON.stringify(lines)).not.toMatch(/a-secret-code|eyJ|kim@example/)
  })
})
