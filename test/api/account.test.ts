import { describe, expect, test } from 'bun:test'
import timezones from '@/domain/reference/timezones.json'
import { writeTo } from '@/store/db/connections/transact'
import { getUserById, type UserRow, updateUser } from '@/store/db/queries/accounts/users'
import {
  aPerson,
  badCredentials,
  INVALID_BODIES,
  invalidPayload,
  noToken,
  PASSWORD,
} from '../support/accounts'
import { type Answer, startServer } from '../support/client'
import { anAdmin, aSuspendedUser, aUser } from '../support/factories'

const LOGIN = '/api/auth/login'
const LOGOUT = '/api/auth/logout'
const POLICY = '/api/auth/account/privacy-policy'
const JSON_TYPE = { 'content-type': 'application/json' }
const PROFILE = '/api/auth/profile'
const DAY = 86_400_000

/** A token that the previous release issued for user 1, with the key and time of test servers. It has no issuer. */
const EARLIER_TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIiwianRpIjoiNWQ1MDY2NDItYTBlZS00Yzc3LTgxMjMtZjMwYTk4YWI5NjYxIiwiZXhwIjoxNzc2MDgxNjAwLCJwdXJwb3NlIjoic2Vzc2lvbiIsImVwb2NoIjowfQ.X1EzEED3VPzoWzGQBqOxq6kVPz7tUnJHBsJTI6gtobU'

const unusableSession = (message: string) => ({
  status: 401,
  body: {
    error: 'invalid_token',
    error_description:
      'The access token provided is expired, revoked, malformed, or invalid for other reasons.',
    message: `${message}, please log in again`,
    status: 'error',
  },
})
const invalidSession = unusableSession('invalid token')
const expiredSession = unusableSession('signature expired')

/** A user with a session. */
interface Session {
  server: ReturnType<typeof startServer>
  user: UserRow
  authorization: string
}

