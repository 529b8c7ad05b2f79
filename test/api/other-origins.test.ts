import { describe, expect, test } from 'bun:test'
import { ACCESS_TABLE } from '../support/access-table'
import { aPerson, noToken, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'

const LOGIN = '/api/auth/login'
const PROFILE = '/api/auth/profile'
const ELSEWHERE = { origin: 'https://elsewhere.example' }

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe('a page of another origin', () => {
  test('is not let read any answer', async () => {
    const server = startServer()
    const as = await aPerson(server)
    const json = { email: as.email, password: PASSWORD }
    const answers = await Promise.all([
      server.call('GET', '/api/ping', { headers: ELSEWHERE }),
      server.call('GET', PROFILE, { as, headers: ELSEWHERE }),
      server.call('POST', LOGIN, { json, headers: ELSEWHERE }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { headers } of answers) expect(corsHeaders(headers)).toEqual([])
  })

  test('is told nothing when it asks what it might send', async () => {
    const { handle } = startServer()
    const asking = {
      ...ELSEWHERE,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization',
    }
    const request = new Request(`http://localhost${PROFILE}`, {
      method: 'OPTIONS',
      headers: asking,
    })
    const answer = await handle(request)
    expect(answer.ok).toBeFalse()
    expect(corsHeaders(answer.headers)).toEqual([])
  })
})

describe('cookies', () => {
  test('are never set, so that no browser sends what logs in by itself', async () => {
    const server = startServer()
    const { email } = await aPerson(server)
    const { body, headers } = await server.call('POST', LOGIN, {
      json: { email, password: PASSWORD },
    })
    expect(body.auth_token).toBeString()
    expect(headers.getSetCookie()).toEqual([])
  })

  test('with a token in them are no log-in, and neither is one in the address', async () => {
    const server = startServer()
    const { email } = await aPerson(server)
    const { body } = await server.call('POST', LOGIN, { json: { email, password: PASSWORD } })
    const token: string = body.auth_token
    const cookie = `token=${token}; session=${token}; authorization=Bearer ${token}`
    expect(await server.call('GET', PROFILE, { headers: { cookie } })).toMatchObject(noToken)
    for (const name of ['token', 'auth_token', 'access_token'])
      expect(await server.call('GET', `${PROFILE}?${name}=${token}`)).toMatchObject(noToken)
    const authorization = `Bearer ${token}`
    expect((await server.call('GET', PROFILE, { authorization })).status).toBe(200)
  })
})

test('nothing is changed by a method that only reads', () => {
  const writing = Object.entries(ACCESS_TABLE)
    .filter(([, { scope }]) => [scope].flat().some((word) => word?.endsWith(':write')))
    .map(([route]) => route.split(' ')[0])
  expect([...new Set(writing)].sort()).toEqual(['DELETE', 'PATCH', 'POST', 'PUT'])
})
