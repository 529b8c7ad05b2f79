import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { anAdmin, aSuspendedUser, aUser } from '../support/factories'

const cycling = {
  color: null,
  default_equipments: [],
  id: 1,
  is_active: true,
  is_active_for_user: true,
  label: 'Cycling (Sport)',
  stopped_speed_threshold: 1,
}
const unknownSport = { data: { sports: [] }, status: 'not found' }
const noToken = { message: 'provide a valid auth token', status: 'error' }

describe('GET /api/sports', () => {
  test('lists all 29 sports in order of their ids without a token', async () => {
    const { call } = startServer()
    const { status, body } = await call('GET', '/api/sports')
    expect(status).toBe(200)
    expect(body.data.sports).toHaveLength(29)
    expect(body.data.sports[0]).toEqual(cycling)
    expect(body.data.sports.map((sport: { id: number }) => sport.id)).toEqual(
      Array.from({ length: 29 }, (_, at) => at + 1),
    )
  })

  test('rejects an invalid token instead of ignoring it', async () => {
    const { call } = startServer()
    const { status, body, headers } = await call('GET', '/api/sports', {
      authorization: 'Bearer not.a.token',
    })
    expect(status).toBe(401)
    expect(body).toEqual({
      error: 'invalid_token',
      error_description:
        'The access token provided is expired, revoked, malformed, or invalid for other reasons.',
      message: 'invalid token, please log in again',
      status: 'error',
    })
    expect(headers.get('www-authenticate')).toStartWith('Bearer error="invalid_token"')
  })

  test('returns a specific message for an expired session', async () => {
    const { call, ctx, clock } = startServer()
    const token = await ctx.sessions.issue((await aUser(ctx)).id, 0)
    clock.advance(31 * 24 * 3600 * 1000)
    const { status, body } = await call('GET', '/api/sports', { authorization: `Bearer ${token}` })
    expect(status).toBe(401)
    expect(body.message).toBe('signature expired, please log in again')
  })

  test('shows administrators, and only them, which sports are in use', async () => {
    const { call, ctx } = startServer()
    const path = '/api/sports?check_workouts=TRUE'
    const asAdmin = await call('GET', path, { as: await anAdmin(ctx) })
    const asUser = await call('GET', path, { as: await aUser(ctx) })
    expect(asAdmin.body.data.sports[0]).toEqual({ ...cycling, has_workouts: false })
    expect(asUser.body.data.sports[0]).toEqual(cycling)
  })

  test('is open to suspended accounts', async () => {
    const { call, ctx } = startServer()
    const { status } = await call('GET', '/api/sports', { as: await aSuspendedUser(ctx) })
    expect(status).toBe(200)
  })
})

describe('GET /api/sports/{sport_id}', () => {
  test('requires a token', async () => {
    const { call } = startServer()
    expect(await call('GET', '/api/sports/1')).toMatchObject({ status: 401, body: noToken })
  })

  test('rejects suspended accounts', async () => {
    const { call, ctx } = startServer()
    expect(await call('GET', '/api/sports/1', { as: await aSuspendedUser(ctx) })).toMatchObject({
      status: 403,
      body: { message: 'you do not have permissions, your account is suspended', status: 'error' },
    })
  })

  test('returns an empty list for an unknown sport', async () => {
    const { call, ctx } = startServer()
    const answer = await call('GET', '/api/sports/999', { as: await aUser(ctx) })
    expect(answer).toMatchObject({ status: 404, body: unknownSport })
  })

  test('includes the choice between pace and speed only for sports that have it', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const running = await call('GET', '/api/sports/5', { as })
    expect(running.body.data.sports[0].pace_speed_display).toBe('pace')
    expect((await call('GET', '/api/sports/1', { as })).body).toEqual({
      data: { sports: [cycling] },
      status: 'success',
    })
  })
})

describe('PATCH /api/sports/{sport_id}', () => {
  test('checks the token and role before the body', async () => {
    const { call, ctx } = startServer()
    const headers = { 'content-type': 'application/json' }
    const broken = { body: '{', headers }
    expect((await call('PATCH', '/api/sports/1', broken)).status).toBe(401)
    const asUser = await call('PATCH', '/api/sports/1', { ...broken, as: await aUser(ctx) })
    expect(asUser.status).toBe(403)
  })

  test.each(['{', '{}', '{"is_active":"yes"}', '{"is_active":null}'])(
    'rejects the body %s',
    async (body) => {
      const { call, ctx } = startServer()
      const headers = { 'content-type': 'application/json' }
      const as = await anAdmin(ctx)
      expect(await call('PATCH', '/api/sports/1', { as, body, headers })).toMatchObject({
        status: 400,
        body: { message: 'invalid payload', status: 'error' },
      })
    },
  )

  test('deactivates a sport for all users', async () => {
    const { call, ctx } = startServer()
    const change = { as: await anAdmin(ctx), json: { is_active: false } }
    const { body } = await call('PATCH', '/api/sports/1', change)
    const inactive = { ...cycling, is_active: false, is_active_for_user: false }
    expect(body.data.sports).toEqual([{ ...inactive, has_workouts: false }])
    const seen = await call('GET', '/api/sports/1', { as: await aUser(ctx) })
    expect(seen.body.data.sports).toEqual([inactive])
  })
})
