import { describe, expect, test } from 'bun:test'
import type { LoginSettings } from '@/lib/config/login-settings'
import { forward } from '@/server/http/forward'
import { aPerson } from '../support/accounts'
import { startServer } from '../support/client'
import { anOwner } from '../support/factories'
import { startFakeServer } from '../support/fake-server'

const PROXY = '192.0.2.1'
const LOGIN = '/api/auth/login/proxy'
const HEADERS = { user: 'remote-user', email: 'remote-email', groups: 'remote-groups' }

/** A server behind a proxy that authenticates users. */
async function open({ from = PROXY, ...changes }: Partial<LoginSettings> & { from?: string } = {}) {
  const login: LoginSettings = {
    ...{ passwords: 'on', provider: undefined, proxy: HEADERS, creation: 'off' },
    ...changes,
  }
  const server = startServer({ login, trustedProxies: [PROXY] })
  server.ctx.addresses.askBy(() => from)
  await anOwner(server.ctx)
  const ann = await aPerson(server, { username: 'ann', email: 'ann@example.org' })
  const logIn = (headers: Record<string, string>) => server.call('POST', LOGIN, { headers })
  const nameOf = async (headers: Record<string, string>) => {
    const { body } = await logIn(headers)
    const authorization = `Bearer ${body.auth_token}`
    return (await server.call('GET', '/api/auth/profile', { authorization })).body.data?.username
  }
  return { ...server, ann, logIn, nameOf }
}

