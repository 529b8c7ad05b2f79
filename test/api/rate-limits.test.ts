import { describe, expect, test } from 'bun:test'
import { parseMailSettings } from '@/lib/config/mail-url'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { startServer } from '../support/client'
import { anAdmin, aUser } from '../support/factories'

const limits = (api: string, auth = 'off') => ({
  rateLimits: {
    api: parseRateLimits('API_RATE_LIMITS', api),
    auth: parseRateLimits('AUTH_RATE_LIMITS', auth),
  },
})
/** No email is sent to it in these tests. */
const mail = parseMailSettings('smtp://127.0.0.1:1', 'milepost@example.com')
const credentials = { json: { email: 'a@example.com', password: 'wrong password' } }

describe('API_RATE_LIMITS', () => {
  test('are reported in the headers of every response', async () => {
    const { call, clock } = startServer(limits('3 per 5 minutes'))
    const ok = await call('GET', '/api/config')
    expect(ok.status).toBe(200)
    expect(headersOf(ok.headers)).toEqual({
      limit: '3',
      remaining: '2',
      reset: String(clock.now() / 1000 + 300),
      retryAfter: null,
    })
    const refused = await call('GET', '/api/records')
    expect(refused.status).toBe(401)
    expect(headersOf(refused.headers)).toMatchObject({ limit: '3', remaining: '2' })
    expect(headersOf((await call('GET', '/api/config')).headers)).toMatchObject({ remaining: '1' })
  })

  test('cause 429 with the limit and a Retry-After header', async () => {
    const { call, clock } = startServer(limits('2 per 5 minutes'))
    await call('GET', '/api/config')
    clock.advance(60_000)
    await call('GET', '/api/config')
    const { status, body, headers } = await call('GET', '/api/config')
    expect(status).toBe(429)
    expect(body).toEqual({ message: 'rate limit exceeded (2 per 5 minute)', status: 'error' })
    expect(headersOf(headers)).toEqual({
      limit: '2',
      remaining: '0',
      reset: String((clock.now() + 240_000) / 1000),
      retryAfter: '240',
    })
    clock.advance(240_000)
    expect((await call('GET', '/api/config')).status).toBe(200)
  })

  test('all apply, and the headers describe the tightest one', async () => {
    const { call, clock } = startServer(limits('3 per day, 2 per hour'))
    const first = await call('GET', '/api/config')
    expect(headersOf(first.headers)).toMatchObject({ limit: '2', remaining: '1' })
    await call('GET', '/api/config')
    expect((await call('GET', '/api/config')).body.message).toBe(
      'rate limit exceeded (2 per 1 hour)',
    )
    clock.advance(3_600_000)
    expect((await call('GET', '/api/config')).body.message).toBe(
      'rate limit exceeded (3 per 1 day)',
    )
  })

  test('count each route and method of each client separately', async () => {
    const { call } = startServer(limits('1 per minute'))
    expect((await call('GET', '/api/config')).status).toBe(200)
    expect((await call('GET', '/api/ping')).status).toBe(200)
    expect((await call('PATCH', '/api/config')).status).toBe(401)
    expect((await call('GET', '/api/config')).status).toBe(429)
  })

  test('count a path with parameters as one route', async () => {
    const { call, ctx } = startServer(limits('1 per minute'))
    const as = await aUser(ctx)
    expect((await call('GET', '/api/sports/1', { as })).status).toBe(200)
    expect((await call('GET', '/api/sports/2', { as })).status).toBe(429)
  })

  test('do not apply to reading profile pictures, but to uploading them', async () => {
    const { call } = startServer(limits('1 per minute'))
    for (const _ of [1, 2])
      expect((await call('GET', '/api/users/nobody/picture')).status).toBe(404)
    expect((await call('DELETE', '/api/auth/picture')).status).toBe(401)
    expect((await call('DELETE', '/api/auth/picture')).status).toBe(429)
  })
})

