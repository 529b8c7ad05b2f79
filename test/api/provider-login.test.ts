import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { LoginSettings, ProviderSettings } from '@/lib/config/login-settings'
import type { RegistrationMode } from '@/store/db/schema/columns'
import { aPerson } from '../support/accounts'
import { startServer } from '../support/client'
import { anOwner } from '../support/factories'
import { startMailbox } from '../support/mailbox'
import { parametersOf, providerCalls, withProvider } from '../support/provider-logins'
import { type RealProvider, startRealProvider } from '../support/real-provider'

const PROFILE = '/api/auth/profile'

let provider: RealProvider
const claims = new Map<string, object>()

beforeAll(async () => {
  provider = await startRealProvider({
    uiUrl: 'http://localhost',
    claims: (name) => claims.get(name) ?? {},
  })
})
afterAll(() => provider.stop())

interface Changes extends Partial<LoginSettings> {
  mode?: RegistrationMode
  maxUsers?: number
  settings?: Partial<ProviderSettings>
  withMail?: boolean
}

/** A server with an owner and a provider, and a function that logs in as a browser does. */
async function open({ mode = 'open', maxUsers = 0, settings, withMail, ...login }: Changes = {}) {
  const mailbox = withMail ? await startMailbox() : undefined
  const server = startServer({
    ...withProvider({ ...provider.settings, ...settings }, login),
    ...(mailbox && { mail: mailbox.settings }),
  })
  const owner = await anOwner(server.ctx, { username: 'olga' })
  await server.ctx.db
    .updateTable('app_config')
    .set({ registration_mode: mode, max_users: maxUsers })
    .execute()
  const { start, finish } = providerCalls(server.call)
  const logIn = async (name: string, from?: string) => {
    const { url, cookie } = await start(from === undefined ? {} : { from })
    return finish(cookie, parametersOf(await provider.logIn(url, name)))
  }
  const profileOf = async (token: string) =>
    (await server.call('GET', PROFILE, { authorization: `Bearer ${token}` })).body.data
  const audit = async () =>
    (await server.ctx.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()).map(
      ({ action, details }) => [action, JSON.parse(details ?? '{}')],
    )
  return { ...server, owner, logIn, profileOf, audit, start, finish, mailbox }
}

