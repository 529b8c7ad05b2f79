import { expect, test } from 'bun:test'
import type { HandledRequest } from '@/lib/log'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'

/** A server that logs JSON, its logged requests, and its error log. */
function listening(trustedProxies: string[]) {
  const { ctx } = startServer({
    ...{ host: '127.0.0.1', port: 0, trustedProxies },
    log: { level: 'info', format: 'json', file: undefined, requests: true },
  })
  const requests: HandledRequest[] = []
  const complaints: object[] = []
  ctx.logRequest = (request) => void requests.push(request)
  ctx.log.error = (facts: object) => void complaints.push(facts)
  const server = listen(ctx)
  afterTest(server.stop)
  const ask = (path: string, id?: string) =>
    fetch(new URL(path, server.url), { headers: id ? { 'x-request-id': id } : {} })
  const logIn = () =>
    fetch(new URL('/api/auth/login', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.org', password: 'a-long-password' }),
    })
  return { ctx, ask, logIn, requests, complaints }
}

test('every log line of a request has its id, which is returned with an internal error', async () => {
  const { ctx, ask, logIn, requests, complaints } = listening([])
  await ask('/api/ping')
  const { db } = ctx
  Object.assign(ctx, { db: undefined })
  const fault = await logIn()
  Object.assign(ctx, { db })
  const [first, second] = requests.map(({ request }) => request)
  expect(fault.status).toBe(500)
  expect(second).toMatch(/^[0-9a-f]{6}-2$/)
  expect(first).not.toBe(second)
  expect(fault.headers.get('x-request-id')).toBe(second ?? '')
  expect(complaints).toMatchObject([{ path: '/api/auth/login', request: second }])
})

test('the request id of a trusted proxy is used, and no other', async () => {
  const trusting = listening(['127.0.0.1'])
  await trusting.ask('/api/ping', '7f3a.b-1')
  await trusting.ask('/api/ping', 'two words')
  const [given, unsafe] = trusting.requests.map(({ request }) => request)
  expect(given).toBe('7f3a.b-1')
  expect(unsafe).toMatch(/^[0-9a-f]{6}-1$/)
  const doubting = listening([])
  await doubting.ask('/api/ping', '7f3a.b-1')
  expect(doubting.requests[0]?.request).toMatch(/^[0-9a-f]{6}-1$/)
})

test('the log contains no secrets of public links', async () => {
  const { ask, requests } = listening([])
  expect((await ask('/share/ThisIsTheSecretOfALink')).status).toBe(404)
  await ask('/share/ThisIsTheSecretOfALink/card.png')
  expect(requests.map(({ path }) => path)).toEqual(['/share/…', '/share/…/card.png'])
})
