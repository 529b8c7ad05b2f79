import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { anAdmin, aUser } from '../support/factories'

const unknown = {
  message: 'the requested URL was not found on the server',
  status: 'not found',
}

describe('paths and methods without a route', () => {
  test('an unknown path below /api returns 404 in JSON', async () => {
    const { call } = startServer()
    expect(await call('GET', '/api/nonsense')).toMatchObject({ status: 404, body: unknown })
  })

  test('a known path with another method returns 405 with the allowed methods', async () => {
    const { call } = startServer()
    const answer = await call('DELETE', '/api/config')
    expect(answer).toMatchObject({
      status: 405,
      body: { message: 'the method is not allowed for the requested URL', status: 'error' },
    })
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, PATCH')
  })

  test('a fixed path never matches one with a parameter, whatever the method', async () => {
    const { call, ctx } = startServer()
    const as = await anAdmin(ctx)
    for (const [method, path] of [
      ['PUT', '/api/notifications/unread'],
      ['PATCH', '/api/reports/unresolved'],
    ] as const) {
      const answer = await call(method, path, { as })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
  })

  test('a path with an id that is not a number is unknown', async () => {
    const { call, ctx } = startServer()
    const answer = await call('GET', '/api/sports/abc', { as: await aUser(ctx) })
    expect(answer).toMatchObject({ status: 404, body: unknown })
  })
})

describe('the dialect of a response', () => {
  const problem = {
    username: 'ab',
    email: 'a@example.com',
    password: 'correct horse 42',
    accepted_policy: true,
  }

  test('is the one that the request asks for', async () => {
    const { call, ctx } = startServer()
    await anAdmin(ctx)
    const headers = { 'x-api-dialect': 'fittrackee' }
    const { body } = await call('POST', '/api/auth/register', { json: problem, headers })
    expect(body.message).toBe('username: 3 to 30 characters required\n')
  })

  test('is that of the server by default', async () => {
    const { call, ctx } = startServer({ dialect: 'fittrackee' })
    await anAdmin(ctx)
    const { body } = await call('POST', '/api/auth/register', { json: problem })
    expect(body.message).toBe('username: 3 to 30 characters required\n')
    const headers = { 'x-api-dialect': 'spec' }
    const other = await call('POST', '/api/auth/register', { json: problem, headers })
    expect(other.body.message).toBe('Errors: username: 3 to 30 characters required\n')
  })
})