/** The claims of a JSON Web Token, without verification. */
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('POST /api/auth/login', () => {
  test('returns a JSON Web Token valid for 30 days, and only strings', async () => {
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

  test('accepts the email address in any case', async () => {
    const server = startServer()
    const user = await aPerson(server)
    const json = { email: user.email.toUpperCase(), password: PASSWORD }
    expect((await server.call('POST', LOGIN, { json })).status).toBe(200)
  })

  test('accepts a password exactly as it was chosen', async () => {
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

  test.each(INVALID_BODIES)('rejects the body %j', async (body) => {
    const { call } = startServer()
    expect(await call('POST', LOGIN, { body, headers: JSON_TYPE })).toMatchObject(invalidPayload)
  })

  test.each([
    { email: 5, password: PASSWORD },
    { email: 'a@example.com', password: 5 },
  ])('rejects %j', async (json) => {
    const { call } = startServer()
    expect(await call('POST', LOGIN, { json })).toMatchObject(invalidPayload)
  })

  test.each([
    ['an unknown email address', { email: 'nobody@example.com' }],
    ['a wrong password', { password: 'wrong password' }],
    ['an empty password', { password: '' }],
    ['no password', { password: undefined }],
    ['null as the password', { password: null }],
    ['no email address', { email: undefined }],
    ['null as the email address', { email: null }],
    ['neither', { email: undefined, password: undefined, other: 1 }],
    [
      'an unknown email address without a password',
      { email: 'nobody@example.com', password: undefined },
    ],
    ['a password in another case', { password: PASSWORD.toUpperCase() }],
  ])('returns 401 for %s', async (_, change) => {
    const server = startServer()
    const { email } = await aPerson(server)
    const json = { email, password: PASSWORD, ...change }
    expect(await server.call('POST', LOGIN, { json })).toMatchObject(badCredentials)
  })

  test('returns 401 for an inactive account', async () => {
    const server = startServer()
    const { email } = await aPerson(server, { is_active: 0 })
    const json = { email, password: PASSWORD }
    expect(await server.call('POST', LOGIN, { json })).toMatchObject(badCredentials)
  })

  test('does not restore an old password when it is changed while its hash is upgraded', async () => {
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

  test('verifies bcrypt hashes of imported accounts and replaces them', async () => {
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
  test('ends this session, but no session that began in the same second', async () => {
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

  test('stores only the digest of the token', async () => {
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
    'requires a token instead of %j',
    async (authorization) => {
      const { call } = startServer()
      const options = authorization === undefined ? {} : { authorization }
      expect(await call('POST', LOGOUT, options)).toMatchObject(noToken)
    },
  )
})

describe('POST /api/auth/account/privacy-policy', () => {
  test('records when the policy was accepted', async () => {
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
    ...INVALID_BODIES,
    '{"accepted_policy": false}',
    '{"accepted_policy": "yes"}',
    '{"accepted_policy": null}',
    '{"accepted_policy": 1}',
  ])('rejects the body %j', async (body) => {
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
  test('lists the 348 documented names in their documented order', async () => {
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
  test('ends when the account is deleted', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    expect((await call('DELETE', `/api/users/${as.username}`, { as })).status).toBe(204)
    expect((await call('GET', '/api/auth/profile', { as })).status).toBe(401)
  })

  test('is never valid for a later account', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    await call('DELETE', `/api/users/${as.username}`, { as })
    const later = await aUser(ctx)
    expect(later.id).toBeGreaterThan(as.id)
    expect((await call('GET', '/api/auth/profile', { as })).status).toBe(401)
  })

  test('ends when the account is deactivated', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    await ctx.db.updateTable('users').set({ is_active: 0 }).execute()
    expect(await call('GET', '/api/auth/profile', { as })).toMatchObject(noToken)
  })

  test.each<[event: string, end: (session: Session) => Promise<Answer>, answer: object]>([
    [
      'logs out',
      ({ server, authorization }) => server.call('POST', LOGOUT, { authorization }),
      invalidSession,
    ],
    [
      'changes the password in another session',
      ({ server, user }) =>
        server.call('PATCH', '/api/auth/profile/edit/account', {
          as: user,
          json: { email: user.email, password: PASSWORD, new_password: `${PASSWORD} and more` },
        }),
      invalidSession,
    ],
    [
      'is deactivated',
      async ({ server, user }) =>
        server.call('PATCH', `/api/users/${user.username}`, {
          as: await anAdmin(server.ctx),
          json: { activate: false },
        }),
      noToken,
    ],
    [
      'deletes the account',
      ({ server, user }) => server.call('DELETE', `/api/users/${user.username}`, { as: user }),
      invalidSession,
    ],
  ])('ends when its user %s, although its token is cached', async (_, end, answer) => {
    const server = startServer()
    const user = await aPerson(server)
    const token = await server.ctx.sessions.issue(user.id, user.session_epoch)
    const authorization = `Bearer ${token}`
    for (let time = 0; time < 2; time += 1)
      expect((await server.call('GET', PROFILE, { authorization })).status).toBe(200)
    expect((await end({ server, user, authorization })).status).toBeWithin(200, 300)
    expect(await server.call('GET', PROFILE, { authorization })).toMatchObject(answer)
    expect(await server.ctx.sessions.verify(token)).toMatchObject({ valid: true })
  })
})

describe('a session from an earlier release', () => {
  const authorization = `Bearer ${EARLIER_TOKEN}`

  test('stays valid until it expires', async () => {
    const { call, clock, ctx } = startServer()
    const { id, session_epoch } = await aUser(ctx)
    expect([id, session_epoch]).toEqual([1, 0])
    const profile = () => call('GET', PROFILE, { authorization })
    expect((await profile()).status).toBe(200)
    clock.advance(30 * DAY - 1)
    expect((await profile()).status).toBe(200)
    clock.advance(1)
    expect(await profile()).toMatchObject(expiredSession)
  })

  test('ends when its user logs out', async () => {
    const { call, ctx } = startServer()
    await aUser(ctx)
    expect((await call('POST', LOGOUT, { authorization })).status).toBe(200)
    expect(await call('GET', PROFILE, { authorization })).toMatchObject(invalidSession)
  })
})
