import { afterEach, describe, expect, test } from 'bun:test'
import { once } from 'node:events'
import type { HandledRequest } from '@/lib/log'
import type { RunningServer } from '@/server/server'
import { startServer as listen } from '@/server/server'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { askRaw, openSocket } from '../support/raw-http'

const running: RunningServer[] = []

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

/** A server on a socket, its responses and its error log. */
function listening(settings: Parameters<typeof startServer>[0] = {}) {
  const { ctx } = startServer({ host: '127.0.0.1', port: 0, ...settings })
  const answered: HandledRequest[] = []
  const complaints: string[] = []
  ctx.logRequest = (request) => void answered.push(request)
  for (const level of ['warn', 'error'] as const)
    ctx.log[level] = (_: object, text = '') => void complaints.push(text)
  const server = listen(ctx)
  running.push(server)
  return { ctx, answered, complaints, url: server.url }
}

const ping = (host: string) => `GET /api/ping?x=1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`

describe('the Host header', () => {
  test.each(['nas', 'pi:5000', 'h', '192.168.1.2:5000', '[::1]:5000', 'milepost.example.org'])(
    'may be %s',
    async (host) => {
      const { status, body } = await askRaw(listening().url, ping(host))
      expect([status, body]).toEqual([200, '{"message":"pong!","status":"success"}'])
    },
  )

  test.each(['a b', 'a/b', 'a/api/config', 'x:99999', 'x:y', '[::1', '<x>', 'a@b', '%zz', ''])(
    'is rejected as malformed when it is "%s"',
    async (host) => {
      const { answered, complaints, url } = listening()
      const { status, body, headers } = await askRaw(url, ping(host))
      expect(status).toBe(400)
      expect(JSON.parse(body)).toEqual({
        code: 'host_invalid',
        message: 'the host is malformed',
        status: 'error',
      })
      expect(headers).toContain('Content-Type: application/json')
      expect(answered).toMatchObject([{ status: 400 }])
      expect(complaints).toEqual([])
    },
  )

  test.each(['Host: nas', 'host: nas', 'Host: evil.example', 'Host:', 'X-A: 1\r\nHOST: nas'])(
    'is rejected when it is repeated as "%s"',
    async (second) => {
      const twice = `GET /api/ping HTTP/1.1\r\nHost: nas\r\n${second}\r\n\r\n`
      const { status, body } = await askRaw(listening().url, twice)
      expect([status, JSON.parse(body)]).toEqual([
        400,
        { code: 'host_invalid', message: 'there is more than one host', status: 'error' },
      ])
    },
  )

  test('is optional for HTTP/1.0', async () => {
    const { status } = await askRaw(listening().url, 'GET /api/ping HTTP/1.0\r\n\r\n')
    expect(status).toBe(200)
  })

  test('may be different for each request on a connection', async () => {
    const { url } = listening()
    for (const host of ['nas', 'nas.example.org', 'n', 'nas', 'a b', 'nas'])
      expect((await askRaw(url, ping(host))).status).toBe(host === 'a b' ? 400 : 200)
  })
})

test('headers that are too large are rejected with a JSON response', async () => {
  const headers = `GET /api/ping HTTP/1.1\r\nHost: nas\r\nX-Large: ${'x'.repeat(17_000)}\r\n\r\n`
  const { status, body } = await askRaw(listening().url, headers)
  expect(status).toBe(431)
  expect(JSON.parse(body)).toEqual({
    code: 'headers_too_large',
    message: 'the request headers are too large',
    status: 'error',
  })
})

test('an internal error reveals no details to the client', async () => {
  const { url, complaints, ctx } = listening()
  ctx.logRequest = () => {
    throw new Error('a secret of the sources')
  }
  const { status, body } = await askRaw(url, ping('nas'))
  expect([status, JSON.parse(body)]).toEqual([
    500,
    {
      code: 'server_error',
      message: 'error, please try again or contact the administrator',
      status: 'error',
    },
  ])
  expect(complaints).toEqual(['request failed'])
})

describe('an upload whose client disconnects', () => {
  test('logs one line and leaves no files behind', async () => {
    const { ctx, url, answered, complaints } = listening()
    const user = await aUser(ctx)
    const token = await ctx.sessions.issue(user.id, user.session_epoch)
    const socket = await openSocket(
      url,
      [
        ...['POST /api/workouts HTTP/1.1', 'Host: nas', `Authorization: Bearer ${token}`],
        ...['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000000', '', ''],
        ...[
          '--b',
          'Content-Disposition: form-data; name="file"; filename="a.gpx"',
          '',
          'x'.repeat(200_000),
        ],
      ].join('\r\n'),
    )
    const arrivals = () => [...new Bun.Glob('incoming/*/*').scanSync(ctx.config.uploadsDir)]
    while (arrivals().length === 0) await Bun.sleep(5)
    socket.destroy()
    while (answered.length === 0) await Bun.sleep(5)
    expect(answered).toMatchObject([{ method: 'POST', path: '/api/workouts', status: 499 }])
    expect(complaints).toEqual([])
    expect(arrivals()).toEqual([])
  })
})

describe('security headers', () => {
  const headersOf = async (url: string, path: string) =>
    Object.fromEntries((await fetch(new URL(path, url))).headers)

  test('are sent with every response of the API and the web UI', async () => {
    const { url } = listening()
    for (const path of ['/api/ping', '/api/nonsense', '/', '/assets/none.js'])
      expect(await headersOf(url, path)).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    expect(await headersOf(url, '/')).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(self\)/),
    })
  })

  test('forbid caching of responses without revalidation, and of errors completely', async () => {
    const { url } = listening()
    expect(await headersOf(url, '/api/config')).toMatchObject({
      'cache-control': 'private, no-cache',
    })
    expect(await headersOf(url, '/api/records')).toMatchObject({ 'cache-control': 'no-store' })
  })

  test('require TLS if the public URL does', async () => {
    const plain = await headersOf(listening().url, '/api/ping')
    expect(plain['strict-transport-security']).toBeUndefined()
    const { url } = listening({ uiUrl: 'https://milepost.example.org' })
    const behindTls = await headersOf(url, '/api/ping')
    expect(behindTls['strict-transport-security']).toBe('max-age=31536000')
  })
})

test('a body over every limit is rejected by the HTTP server itself', async () => {
  const socket = await openSocket(
    listening().url,
    'POST /api/workouts HTTP/1.1\r\nHost: nas\r\nContent-Length: 3000000000\r\n\r\n',
  )
  const [chunk] = await once(socket, 'data')
  expect(String(chunk)).toStartWith('HTTP/1.1 413 ')
  socket.destroy()
})