describe('AUTH_RATE_LIMITS', () => {
  test.each([
    ['/api/auth/login', credentials],
    ['/api/auth/register', {}],
    ['/api/auth/account/confirm', { json: { token: 'guess' } }],
    ['/api/auth/account/resend-confirmation', {}],
    ['/api/auth/password/reset-request', {}],
    ['/api/auth/password/update', { json: { token: 'guess', password: 'correct horse 42' } }],
    ['/api/auth/email/update', { json: { token: 'guess' } }],
    ['/api/setup', { json: { token: 'guess', username: 'a', email: 'b', password: 'c' } }],
    ['/api/oauth/token', { body: new URLSearchParams({ grant_type: 'refresh_token' }) }],
    ['/api/oauth/revoke', { body: new URLSearchParams({ client_id: 'guess' }) }],
  ])('apply to POST %s', async (path, body) => {
    const { call, ctx } = startServer({ ...limits('off', '1 per minute'), mail })
    await anAdmin(ctx)
    expect((await call('POST', path, body)).status).not.toBe(429)
    expect((await call('POST', path, body)).status).toBe(429)
  })

  test('apply to the route that verifies the current password', async () => {
    const { call, ctx } = startServer(limits('off', '1 per minute'))
    const as = await aUser(ctx)
    const path = '/api/auth/profile/edit/account'
    const change = { as, json: { email: as.email, password: 'wrong password' } }
    expect((await call('PATCH', path, change)).status).toBe(401)
    expect((await call('PATCH', path, change)).status).toBe(429)
  })

  test('do not apply to other routes', async () => {
    const { call } = startServer(limits('off', '1 per minute'))
    for (const _ of [1, 2]) {
      const { status, headers } = await call('GET', '/api/config')
      expect(status).toBe(200)
      expect(headers.has('x-ratelimit-limit')).toBeFalse()
    }
  })

  test('apply in addition to those of the API, and the headers describe the tightest one', async () => {
    const { call } = startServer(limits('5 per minute', '2 per minute'))
    const first = await call('POST', '/api/auth/login', credentials)
    expect(headersOf(first.headers)).toMatchObject({ limit: '2', remaining: '1' })
    const other = startServer(limits('2 per minute', '5 per minute'))
    const second = await other.call('POST', '/api/auth/login', credentials)
    expect(headersOf(second.headers)).toMatchObject({ limit: '2', remaining: '1' })
    await other.call('POST', '/api/auth/login', credentials)
    expect((await other.call('POST', '/api/auth/login', credentials)).status).toBe(429)
  })

  test('are checked before the password', async () => {
    const { call } = startServer(limits('off', '1 per minute'))
    expect((await call('POST', '/api/auth/login', credentials)).status).toBe(401)
    expect((await call('POST', '/api/auth/login', credentials)).body.message).toBe(
      'rate limit exceeded (1 per 1 minute)',
    )
  })
})

describe('clients', () => {
  const trusting = { ...limits('1 per minute'), trustedProxies: ['10.0.0.1', '10.0.0.2'] }

  /** The status of a request from an IP address, with the headers of proxies. */
  async function statusFrom(
    server: ReturnType<typeof startServer>,
    address: string,
    forwardedFor?: string,
  ) {
    const headers = new Headers(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {})
    const request = new Request('http://localhost/api/config', { headers })
    server.ctx.addresses.askBy(() => address)
    return (await server.handle(request)).status
  }

  test('are distinguished by their IP addresses', async () => {
    const server = startServer(limits('1 per minute'))
    expect(await statusFrom(server, '192.0.2.1')).toBe(200)
    expect(await statusFrom(server, '192.0.2.2')).toBe(200)
    expect(await statusFrom(server, '::ffff:192.0.2.1')).toBe(429)
  })

  test('share one rate limit within an IPv6 network', async () => {
    const server = startServer(limits('1 per minute'))
    expect(await statusFrom(server, '2001:db8:1:2::1')).toBe(200)
    expect(await statusFrom(server, '2001:db8:1:2:ffff::9')).toBe(429)
    expect(await statusFrom(server, '2001:db8:1:3::1')).toBe(200)
  })

  test('cannot pretend to be another client', async () => {
    const server = startServer(limits('1 per minute'))
    expect(await statusFrom(server, '192.0.2.1', '198.51.100.1')).toBe(200)
    expect(await statusFrom(server, '192.0.2.1', '198.51.100.2')).toBe(429)
  })

  test('behind trusted proxies are those that connected to the first of them', async () => {
    const server = startServer(trusting)
    expect(await statusFrom(server, '10.0.0.1', '198.51.100.1')).toBe(200)
    expect(await statusFrom(server, '10.0.0.1', '198.51.100.2')).toBe(200)
    expect(await statusFrom(server, '10.0.0.1', '198.51.100.2, 10.0.0.2')).toBe(429)
    expect(await statusFrom(server, '10.0.0.1', '203.0.113.9, 198.51.100.1')).toBe(429)
  })

  test('without a proxy header are the proxy', async () => {
    const server = startServer(trusting)
    expect(await statusFrom(server, '10.0.0.1')).toBe(200)
    expect(await statusFrom(server, '10.0.0.1')).toBe(429)
  })
})

const headersOf = (headers: Headers) => ({
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
  reset: headers.get('x-ratelimit-reset'),
  retryAfter: headers.get('retry-after'),
})
