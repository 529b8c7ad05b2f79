import { describe, expect, test } from 'bun:test'
import { runNextTimeSlice } from '@/jobs/loop'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { aPerson, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { rideGpx } from '../support/ride'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const YEAR = 365 * DAY

const limits = {
  rateLimits: {
    api: parseRateLimits('API_RATE_LIMITS', '50 per 5 minutes'),
    auth: parseRateLimits('AUTH_RATE_LIMITS', '2 per 5 minutes'),
  },
}

/** A server with a user who can log in. */
async function withAnn(changes: Parameters<typeof startServer>[0] = {}) {
  const server = startServer(changes)
  const ann = await aPerson(server, { username: 'ann' })
  const logIn = (password = PASSWORD) =>
    server.call('POST', '/api/auth/login', { json: { email: ann.email, password } })
  const { auth_token } = (await logIn()).body
  const get = (path: string, token = auth_token) =>
    server.call('GET', path, { authorization: `Bearer ${token}` })
  return { ...server, ann, logIn, get }
}

describe('when the clock is set back by a year', () => {
  test('failed logins do not block users any longer', async () => {
    const { clock, logIn } = await withAnn(limits)
    for (let time = 0; time < 2; time++) expect((await logIn('wrong password')).status).toBe(401)
    clock.advance(-YEAR)
    const { status, headers } = await logIn()
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(300)
    clock.advance(5 * MINUTE)
    expect((await logIn()).status).toBe(200)
  })

  test('requests are not limited any longer', async () => {
    const { clock, call } = await withAnn(limits)
    const ask = async () => (await call('GET', '/api/config')).status
    const answers = await Promise.all(Array.from({ length: 60 }, ask))
    expect(answers).toContain(429)
    clock.advance(-YEAR)
    expect(await ask()).toBe(429)
    clock.advance(5 * MINUTE)
    expect(await ask()).toBe(200)
  })

  test('sessions stay valid, and tasks are processed', async () => {
    const { ann, call, clock, ctx, get } = await withAnn()
    await call('POST', '/api/auth/account/export/request', { as: ann, json: {} })
    clock.advance(-YEAR)
    expect((await get('/api/auth/profile')).status).toBe(200)
    const body = new FormData()
    body.set('file', new File([rideGpx({ kilometres: 1 })], 'ride.gpx'))
    body.set('data', '{"sport_id": 1}')
    expect((await call('POST', '/api/workouts', { as: ann, body })).status).toBe(201)
    await runNextTimeSlice(ctx, 'user_data_export')
    const { request } = (await get('/api/auth/account/export')).body
    expect(request.status).toBe('successful')
  })
})

test('when the clock jumps ahead, sessions end and users can log in again', async () => {
  const { clock, get, logIn } = await withAnn()
  clock.advance(31 * DAY)
  expect((await get('/api/auth/profile')).status).toBe(401)
  const { status, body } = await logIn()
  expect(status).toBe(200)
  expect((await get('/api/auth/profile', body.auth_token)).status).toBe(200)
})
