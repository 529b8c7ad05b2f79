import { describe, expect, test } from 'bun:test'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'

const JSON_TYPE = { 'content-type': 'application/json' }
const MIB = 1024 * 1024
const tooLarge = {
  code: 'request_too_large',
  message: 'the request is too large, 1 MiB is the most',
  status: 'fail',
}

/** A body without a Content-Length, and how much of it was read. */
function endlessBody() {
  const state = { sent: 0 }
  const chunk = new Uint8Array(65_536).fill(32)
  const body = new ReadableStream({
    pull: (controller) => {
      state.sent += chunk.length
      controller.enqueue(chunk)
    },
  })
  return { body, state }
}

const post = (path: string, body: BodyInit, headers: Record<string, string> = JSON_TYPE) =>
  new Request(`http://localhost${path}`, { method: 'POST', body, headers })

describe('a JSON body', () => {
  test('of more than 1 MiB is rejected as soon as that much has arrived', async () => {
    const { handle } = startServer()
    const { body, state } = endlessBody()
    const answer = await handle(post('/api/auth/login', body))
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual(tooLarge)
    expect(state.sent).toBeLessThan(2 * MIB)
  })

  test('with a Content-Length of more than 1 MiB is rejected unread', async () => {
    const { handle } = startServer()
    const { body, state } = endlessBody()
    const headers = { ...JSON_TYPE, 'content-length': String(MIB + 1) }
    expect((await handle(post('/api/auth/login', body, headers))).status).toBe(413)
    expect(state.sent).toBeLessThan(MIB / 2)
  })

  test('of 1 MiB is accepted', async () => {
    const { call } = startServer()
    const body = `{"email": "", "password": ""${' '.repeat(MIB - 29)}}`
    expect(body.length).toBe(MIB)
    expect((await call('POST', '/api/auth/login', { body, headers: JSON_TYPE })).status).toBe(401)
  })

  test('is not read before the caller is authenticated', async () => {
    const { call, handle, ctx } = startServer()
    const { body, state } = endlessBody()
    expect((await handle(post('/api/workouts/no_gpx', body))).status).toBe(401)
    expect(state.sent).toBeLessThan(MIB / 2)
    const as = await aUser(ctx)
    const bad = { body: '{', headers: JSON_TYPE }
    expect((await call('POST', '/api/workouts/no_gpx', bad)).status).toBe(401)
    expect((await call('POST', '/api/workouts/no_gpx', { as, ...bad })).status).toBe(400)
    const large = { body: ' '.repeat(MIB + 1), headers: JSON_TYPE }
    expect((await call('POST', '/api/workouts/no_gpx', { as, ...large })).status).toBe(413)
  })

  test('is not read when the rate limit is exceeded', async () => {
    const auth = parseRateLimits('AUTH_RATE_LIMITS', '1 per hour')
    const { call, handle } = startServer({ rateLimits: { api: [], auth } })
    await call('POST', '/api/auth/login', { json: { email: 'ann@example.com', password: 'wrong' } })
    const { body, state } = endlessBody()
    expect((await handle(post('/api/auth/login', body))).status).toBe(429)
    expect(state.sent).toBeLessThan(MIB / 2)
  })
})

describe('any other body', () => {
  test.each([
    ['text/plain', 415],
    ['application/octet-stream', 415],
    ['application/xml', 415],
    ['application/x-www-form-urlencoded', 400],
    ['', 400],
  ])('of type %j is not read where JSON is expected', async (type, status) => {
    const { handle } = startServer()
    const { body, state } = endlessBody()
    const headers = { 'content-type': type }
    const answer = await handle(post('/api/auth/login', body, headers))
    expect(answer.status).toBe(status)
    if (status === 415) expect(answer.headers.get('accept')).toBe('application/json')
    expect(state.sent).toBeLessThan(MIB / 2)
  })

  test('that is compressed is not read either', async () => {
    const { handle } = startServer()
    const { body, state } = endlessBody()
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
    const answer = await handle(post('/api/auth/login', body, headers))
    expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity'])
    expect(state.sent).toBeLessThan(MIB / 2)
  })

  test('is read if it is declared not to be compressed', async () => {
    const { call } = startServer()
    const headers = { ...JSON_TYPE, 'content-encoding': 'identity' }
    const body = '{"email": "", "password": ""}'
    expect((await call('POST', '/api/auth/login', { body, headers })).status).toBe(401)
  })

  test('is not read by a route without a body', async () => {
    const { handle, ctx } = startServer()
    const user = await aUser(ctx)
    const authorization = `Bearer ${await ctx.sessions.issue(user.id, user.session_epoch)}`
    const { body, state } = endlessBody()
    const answer = await handle(post('/api/auth/logout', body, { ...JSON_TYPE, authorization }))
    expect(answer.status).toBe(200)
    expect(state.sent).toBeLessThan(MIB / 2)
  })
})
