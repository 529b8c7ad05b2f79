import { describe, expect, test } from 'bun:test'
import type { HandledRequest } from '@/lib/log'
import { openMetrics } from '@/server/metrics'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { askRaw } from '../support/raw-http'
import { rideGpx } from '../support/ride'

const SITE = 'https://example.org/milepost'

/** A server below a base path, with requests as a proxy sends them. */
async function below() {
  const { ctx } = startServer({
    ...{ host: '127.0.0.1', port: 0, basePath: '/milepost', uiUrl: SITE },
    ...{ trustedProxies: ['127.0.0.1'], metricsToken: 'let me in' },
  })
  const answered: HandledRequest[] = []
  ctx.logRequest = (request) => void answered.push(request)
  const server = listen(ctx, await openMetrics(ctx))
  afterTest(server.stop)
  const { origin } = new URL(server.url)
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { redirect: 'manual', ...init })
  return { ctx, origin, ask, answered }
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('below a base path', () => {
  test('the API responds', async () => {
    const { ask } = await below()
    const answer = await ask('/milepost/api/ping?x=1')
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { message: 'pong!', status: 'success' },
    ])
  })

  test.each(['/', '/api/ping', '/milepostal/api/ping', '/milepost-2/', '/MILEPOST/api/ping'])(
    'nothing is found at %s',
    async (path) => {
      const { ask, answered } = await below()
      expect((await ask(path)).status).toBe(404)
      expect(answered).toMatchObject([{ path, status: 404 }])
    },
  )

  test('the path without a trailing slash redirects to the one with it', async () => {
    const { ask } = await below()
    const answer = await ask('/milepost?x=1')
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/milepost/?x=1'])
    expect((await ask('/milepost', { method: 'POST' })).status).toBe(404)
  })

  test('HTTP/1.0 and malformed hosts are handled as without a base path', async () => {
    const { origin } = await below()
    const old = await askRaw(origin, 'GET /milepost/api/ping HTTP/1.0\r\n\r\n')
    expect(old.status).toBe(200)
    const malformed = 'GET /milepost/api/ping HTTP/1.1\r\nHost: a b\r\n\r\n'
    expect((await askRaw(origin, malformed)).status).toBe(400)
  })

  test('a recording can be uploaded, with the client IP address from the proxy', async () => {
    const { ctx, ask, answered } = await below()
    const ann = await aUser(ctx, { username: 'ann' })
    const body = new FormData()
    body.append('file', new File([rideGpx({})], 'ride.gpx'))
    body.append('data', JSON.stringify({ sport_id: 1 }))
    const authorization = `Bearer ${await ctx.sessions.issue(ann.id, ann.session_epoch)}`
    const headers = { authorization, 'x-forwarded-for': '192.0.2.7' }
    const answer = await ask('/milepost/api/workouts', { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    expect(answered).toMatchObject([{ path: '/api/workouts', client: '192.0.2.7' }])
  })

  test('the API document and its viewer contain it', async () => {
    const { ask } = await below()
    const document = await (await ask('/milepost/api/openapi.json')).json()
    expect(document).toMatchObject({
      servers: [{ url: '/milepost' }],
      components: {
        securitySchemes: {
          app: {
            flows: {
              authorizationCode: {
                authorizationUrl: '/milepost/profile/apps/authorize',
                tokenUrl: '/milepost/api/oauth/token',
              },
            },
          },
        },
      },
    })
    const viewer = await (await ask('/milepost/api/docs')).text()
    const mentioned = [...viewer.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)
    expect(mentioned).toEqual([
      '/milepost/api-docs/swagger-ui.css',
      '/milepost/api-docs/viewer.css',
      '/milepost/api-docs/swagger-ui-bundle.js',
      '/milepost/api-docs/start.js',
    ])
  })

  test('feeds contain links with it', async () => {
    const { ctx, ask } = await below()
    await aUser(ctx, { username: 'ann' })
    const feed = await (await ask('/milepost/users/ann/workouts.rss')).text()
    expect(feed).toContain(`<link>${SITE}/users/ann</link>`)
    expect(feed).not.toMatch(/example\.org\/(?!milepost)/)
  })

  test('the metrics count requests by route, and those outside separately', async () => {
    const { ask } = await below()
    await ask('/milepost/api/ping')
    await ask('/api/ping')
    const metrics = await (await ask('/milepost/metrics', bearer('let me in'))).text()
    expect(metrics).toContain('{method="GET",route="/api/ping",status="200"} 1')
    expect(metrics).toContain('{method="GET",route="outside",status="404"} 1')
  })
})
