import { describe, expect, test } from 'bun:test'
import { type Call, startServer } from '../support/client'
import { anAdmin, aSuspendedUser, aUser } from '../support/factories'
import { aThirdPartyToken } from '../support/oauth2'

const missing = { message: 'provide a valid auth token', status: 'error' }
const insufficient = {
  error: 'insufficient_scope',
  error_description: 'The request requires higher privileges than provided by the access token.',
  message: 'you do not have permissions',
  status: 'error',
}
const get = (call: Call, path: string, authorization: string) =>
  call('GET', path, { authorization })

describe('a token of a third-party app', () => {
  test.each(['Bearer', 'bearer', 'BEARER'])('is accepted after the word %s', async (scheme) => {
    const { call, ctx } = startServer()
    const token = await aThirdPartyToken(ctx, await aUser(ctx), 'workouts:read')
    expect((await get(call, '/api/workouts', `${scheme} ${token}`)).status).toBe(200)
  })

  test('is rejected after another word', async () => {
    const { call, ctx } = startServer()
    const token = await aThirdPartyToken(ctx, await aUser(ctx), 'workouts:read')
    expect(await get(call, '/api/workouts', `Token ${token}`)).toMatchObject({
      status: 401,
      body: { error: 'unsupported_token_type' },
    })
  })

  test('acts for its user', async () => {
    const { call, ctx } = startServer()
    const user = await aUser(ctx, { username: 'ann' })
    const token = await aThirdPartyToken(ctx, user, 'profile:read')
    const { body } = await get(call, '/api/auth/profile', `Bearer ${token}`)
    expect(body.data.username).toBe('ann')
  })

  test.each(['/api/workouts', '/api/sports'])(
    'is rejected without the scope for %s',
    async (path) => {
      const { call, ctx } = startServer()
      const token = await aThirdPartyToken(ctx, await aUser(ctx), 'profile:read workouts:write')
      const { status, body } = await get(call, path, `Bearer ${token}`)
      expect({ status, body }).toEqual({ status: 403, body: insufficient })
    },
  )

  test('does not match a scope by prefix or neighbouring words', async () => {
    const { call, ctx } = startServer()
    const token = await aThirdPartyToken(ctx, await aUser(ctx), 'workouts:readers xworkouts:read')
    expect((await get(call, '/api/workouts', `Bearer ${token}`)).status).toBe(403)
  })

  test('is rejected by routes without a scope', async () => {
    const { call, ctx } = startServer()
    const token = await aThirdPartyToken(ctx, await aUser(ctx), 'profile:read')
    const { status, body } = await get(call, '/api/oauth/apps', `Bearer ${token}`)
    expect({ status, body }).toEqual({ status: 401, body: missing })
  })

  test.each(['/api/workouts', '/api/sports'])('is rejected when unknown at %s', async (path) => {
    const { call } = startServer()
    const { status, body, headers } = await get(call, path, 'Bearer unknown')
    const description =
      'The access token provided is expired, revoked, malformed, or invalid for other reasons.'
    expect({ status, body }).toEqual({
      status: 401,
      body: {
        error: 'invalid_token',
        error_description: description,
        message: 'invalid token, please log in again',
        status: 'error',
      },
    })
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${description}"`,
    )
  })

  test('allows no more than its user may do, by role or when suspended', async () => {
    const { call, ctx } = startServer()
    const change = { json: { is_active: true } }
    const patch = async (user: Awaited<ReturnType<typeof aUser>>) => {
      const token = await aThirdPartyToken(ctx, user, 'workouts:write')
      return call('PATCH', '/api/sports/1', { authorization: `Bearer ${token}`, ...change })
    }
    expect((await patch(await anAdmin(ctx))).status).toBe(200)
    const asUser = await patch(await aUser(ctx))
    expect({ status: asUser.status, body: asUser.body }).toEqual({
      status: 403,
      body: { message: 'you do not have permissions', status: 'error' },
    })
    expect((await patch(await aSuspendedUser(ctx))).body.message).toBe(
      'you do not have permissions, your account is suspended',
    )
  })

  test('is checked for its scope before the state of its account', async () => {
    const { call, ctx } = startServer()
    const user = await aUser(ctx, { is_active: 0 })
    const narrow = await aThirdPartyToken(ctx, user, 'profile:read')
    const right = await aThirdPartyToken(ctx, user, 'workouts:read')
    expect((await get(call, '/api/workouts', `Bearer ${narrow}`)).status).toBe(403)
    expect(await get(call, '/api/workouts', `Bearer ${right}`)).toMatchObject({
      status: 401,
      body: missing,
    })
  })
})
