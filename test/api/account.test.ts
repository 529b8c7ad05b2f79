import { describe, expect, test } from 'bun:test'
import { getUserById, updateUser } from '@/db/queries/users'
import { writeTo } from '@/db/transact'
import timezones from '@/reference/timezones.json'
import {
  aPerson,
  badCredentials,
  invalidPayload,
  NO_BODIES,
  noToken,
  PASSWORD,
} from '../support/accounts'
import { startServer } from '../support/client'
import { aSuspendedUser, aUser } from '../support/factories'

const LOGIN = '/api/auth/login'
const LOGOUT = '/api/auth/logout'
const POLICY = '/api/auth/account/privacy-policy'
const JSON_TYPE = { 'content-type': 'application/json' }
const DAY = 86_400_000

/** The claims of a JSON Web Token, unchecked. */
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('POST /api/auth/login', () => {
  test('answers a JSON Web Token for 30 days, and nothing but texts', async () => {
    const server = startServer()
    const user = await aPerson(server)
    const json = { email: user.email, password: PASSWORD }
    const { status, body } = await server.call('POST', LOGIN, { json })
    expect(status).toBe(200)
    expect(body).toEqual({
      auth_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      message: 'successfully logged in',
      status: 'success',
    })
    const { exp, sub } = claimsOf(body.auth_token)
    expect(sub).toBe(String(user.id))
    expect(exp).toBe(server.clock.now() / 1000 + 30 * 24 * 3600)
  })

  test('takes the address in any case', async () => {
    const server = startServer()
    const user = await aPerson(server)
    const json = { email: user.email.toUpperCase(), password: PASSWORD }
    expect((await server.call('POST', LOGIN, { json })).status).toBe(200)
  })

  test('takes a password exactly as it was chosen', async () => {
    const server = startServer()
    const as = await aPerson(server)
    const chosen = `  Ümlaut and SPACES ${'and more '.repeat(20)}end  `
    const change = { email: as.email, password: PASSWORD, new_password: chosen }
    const changed = await server.call('PATCH', '/api/auth/profile/edit/account', {
      ...{ as, json: change },
    })
    expect(changed.status).toBe(200)
    const others = [chosen.trim(), chosen.toLowerCase(), chosen.slice(0, 72), `${chosen} `]
    for (const password of [...others, chosen.normalize('NFD')]) {
      const answer = await server.call('POST', LOGIN, { json: { email: as.email, password } })
      expect(answer).toMatchObject(badCredentials)
    }
    const json = { email: as.email, password: chosen }
    expect((await server.call('POST', LOGIN, { json })).status).toBe(200)
  })

  test('is open to suspended accounts', async () => {
    const server = startServer()
    const { email } = await aPerson(server, { suspended_at: 1 })
    const json = { email, password: PASSWORD }
    expect((await server.call('POST', LOGIN, { json })).status).toBe(200)
  })

  test.each(NO_BODIES)('refuses the body %j', async (body) => {
    const { call } = startServer()
    expect(await call('POST', LOGIN, { body, headers: JSON_TYPE })).toMatchObject(invalidPayload)
  })

  test.each([
    { email: 5, password: PASSWORD },
    { email: 'a@example.com', password: 5 },
  ])('refuses %j', async (json) => {
    const { call } = startServer()
    expect(await call('POST', LOGIN, { json })).toMatchObject(invalidPayload)
  })

  test.each([
    ['an unknown address', { email: 'nobody@example.com' }],
    ['a wrong password', { password: 'wrong password' }],
    ['an empty password', { password: '' }],
    ['no password', { password: undefined }],
    ['null as password', { password: null }],
    ['no address', { email: undefined }],
    ['null as address', { email: null }],
    ['neither of them', { email: undefined, password: undefined, other: 1 }],
    [
      'neither a known address nor a password',
      { email: 'nobody@example.com', password: undefined },
    ],
    ['a password in other case', { password: PASSWORD.toUpperCase() }],
  ])('answers 401 for %s', async (_, change) => {
    const server = startServer()
    const { email } = await aPerson(server)
    const json = { email, password: PASSWORD, ...change }
    expect(await server.call('POST', LOGIN, { json })).toMatchObject(badCredentials)
  })

  test('answers 401 for an inactive account', async () => {
    const server = startServer()
    const { email } = await aPerson(server, { is_active: 0 })
    const json = { email, password: PASSWORD }
    expect(await server.call('POST', LOGIN, { json })).toMatchObject(badCredentials)
  })

  test('does not bring a password back that is changed while its hash is replaced', async () => {
    const server = startServer()
    const { ctx, call } = server
    const imported = await Bun.password.hash(PASSWORD, { algorithm: 'bcrypt', cost: 4 })
    const user = await aPerson(server, { password_hash: imported })
    const { passwords } = ctx
    const another = await passwords.hash('another horse 43')
    ctx.passwords = {
      ...passwords,
      hash: async (password) => {
        await writeTo(ctx.db, (tx) => updateUser(tx, user.id, { password_hash: another }))
        return passwords.hash(password)
      },
    }
    await call('POST', LOGIN, { json: { email: user.email, password: PASSWORD } })
    expect((await getUserById(ctx.db, user.id)).password_hash).toBe(another)
  })

  test('verifies bcrypt hashes of imported accounts, and replaces them', async () => {
    const server = startServer()
    const imported = await Bun.password.hash(PASSWORD, { algorithm: 'bcrypt', cost: 4 })
    const user = await aUser(server.ctx, { password_hash: imported })
    const login = (password: string) =>
      server.call('POST', LOGIN, { json: { email: user.email, password } })
    expect((await login('wrong password')).status).toBe(401)
    expect((await getUserById(server.ctx.db, user.id)).password_hash).toBe(imported)
    expect((await login(PASSWORD)).status).toBe(200)
    expect((await getUserById(server.ctx.db, user.id)).password_hash).toStartWith('$argon2id$')
    expect((await login(PASSWORD)).status).toBe(200)
  })
})