describe('POST /api/auth/login/proxy', () => {
  test('logs in the user whom the proxy names, as a session of a separate kind', async () => {
    const { logIn, call, ctx } = await open()
    const { status, body, headers } = await logIn({ 'remote-user': 'Ann' })
    expect([status, body.message]).toEqual([200, 'successfully logged in'])
    expect(headers.get('cache-control')).toBe('no-store')
    const authorization = `Bearer ${body.auth_token}`
    const { body: list } = await call('GET', '/api/auth/sessions', { authorization })
    expect(list.data.sessions).toMatchObject([{ login_method: 'proxy' }])
    const entry = await ctx.db
      .selectFrom('audit_entries')
      .select('details')
      .where('action', '=', 'logged_in')
      .executeTakeFirst()
    expect(String(entry?.details)).toBe('{"method":"proxy"}')
  })

  test('finds an account by its email address, too', async () => {
    const { nameOf } = await open()
    expect(await nameOf({ 'remote-user': 'ANN@example.org' })).toBe('ann')
  })

  test.each([['198.51.100.7'], ['127.0.0.1'], ['unknown'], ['192.0.2.11']])(
    'ignores the header from %s, whatever that forwards',
    async (from) => {
      const { logIn } = await open({ from })
      expect(await logIn({ 'remote-user': 'ann', 'x-forwarded-for': PROXY })).toMatchObject({
        status: 401,
        body: { message: 'the proxy did not say who you are' },
      })
    },
  )

  test('accepts an IPv4 address in its IPv6 form', async () => {
    const { nameOf } = await open({ from: `::ffff:${PROXY}` })
    expect(await nameOf({ 'remote-user': 'ann' })).toBe('ann')
  })

  test('does not know a user without the header, or with an empty one', async () => {
    const { logIn } = await open()
    for (const headers of [{}, { 'remote-user': '' }, { 'remote-user': '  ' }])
      expect((await logIn(headers)).status).toBe(401)
  })

  test.each([
    ['ann, ben'],
    ['ann,'],
    [',ann'],
    ['ann ben'],
    ['ann ; ben'],
    ['<a b>'],
    ['é'],
    ['ann\u00a0'],
    ['x'.repeat(256)],
  ])('rejects %j as a name', async (name) => {
    const { logIn, ctx } = await open({ creation: 'everyone' })
    expect(await logIn({ 'remote-user': name, 'remote-email': 'x@example.org' })).toMatchObject({
      status: 400,
      body: { message: 'the proxy sent an invalid username' },
    })
    expect(await ctx.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('denies access to unknown users unless accounts are created', async () => {
    const { logIn } = await open()
    expect(await logIn({ 'remote-user': "o'neil" })).toMatchObject({
      status: 403,
      code: 'no_account',
    })
  })

  test('creates accounts by the same rule, and finds them again', async () => {
    const { nameOf, logIn } = await open({ creation: ['runners'] })
    const headers = { 'remote-user': 'ben.smith', 'remote-email': 'ben@example.org' }
    expect((await logIn(headers)).status).toBe(403)
    const asRunner = { ...headers, 'remote-groups': 'staff, runners' }
    expect(await nameOf(asRunner)).toBe('ben_smith')
    expect(await nameOf({ 'remote-user': 'ben.smith' })).toBe('ben_smith')
  })

  test('needs an address for a new account', async () => {
    const { logIn } = await open({ creation: 'everyone' })
    expect(await logIn({ 'remote-user': 'ben' })).toMatchObject({
      status: 403,
      code: 'email_missing',
    })
  })

  test('rejects deactivated accounts as with a password', async () => {
    const { logIn, ctx } = await open()
    await ctx.db.updateTable('users').set({ is_active: 0 }).where('username', '=', 'ann').execute()
    expect(await logIn({ 'remote-user': 'ann' })).toMatchObject({
      status: 401,
      body: { message: 'invalid credentials' },
    })
  })

  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site', origin: 'https://other.example' }],
  ])('rejects requests of %s', async (_, headers) => {
    const { logIn, ctx } = await open()
    expect((await logIn({ 'remote-user': 'ann', ...headers })).status).toBe(403)
    expect(await ctx.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('accepts requests of its own pages', async () => {
    const { logIn } = await open()
    const own = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }
    expect((await logIn({ 'remote-user': 'ann', ...own })).status).toBe(200)
  })

  test('says so if the server has no such login', async () => {
    const { logIn } = await open({ proxy: undefined })
    expect((await logIn({ 'remote-user': 'ann' })).status).toBe(404)
  })
})

describe('the header of a proxy', () => {
  test('has no meaning for any other request', async () => {
    const { call } = await open()
    for (const path of ['/api/auth/profile', '/api/workouts', '/dav/'])
      expect((await call('GET', path, { headers: { 'remote-user': 'ann' } })).status).not.toBe(200)
  })

  test('counts in requests of a read-only server only if that vouches for it', async () => {
    const { ctx, call } = await open()
    const primary = startFakeServer(() => new Response('ok'))
    /** Sends a request to a read-only server; returns the status of the primary, which trusts it. */
    const logInAt = async (from: string, headers: Record<string, string>) => {
      ctx.addresses.askBy(() => from)
      const request = new Request(`http://localhost${LOGIN}`, { method: 'POST', headers })
      const added = { 'x-milepost-position-wanted': 'after-write' }
      await forward(ctx, request, { to: `${primary.url}${LOGIN}`, headers: added })
      const sent = primary.asked.at(-1)?.headers
      ctx.addresses.askBy(() => PROXY)
      const forwarded = Object.fromEntries(sent ?? [])
      return { status: (await call('POST', LOGIN, { headers: forwarded })).status, sent }
    }
    const named = { 'remote-user': 'ann' }
    const { status, sent } = await logInAt(PROXY, named)
    expect(status).toBe(200)
    const stolen = { 'x-milepost-proxy-user': sent?.get('x-milepost-proxy-user') ?? '' }
    for (const headers of [
      named,
      { ...named, ...stolen },
      { ...named, 'x-milepost-proxy-user': 'x' },
    ])
      expect((await logInAt('198.51.100.7', headers)).status).toBe(401)
    const other = { 'remote-user': 'olga', 'x-milepost-position-wanted': 'now' }
    for (const headers of [other, { ...other, ...stolen }])
      expect((await call('POST', LOGIN, { headers })).status).toBe(401)
  })
})
