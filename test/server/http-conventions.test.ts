import { describe, expect, test } from 'bun:test'
import * as oauth from 'openid-client'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { askRaw } from '../support/raw-http'
import { rideGpx } from '../support/ride'
import { startWorkoutServer } from '../support/workouts'

type Settings = Parameters<typeof startWorkoutServer>[1]

/** A server on a socket, and a function that sends requests without following redirects. */
async function open(settings: Settings = {}) {
  const world = await startWorkoutServer({ username: 'ann' }, { port: 0, ...settings })
  const { ctx, user } = world
  const server = listen(ctx)
  afterTest(server.stop)
  const url = `http://127.0.0.1:${server.port}`
  const token = `Bearer ${await ctx.sessions.issue(user.id, user.session_epoch)}`
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { redirect: 'manual', ...init })
  return { ...world, url, token, ask }
}

/** Bodies are compared as they were sent. Bun's option, which the types do not know. */
const UNDECODED: object = { decompress: false }

/** Headers that describe a response, without those that differ from one response to the next. */
const described = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  )

describe('HEAD', () => {
  test('returns the headers of GET, with the length and the entity tag', async () => {
    const { ask, token, record } = await open()
    const open_ = Object.fromEntries(
      ['workout', 'map', 'analysis'].map((part) => [`${part}_visibility`, 'public']),
    )
    const { id } = await record('a.gpx', rideGpx(), open_)
    const paths = [
      ...['/api/config', '/api/sports', '/api/nonsense', `/api/workouts/${id}`],
      ...[`/api/workouts/${id}/original`, '/users/ann/workouts.rss', '/', '/robots.txt', '/x.php'],
      ...['/.well-known/oauth-authorization-server', '/.well-known/change-password'],
    ]
    for (const path of paths)
      for (const encoding of ['identity', 'gzip']) {
        const headers = { authorization: token, 'accept-encoding': encoding }
        const [get, head] = await Promise.all([
          ask(path, { headers, ...UNDECODED }),
          ask(path, { headers, method: 'HEAD', ...UNDECODED }),
        ])
        expect([path, head.status, described(head)]).toEqual([path, get.status, described(get)])
        expect((await head.bytes()).length).toBe(0)
        await get.bytes()
      }
    const known = (await ask('/api/config')).headers.get('etag') ?? ''
    const again = await ask('/api/config', { method: 'HEAD', headers: { 'if-none-match': known } })
    expect(again.status).toBe(304)
  })

  test('is denied where GET is denied', async () => {
    const { ask } = await open()
    expect((await ask('/api/workouts', { method: 'HEAD' })).status).toBe(401)
    expect((await ask('/api/auth/login', { method: 'HEAD' })).status).toBe(405)
  })

  test.each([
    'HTTP/1.0',
    'HTTP/1.1\r\nHost: [::',
    'HTTP/1.1\r\nHost:',
    'HTTP/1.1\r\nHost: x:99999',
  ])('has the status of GET after %j', async (version) => {
    const { url } = await open()
    const status = async (method: string) =>
      (await askRaw(url, `${method} /api/ping ${version}\r\nConnection: close\r\n\r\n`)).status
    expect(await status('HEAD')).toBe(await status('GET'))
  })
})

describe('OPTIONS', () => {
  test('lists the methods of a path', async () => {
    const { ask } = await open()
    const allowed = async (path: string) => {
      const { status, headers } = await ask(path, { method: 'OPTIONS' })
      return [status, headers.get('allow')]
    }
    expect(await allowed('/api/config')).toEqual([204, 'GET, HEAD, OPTIONS, PATCH'])
    expect(await allowed('/api/auth/login')).toEqual([204, 'OPTIONS, POST'])
    expect(await allowed('/api/nonsense')).toEqual([404, null])
    expect(await allowed('/workouts')).toEqual([204, 'GET, HEAD, OPTIONS'])
  })
})

describe('an unknown path', () => {
  test('is missing if it names a file, a feed, media or a service, and a page otherwise', async () => {
    const { ask } = await open()
    for (const path of [
      ...['/index.php', '/.env', '/backup/db.sql', '/apple-touch-icon-precomposed.png'],
      ...['/.well-known/nothing', '/.well-known/webfinger', '/media/a/b', '/assets/x'],
      ...['/users/ann/feed.atom', '/media', '/.well-known'],
    ]) {
      const answer = await ask(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        ...[path, 404, 'text/plain;charset=utf-8'],
      ])
    }
    for (const path of ['/', '/workouts/add', '/users/ann', '/a/page/that/is/unknown'])
      expect((await ask(path)).headers.get('content-type')).toStartWith('text/html')
  })

  test('does not accept other methods', async () => {
    const { ask } = await open()
    const answer = await ask('/workouts', { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('repeated slashes', () => {
  test('count as one', async () => {
    const { ask } = await open()
    for (const path of ['//api/config', '/api//config', '///api////config?x=a//b'])
      expect(await (await ask(path)).json()).toMatchObject({ status: 'success' })
    for (const [path, location] of [
      ['/workouts//add', '/workouts/add'],
      ['/a///example.org//page?x=//a', '/a/example.org/page?x=//a'],
    ] as const) {
      const answer = await ask(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
    }
  })

  test('count as one in the base path, too', async () => {
    const { ask } = await open({ basePath: '/mile', uiUrl: 'http://localhost/mile' })
    expect((await ask('//mile//api/config')).status).toBe(200)
    expect((await ask('//elsewhere//api/config')).status).toBe(404)
  })
})

describe('well-known URLs', () => {
  test('redirect password managers to the page for changing the password', async () => {
    const { ask } = await open({ basePath: '/mile', uiUrl: 'http://localhost/mile' })
    const answer = await ask('/mile/.well-known/change-password')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/mile/profile/edit/account',
    ])
  })

  test('describe OAuth2 to a client library', async () => {
    const { ctx, url } = await open()
    ctx.config.uiUrl = url
    const options = { algorithm: 'oauth2' as const, execute: [oauth.allowInsecureRequests] }
    const found = await oauth.discovery(new URL(url), 'app', undefined, undefined, options)
    expect(found.serverMetadata()).toMatchObject({
      issuer: url,
      token_endpoint: `${url}/api/oauth/token`,
      code_challenge_methods_supported: ['S256', 'plain'],
    })
    expect(found.serverMetadata().supportsPKCE()).toBe(true)
    expect(found.serverMetadata().scopes_supported).toContain('workouts:read')
  })

  test('describe OAuth2 below a base path in both places', async () => {
    const { ask } = await open({ basePath: '/mile', uiUrl: 'http://localhost/mile' })
    for (const path of [
      '/mile/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/mile',
    ])
      expect(await (await ask(path)).json()).toMatchObject({ issuer: 'http://localhost/mile' })
    expect((await ask('/.well-known/oauth-authorization-server')).status).toBe(404)
  })
})