describe('POST /api/auth/logout', () => {
  test('ends this session and none that began in the same second', async () => {
    const server = startServer()
    const user = await aPerson(server)
    const login = { json: { email: user.email, password: PASSWORD } }
    const one = await server.call('POST', LOGIN, login)
    const other = await server.call('POST', LOGIN, login)
    const authorization = `Bearer ${one.body.auth_token}`
    const { status, body } = await server.call('POST', LOGOUT, { authorization })
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'successfully logged out', status: 'success' })
    const profile = await server.call('GET', '/api/auth/profile', { authorization })
    expect(profile).toMatchObject({
      status: 401,
      body: { error: 'invalid_token', message: 'invalid token, please log in again' },
    })
    expect(await server.call('POST', LOGOUT, { authorization })).toMatchObject(noToken)
    const still = { authorization: `Bearer ${other.body.auth_token}` }
    expect((await server.call('GET', '/api/auth/profile', still)).status).toBe(200)
  })

  test('keeps only the digest of the token', async () => {
    const server = startServer()
    const as = await aUser(server.ctx)
    await server.call('POST', LOGOUT, { as })
    const [row] = await server.ctx.db.selectFrom('blacklisted_tokens').selectAll().execute()
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.expires_at).toBe(server.clock.now() + 30 * DAY)
  })

  test('is open to suspended accounts', async () => {
    const { call, ctx } = startServer()
    expect((await call('POST', LOGOUT, { as: await aSuspendedUser(ctx) })).status).toBe(200)
  })

  test.each([undefined, 'Bearer', 'Bearer nonsense', 'Basic YTpi'])(
    'asks for a token instead of %j',
    async (authorization) => {
      const { call } = startServer()
      const options = authorization === undefined ? {} : { authorization }
      expect(await call('POST', LOGOUT, options)).toMatchObject(noToken)
    },
  )
})

describe('POST /api/auth/account/privacy-policy', () => {
  test('notes when the policy was accepted', async () => {
    const { call, ctx, clock } = startServer()
    const as = await aUser(ctx)
    const profile = async () => (await call('GET', '/api/auth/profile', { as })).body.data
    expect((await profile()).accepted_privacy_policy).toBeNull()
    const { status, body } = await call('POST', POLICY, { as, json: { accepted_policy: true } })
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success' } })
    expect((await profile()).accepted_privacy_policy).toBeTrue()
    clock.advance(1000)
    await ctx.db.updateTable('app_config').set({ privacy_policy_at: clock.now() }).execute()
    expect((await profile()).accepted_privacy_policy).toBeFalse()
  })

  test.each([
    ...NO_BODIES,
    '{"accepted_policy": false}',
    '{"accepted_policy": "yes"}',
    '{"accepted_policy": null}',
    '{"accepted_policy": 1}',
  ])('refuses the body %j', async (body) => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    expect(await call('POST', POLICY, { as, body, headers: JSON_TYPE })).toMatchObject(
      invalidPayload,
    )
  })

  test('is open to suspended accounts', async () => {
    const { call, ctx } = startServer()
    const as = await aSuspendedUser(ctx)
    const json = { accepted_policy: true }
    expect((await call('POST', POLICY, { as, json })).status).toBe(200)
  })
})

describe('GET /api/auth/timezones', () => {
  test('lists the 348 names of the contract, in its order', async () => {
    const { call } = startServer()
    const { status, body } = await call('GET', '/api/auth/timezones')
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'success', timezones: timezones.timezones })
    expect(body.timezones).toHaveLength(348)
    expect(body.timezones[0]).toBe('Africa/Abidjan')
    expect(body.timezones.at(-1)).toBe('Pacific/Wallis')
  })
})

describe('a session', () => {
  test('ends with the account', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    expect((await call('DELETE', `/api/users/${as.username}`, { as })).status).toBe(204)
    expect((await call('GET', '/api/auth/profile', { as })).status).toBe(401)
  })

  test('never becomes that of a later account', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    await call('DELETE', `/api/users/${as.username}`, { as })
    const later = await aUser(ctx)
    expect(later.id).toBeGreaterThan(as.id)
    expect((await call('GET', '/api/auth/profile', { as })).status).toBe(401)
  })

  test('ends when the account is closed', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    await ctx.db.updateTable('users').set({ is_active: 0 }).execute()
    expect(await call('GET', '/api/auth/profile', { as })).toMatchObject(noToken)
  })
})
