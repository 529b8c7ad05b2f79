import { describe, expect, test } from 'bun:test'
import type { Config } from '@/lib/config/config'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { LoginAttempts } from '@/services/auth/login-attempts'
import { aPerson, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'

const LOGIN = '/api/auth/login'
const ACCOUNT = '/api/auth/profile/edit/account'
const DAY = 86_400_000
const NEW_PASSWORD = 'another long phrase 7'

interface Device {
  address?: string
  cookie?: string
}

/** A server that allows two failed logins per account, with Ann and Bob, and a function to log in from devices. */
async function open(settings: Partial<Config> = {}) {
  const auth = parseRateLimits('AUTH_RATE_LIMITS', '2 per 5 minutes')
  const server = startServer({ rateLimits: { api: [], auth }, ...settings })
  const ann = await aPerson(server, { username: 'ann' })
  const bob = await aPerson(server, { username: 'bob' })
  const logIn = async (email: string, password: string, device: Device = {}) => {
    const { address = '192.0.2.1', cookie } = device
    server.ctx.addresses.askBy(() => address)
    const headers: Record<string, string> = cookie === undefined ? {} : { cookie }
    const answer = await server.call('POST', LOGIN, { json: { email, password }, headers })
    return { ...answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const right = (email: string, device?: Device) => logIn(email, PASSWORD, device)
  const fail = async (email: string, device?: Device) =>
    (await logIn(email, 'not the password', device)).status
  /** Uses up the failed logins of an account from several IP addresses. */
  const lockOut = async (email: string) => {
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      await fail(email, { address })
    expect((await right(email, { address: '203.0.113.4' })).status).toBe(429)
  }
  return { ...server, ann, bob, right, fail, lockOut }
}

describe('a browser that was used to log in before', () => {
  test('can log in while an attacker tries passwords for the account', async () => {
    const { ann, right, lockOut } = await open()
    const { cookie } = await right(ann.email)
    await lockOut(ann.email)
    expect((await right(ann.email, { cookie, address: '198.51.100.1' })).status).toBe(200)
  })

  test('can log in while an attacker tries passwords from the same IP address', async () => {
    const { ann, bob, right, fail } = await open()
    const { cookie } = await right(ann.email)
    await fail(bob.email)
    await fail('nobody@example.com')
    expect((await right(bob.email)).status).toBe(429)
    expect((await right(ann.email, { cookie })).status).toBe(200)
  })

  test('has its own limit, which cannot be used to bypass that of the account', async () => {
    const { ann, bob, clock, right, fail } = await open()
    const { cookie } = await right(ann.email)
    const elsewhere = { cookie, address: '198.51.100.1' }
    expect([await fail(ann.email, elsewhere), await fail(ann.email, elsewhere)]).toEqual([401, 401])
    expect((await right(ann.email, elsewhere)).status).toBe(429)
    expect((await right(ann.email)).status).toBe(200)
    expect([await fail(bob.email, elsewhere), await fail(bob.email, elsewhere)]).toEqual([401, 401])
    expect((await right(bob.email, elsewhere)).status).toBe(429)
    clock.advance(5 * 60_000)
    expect((await right(ann.email, elsewhere)).status).toBe(200)
  })

  test('keeps its limit across a restart', async () => {
    const { ann, ctx, right, fail } = await open()
    const { cookie } = await right(ann.email)
    await fail(ann.email, { cookie })
    ctx.attempts = new LoginAttempts(ctx, ctx.config.rateLimits.auth)
    await fail(ann.email, { cookie })
    expect((await right(ann.email, { cookie })).status).toBe(429)
  })

  test('is known to up to five accounts that have logged in with it', async () => {
    const server = await open()
    const { ann, bob, right, lockOut } = server
    const first = await right(ann.email)
    const second = await right(bob.email, { cookie: first.cookie })
    for (const person of [ann, bob]) {
      await lockOut(person.email)
      const device = { cookie: second.cookie, address: '198.51.100.1' }
      expect((await right(person.email, device)).status).toBe(200)
    }
    let { cookie } = second
    for (const username of ['cat', 'dan', 'eve', 'fay', 'gus']) {
      const { email } = await aPerson(server, { username })
      cookie = (await right(email, { cookie, address: '198.51.100.2' })).cookie
    }
    expect(cookie.length).toBeLessThan(250)
    expect((await right(ann.email, { cookie, address: '198.51.100.3' })).status).toBe(429)
  })

  test('is unknown after a password change', async () => {
    const { ann, call, right, fail, lockOut, ctx } = await open()
    const { cookie, body } = await right(ann.email)
    ctx.addresses.askBy(() => '192.0.2.1')
    const json = { email: ann.email, password: PASSWORD, new_password: NEW_PASSWORD }
    const authorization = `Bearer ${body.auth_token}`
    expect((await call('PATCH', ACCOUNT, { authorization, json })).status).toBe(200)
    await lockOut(ann.email)
    expect(await fail(ann.email, { cookie, address: '198.51.100.1' })).toBe(429)
    expect(await fail(ann.email, { cookie })).toBe(429)
  })

  test('cannot be forged', async () => {
    const { ann, right, lockOut } = await open()
    const { cookie } = await right(ann.email)
    await lockOut(ann.email)
    const [id = '', signature = ''] = cookie.slice('milepost-device='.length).split('.')
    for (const value of [`${id}x.${signature}`, `${id}.`, id, `.${signature}`, 'a.b~c.d', '~~'])
      expect(
        (await right(ann.email, { cookie: `milepost-device=${value}`, address: '198.51.100.1' }))
          .status,
      ).toBe(429)
  })

  test('gets a cookie that is only sent to the login route and contains no name', async () => {
    const { ann, right } = await open({ uiUrl: 'https://example.com/miles', basePath: '/miles' })
    const { headers, body } = await right(ann.email)
    expect(headers.get('set-cookie')).toMatch(
      /^milepost-device=[0-9a-f]{16}\.[\w-]{22}; Path=\/miles\/api\/auth\/login; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(body).toEqual({
      auth_token: expect.any(String),
      message: 'successfully logged in',
      status: 'success',
    })
  })

  test('gets no cookie for a failed login', async () => {
    const { ann, call } = await open()
    const json = { email: ann.email, password: 'not the password' }
    expect((await call('POST', LOGIN, { json })).headers.has('set-cookie')).toBe(false)
  })
})

describe('an app without cookies', () => {
  test('can log in from a known IP address while an attacker tries passwords', async () => {
    const { ann, right, lockOut } = await open()
    await right(ann.email)
    await lockOut(ann.email)
    expect((await right(ann.email)).status).toBe(200)
    expect((await right(ann.email, { address: '198.51.100.1' })).status).toBe(429)
  })

  test('shares the limit of its IP address, so that a known address allows no more attempts', async () => {
    const { ann, bob, right, fail } = await open()
    await right(ann.email)
    await right(bob.email)
    expect([await fail(ann.email), await fail(bob.email), await fail(ann.email)]).toEqual([
      401, 401, 429,
    ])
  })

  test('is unknown at an IP address after 90 days without a login', async () => {
    const { ann, clock, right, lockOut } = await open()
    await right(ann.email)
    clock.advance(91 * DAY)
    await lockOut(ann.email)
    expect((await right(ann.email)).status).toBe(429)
  })

  test('is known at its twenty most recent IP addresses, which are stored as digests', async () => {
    const { ann, ctx, clock, right } = await open()
    for (let number = 1; number <= 25; number++) {
      await right(ann.email, { address: `192.0.2.${number}` })
      clock.advance(1000)
    }
    const rows = await ctx.db.selectFrom('login_addresses').selectAll().execute()
    // Each address is stored alone and with the browser and system.
    expect(rows).toHaveLength(40)
    expect(JSON.stringify(rows)).not.toContain('192.0.2')
  })
})

test('a signed-in user can change the password while an attacker tries some', async () => {
  const { ann, call, ctx, lockOut } = await open()
  await lockOut(ann.email)
  ctx.addresses.askBy(() => '198.51.100.1')
  const json = { email: ann.email, password: PASSWORD, new_password: NEW_PASSWORD }
  expect((await call('PATCH', ACCOUNT, { as: ann, json })).status).toBe(200)
})
