import { describe, expect, test } from 'bun:test'
import { startServer as listen } from '@/server/server'
import { aPerson, PASSWORD } from '../support/accounts'
import { afterTest } from '../support/after-test'
import { startWorkoutServer } from '../support/workouts'

const APP = 'https://app.example.org'

/** A server that the page of an app may call, and a function that calls it as that page. */
async function open(corsOrigins = [APP]) {
  const world = await startWorkoutServer({ username: 'ann' }, { port: 0, corsOrigins })
  const { ctx, user } = world
  const server = listen(ctx)
  afterTest(server.stop)
  const authorization = `Bearer ${await ctx.sessions.issue(user.id, user.session_epoch)}`
  const ask = async (
    path: string,
    {
      origin = APP,
      headers,
      ...init
    }: Omit<RequestInit, 'headers'> & {
      origin?: string
      headers?: Record<string, string>
    } = {},
  ) => fetch(`http://127.0.0.1:${server.port}${path}`, { ...init, headers: { origin, ...headers } })
  const preflight = (path: string, method: string, origin = APP) =>
    ask(path, {
      method: 'OPTIONS',
      origin,
      headers: {
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type',
      },
    })
  return { ...world, authorization, ask, preflight }
}

const corsHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

describe('a page of an allowed origin', () => {
  test('may send what the API accepts', async () => {
    const { preflight } = await open()
    const answer = await preflight('/api/workouts/abc', 'PATCH')
    expect(answer.status).toBe(204)
    const { 'access-control-allow-headers': allowed = '', ...others } = corsHeaders(answer)
    expect(others).toEqual({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'DELETE, GET, HEAD, OPTIONS, PATCH',
      'access-control-max-age': '7200',
    })
    for (const name of ['authorization', 'content-type', 'if-match', 'idempotency-key'])
      expect(allowed.split(', ')).toContain(name)
  })

  test('may read responses and errors, and their headers', async () => {
    const { ask, authorization } = await open()
    const calls: [path: string, status: number, init?: Parameters<typeof ask>[1]][] = [
      ['/api/workouts', 200, { headers: { authorization } }],
      ['/api/workouts', 200, { headers: { authorization } }],
      ['/api/workouts', 200, { headers: { authorization } }],
      ['/api/workouts', 401],
      ['/api/nonsense', 404],
      ['/api/config', 405, { method: 'DELETE' }],
      ['/api/config', 431, { headers: { 'x-large': 'x'.repeat(17_000) } }],
      ['/users/ann/workouts.rss', 200],
      ['/.well-known/oauth-authorization-server', 200],
    ]
    for (const [path, status, init] of calls) {
      const answer = await ask(path, init)
      expect([path, answer.status, corsHeaders(answer)]).toEqual([
        ...[path, status],
        { 'access-control-allow-origin': APP, 'access-control-expose-headers': '*' },
      ])
      expect(answer.headers.get('vary')).toContain('origin')
    }
  })

  test('never gets or sends cookies', async () => {
    const world = await open()
    const { ask } = world
    const { email } = await aPerson(world, { username: 'eve' })
    const answer = await ask('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
  })
})

describe('any other page', () => {
  test('gets no CORS headers, and caches know that the response depends on the origin', async () => {
    const { ask, preflight } = await open()
    for (const origin of ['https://elsewhere.example', 'null', `${APP}.evil.example`]) {
      const answer = await ask('/api/config', { origin })
      expect(corsHeaders(answer)).toEqual({})
      expect(answer.headers.get('vary')).toContain('origin')
      expect(corsHeaders(await preflight('/api/config', 'PATCH', origin))).toEqual({})
    }
    expect(corsHeaders(await ask('/'))).toEqual({})
    expect(corsHeaders(await ask('/dav/inbox/'))).toEqual({})
  })

  test('is allowed as well with an asterisk, but without cookies', async () => {
    const { ask } = await open(['*'])
    const answer = await ask('/api/config', { origin: 'https://elsewhere.example' })
    expect(corsHeaders(answer)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
    })
  })

  test('gets nothing on a server without the setting', async () => {
    const { ask } = await open([])
    const answer = await ask('/api/config')
    expect([corsHeaders(answer), answer.headers.get('vary')?.includes('origin')]).toEqual([
      {},
      false,
    ])
  })
})
