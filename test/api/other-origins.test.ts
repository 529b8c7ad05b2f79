import { describe, expect, test } from 'bun:test'
import { aPerson, noToken, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { ENDPOINTS } from '../support/endpoints'

const LOGIN = '/api/auth/login'
const PROFILE = '/api/auth/profile'
const ELSEWHERE = { origin: 'https://elsewhere.example' }

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe('a page of another origin', () => {
  test('cannot read any response', async () => {
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

  test('gets no CORS headers for a preflight request', async () => {
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
  test('do not authenticate, so no browser sends credentials by itself', async () => {
    const server = startServer()
    const { email } = await aPerson(server)
    const { body, headers } = await server.call('POST', LOGIN, {
      json: { email, password: PASSWORD },
    })
    expect(body.auth_token).toBeString()
    const cookies = headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['milepost-device'])
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
    expect(await server.call('GET', PROFILE, { headers: { cookie } })).toMatchObject(noToken)
  })

  test('with a token do not authenticate, and neither does a token in the URL', async () => {
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

test('GET routes require no write scope', () => {
  const writing = ENDPOINTS.filter(({ access }) =>
    access.scopes.some((scope) => scope.endsWith(':write')),
  ).map(({ route }) => route.split(' ')[0])
  expect([...new Set(writing)].sort()).toEqual(['DELETE', 'PATCH', 'POST', 'PUT'])
})