describe('a login through an OpenID Connect provider', () => {
  test('creates an account with a name that resembles that of the person', async () => {
    const { logIn, profileOf, audit, ctx, call } = await open()
    const { status, body, headers } = await logIn('ann.smith', '/workouts?page=2')
    expect([status, body.from, body.message]).toEqual([
      200,
      '/workouts?page=2',
      'successfully logged in',
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await profileOf(body.auth_token)).toMatchObject({
      username: 'ann_smith',
      email: 'ann.smith@example.org',
    })
    expect(await audit()).toEqual([
      ['account_created', { method: 'provider' }],
      ['identity_linked', { name: 'ann.smith' }],
      ['logged_in', { method: 'provider' }],
    ])
    const authorization = `Bearer ${body.auth_token}`
    const { body: list } = await call('GET', '/api/auth/sessions', { authorization })
    expect(list.data.sessions).toMatchObject([{ login_method: 'provider', is_current: true }])
    const [user] = await ctx.db
      .selectFrom('users')
      .select(['password_hash', 'accepted_policy_at'])
      .where('username', '=', 'ann_smith')
      .execute()
    expect(user).toEqual({ password_hash: '', accepted_policy_at: null })
  })

  test('leads to the same account again, whatever its email address is meanwhile', async () => {
    const { logIn, profileOf, ctx } = await open()
    await logIn('ben')
    await ctx.db
      .updateTable('users')
      .set({ email: 'ben@other.org' })
      .where('username', '=', 'ben')
      .execute()
    const { body } = await logIn('ben')
    expect(await profileOf(body.auth_token)).toMatchObject({
      username: 'ben',
      email: 'ben@other.org',
    })
  })

  test('finds a free username, and one that the rules allow', async () => {
    const { logIn, profileOf, ctx } = await open()
    await aPerson({ ctx }, { username: 'carl' })
    const names = async (name: string, preferred: unknown) => {
      claims.set(name, { preferred_username: preferred })
      return (await profileOf((await logIn(name)).body.auth_token)).username
    }
    expect(await names('carl-1', 'Carl')).toBe('Carl_2')
    expect(await names('carl-2', 'carl')).toBe('carl_3')
    expect(await names('carl-3', '李')).toBe('member')
    expect(await names('carl-4', 'Zoë d’Été')).toBe('Zoe_d_Ete')
    expect(await names('carl-5', 'x'.repeat(90))).toBe('x'.repeat(30))
    expect(await names('carl-6', 17)).toBe('carl_6')
  })

  test('has an account without a password, with which nobody can log in', async () => {
    const { logIn, call } = await open()
    await logIn('dora')
    for (const password of ['', 'null', 'undefined'])
      expect(
        await call('POST', '/api/auth/login', { json: { email: 'dora@example.org', password } }),
      ).toMatchObject({ status: 401, body: { message: 'invalid credentials' } })
  })

  test('never takes over an account with the same address', async () => {
    const { logIn, ctx } = await open()
    const emma = await aPerson({ ctx }, { username: 'emma', email: 'Emma@example.org' })
    expect(await logIn('emma')).toMatchObject({ status: 403, code: 'account_exists' })
    expect(
      await ctx.db.selectFrom('identities').selectAll().where('user_id', '=', emma.id).execute(),
    ).toEqual([])
  })

  test('uses an account with the same address if the settings allow that and it is verified', async () => {
    const { logIn, ctx, profileOf, mailbox } = await open({
      settings: { linksByEmail: true },
      withMail: true,
    })
    await aPerson({ ctx }, { username: 'finn', email: 'finn@example.org' })
    claims.set('finn', { email_verified: false })
    expect(await logIn('finn')).toMatchObject({ status: 403, code: 'account_exists' })
    claims.set('finn', {})
    expect(await profileOf((await logIn('finn')).body.auth_token)).toMatchObject({
      username: 'finn',
    })
    await ctx.mail.idle()
    expect(mailbox?.to('finn@example.org').map(({ subject }) => subject)).toEqual([
      'Milepost - Campfire was linked to your account',
    ])
  })

  test('does not use an inactive account, which a stranger may have registered', async () => {
    const { logIn, ctx } = await open({ settings: { linksByEmail: true } })
    await aPerson({ ctx }, { username: 'gina', email: 'gina@example.org', is_active: 0 })
    expect((await logIn('gina')).status).toBe(403)
  })

  test('does not use an account with two-factor login, for which an address is not enough', async () => {
    const { logIn, ctx } = await open({ settings: { linksByEmail: true } })
    const iris = await aPerson({ ctx }, { username: 'iris', email: 'iris@example.org' })
    const protectedSince = { user_id: iris.id, confirmed_at: ctx.clock.now(), last_step: 0 }
    await ctx.db
      .insertInto('two_factor_logins')
      .values({ ...protectedSince, sealed_secret: ctx.sealer.seal('secret') })
      .execute()
    expect((await logIn('iris')).status).toBe(403)
  })

  test('to a deactivated account is rejected as with a password; a suspended one may log in', async () => {
    const { logIn, ctx } = await open()
    await logIn('hugo')
    const set = (changes: object) =>
      ctx.db.updateTable('users').set(changes).where('username', '=', 'hugo').execute()
    await set({ is_active: 0 })
    expect(await logIn('hugo')).toMatchObject({
      status: 401,
      body: { message: 'invalid credentials', status: 'error' },
    })
    await set({ is_active: 1, suspended_at: ctx.clock.now() })
    expect((await logIn('hugo')).status).toBe(200)
  })
})

describe('accounts for people whom the provider knows', () => {
  test.each([
    ['off', 'off' as const, [], 403],
    ['for members of a group', ['runners', 'staff'], ['staff'], 200],
    ['for members of other groups', ['runners'], ['run', 'ners'], 403],
    ['for members of a group that is a text', ['runners'], 'runners', 200],
    ['for strange groups', ['runners'], { runners: true }, 403],
  ])('are created: %s', async (_, creation, groups, status) => {
    const { logIn } = await open({ creation })
    claims.set('ida', { groups })
    const response = await logIn('ida')
    expect(response.status).toBe(status)
    if (status === 403) expect(response.code).toBe('no_account')
  })

  test.each([
    ['closed', 403],
    ['invitation', 403],
    ['open', 200],
  ] as const)('depend on the registration mode: %s', async (mode, status) => {
    const { logIn } = await open({ mode })
    expect((await logIn('jana')).status).toBe(status)
  })

  test('are not created on a full server', async () => {
    const { logIn } = await open({ maxUsers: 1 })
    expect(await logIn('kurt')).toMatchObject({
      status: 403,
      body: { message: 'error, registration is disabled' },
    })
  })

  test('use up the invitation of a verified address, whatever the mode is', async () => {
    const { logIn, ctx, call, owner } = await open({ mode: 'closed' })
    await call('POST', '/api/invitations', { as: owner, json: { email: 'lena@example.org' } })
    claims.set('lena', { email_verified: false })
    expect((await logIn('lena')).status).toBe(403)
    claims.set('lena', {})
    expect((await logIn('lena')).status).toBe(200)
    const [invitation] = await ctx.db.selectFrom('invitations').selectAll().execute()
    expect(invitation?.accepted_at).not.toBeNull()
  })

  test('wait for the approval of an administrator, and then are logged in', async () => {
    const { logIn, call, owner } = await open({ mode: 'approval' })
    const waiting = await logIn('mila')
    expect([waiting.status, waiting.body.auth_token]).toEqual([202, undefined])
    expect((await logIn('mila')).status).toBe(202)
    await call('POST', '/api/registration-requests/mila/approve', { as: owner })
    expect((await logIn('mila')).status).toBe(200)
  })

  test('have to confirm an address that the provider has not verified', async () => {
    const { logIn, ctx, mailbox } = await open({ withMail: true })
    claims.set('nora', { email_verified: false })
    expect((await logIn('nora')).status).toBe(202)
    await ctx.mail.idle()
    expect(mailbox?.to('nora@example.org')).toHaveLength(1)
    expect((await logIn('nora')).status).toBe(202)
  })

  test.each([[undefined], ['not an address'], [7], ['a@b']])(
    'need a valid address, not %p',
    async (email) => {
      const { logIn } = await open()
      claims.set('otto', { email })
      expect(await logIn('otto')).toMatchObject({ status: 403, code: 'email_missing' })
    },
  )

  test('become administrators if they belong to the group, of which all administrators hear', async () => {
    const { logIn, ctx, mailbox, audit } = await open({
      settings: { adminGroup: 'captains' },
      withMail: true,
    })
    claims.set('pia', { groups: ['captains'] })
    await logIn('pia')
    const { role } = await ctx.db
      .selectFrom('users')
      .select('role')
      .where('username', '=', 'pia')
      .executeTakeFirstOrThrow()
    expect(role).toBe('admin')
    expect(await audit()).toContainEqual(['role_changed', { from: 'user', to: 'admin' }])
    await ctx.mail.idle()
    expect(mailbox?.mails.map(({ subject }) => subject)).toContain(
      'Milepost - pia is now an administrator',
    )
  })
})

describe('LOCAL_LOGIN', () => {
  const login = { email: 'quin@example.com', password: 'correct horse 42' }
  const registration = {
    ...login,
    username: 'quin_2',
    email: 'new@example.com',
    accepted_policy: true,
  }

  test.each([
    ['on', 200, 200, true],
    ['existing', 200, 403, false],
    ['off', 403, 403, false],
  ] as const)('%s', async (passwords, loggedIn, registered, isOpen) => {
    const { call, ctx } = await open({ passwords })
    await aPerson({ ctx }, { username: 'quin' })
    expect((await call('POST', '/api/auth/login', { json: login })).status).toBe(loggedIn)
    const register = await call('POST', '/api/auth/register', { json: registration })
    expect(register.status).toBe(registered)
    expect((await call('GET', '/api/config')).body.data).toMatchObject({
      is_registration_enabled: isOpen,
      login_methods: { password: passwords !== 'off', provider: 'Campfire', proxy: false },
    })
  })

  test('off rejects passwords with an error that says so, and links for resetting them', async () => {
    const { call } = await open({ passwords: 'off', withMail: true })
    const rejection = {
      status: 403,
      code: 'password_login_off',
      body: {
        message: 'logins with a password are turned off on this server',
        status: 'error',
      },
    }
    expect(await call('POST', '/api/auth/login', { json: login })).toMatchObject(rejection)
    const json = { email: login.email }
    expect(await call('POST', '/api/auth/password/reset-request', { json })).toMatchObject(
      rejection,
    )
  })
})

describe('the page after the login', () => {
  test.each([
    ['/workouts/abc?tab=laps#map', '/workouts/abc?tab=laps#map'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['workouts', '/'],
    [`/${'x'.repeat(2000)}`, '/'],
  ])('%j', async (from, expected) => {
    const { logIn } = await open()
    expect((await logIn('rosa', from)).body.from).toBe(expected)
  })
})

test('a server without a provider says so', async () => {
  const { call } = startServer()
  const { status, body } = await call('POST', '/api/auth/login/provider', { json: {} })
  expect([status, body.message]).toEqual([404, 'this server has no login provider'])
})
