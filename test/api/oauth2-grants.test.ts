import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import {
  anApp,
  aThirdPartyToken,
  consent,
  oauthCalls,
  redemption,
  renewal,
} from '../support/oauth2'

const GRANTS = '/api/oauth/grants'
const notFound = { message: 'OAuth2 grant not found', status: 'not found' }

/** A server on which an app of another user has access to Ann's account. */
async function withGrant() {
  const server = startServer()
  const ann = await aUser(server.ctx, { username: 'ann' })
  const app = await anApp(server.ctx, await aUser(server.ctx), { description: 'from my watch' })
  const oauth = oauthCalls(server.call)
  server.clock.set('2026-11-21T08:08:18Z')
  const code = await oauth.code(ann, consent(app))
  const { body: tokens } = await oauth.token(redemption(app, code))
  const { body } = await server.call('GET', GRANTS, { as: ann })
  return { ...server, ann, app, oauth, tokens, id: Number(body.data.grants[0].id) }
}

describe('GET /api/oauth/grants', () => {
  test('lists what apps may do on behalf of the caller', async () => {
    const { call, ann, app } = await withGrant()
    const { status, body } = await call('GET', GRANTS, { as: ann })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        grants: [
          {
            client: {
              client_description: 'from my watch',
              client_id: app.client_id,
              name: 'Bridge',
              website: 'https://client.example.com',
            },
            created_at: 'Sat, 21 Nov 2026 08:08:18 GMT',
            id: 1,
            scope: 'profile:read workouts:read',
          },
        ],
      },
      pagination: { has_next: false, has_prev: false, page: 1, pages: 1, total: 1 },
      status: 'success',
    })
  })

  test('lists each grant once, however many times its tokens were refreshed', async () => {
    const { call, ann, app, oauth, tokens } = await withGrant()
    await oauth.token(renewal(app, tokens.refresh_token))
    expect((await call('GET', GRANTS, { as: ann })).body.data.grants).toHaveLength(1)
  })

  test('lists the scopes that the app has, not those it requested', async () => {
    const { call, ann, app, oauth } = await withGrant()
    await oauth.code(ann, consent(app, { scope: 'users:write profile:read' }))
    const { body } = await call('GET', GRANTS, { as: ann })
    expect(body.data.grants[0].scope).toBe('profile:read')
  })

  test('lists no grants of other users, not even for the developer of the app', async () => {
    const { call, ctx, app } = await withGrant()
    const developer = await ctx.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', app.user_id)
      .executeTakeFirstOrThrow()
    expect((await call('GET', GRANTS, { as: developer })).body.data.grants).toEqual([])
  })

  test('omits expired grants: codes after minutes, and tokens that are not refreshed', async () => {
    const { call, clock, ann, app, oauth } = await withGrant()
    const total = async () => (await call('GET', GRANTS, { as: ann })).body.pagination.total
    await oauth.code(ann, consent(app))
    expect(await total()).toBe(2)
    clock.set('2026-11-21T08:20:00Z')
    expect(await total()).toBe(1)
    clock.set('2026-12-12T08:08:18Z')
    expect(await total()).toBe(0)
  })

  test('is paged', async () => {
    const { call, ann, app, oauth } = await withGrant()
    await oauth.code(ann, consent(app))
    const { body } = await call('GET', `${GRANTS}?page=2&per_page=1`, { as: ann })
    expect(body.data.grants.map(({ id }: { id: number }) => id)).toEqual([1])
    expect(body.pagination).toEqual({
      has_next: false,
      has_prev: true,
      page: 2,
      pages: 2,
      total: 2,
    })
  })
})

describe('DELETE /api/oauth/grants/{id}', () => {
  test('ends the access of the app with every token', async () => {
    const { call, ann, app, oauth, tokens, id } = await withGrant()
    expect(await oauth.use(tokens.access_token)).toBe(200)
    expect((await call('DELETE', `${GRANTS}/${id}`, { as: ann })).status).toBe(204)
    expect(await oauth.use(tokens.access_token)).toBe(401)
    expect((await oauth.token(renewal(app, tokens.refresh_token))).status).toBe(400)
    expect((await call('GET', GRANTS, { as: ann })).body.data.grants).toEqual([])
  })

  test('ends a grant whose code was not exchanged yet', async () => {
    const { call, ann, app, oauth } = await withGrant()
    const code = await oauth.code(ann, consent(app))
    await call('DELETE', `${GRANTS}/2`, { as: ann })
    expect((await oauth.token(redemption(app, code))).body.error).toBe('invalid_grant')
  })

  test('does not affect other grants of the same app', async () => {
    const { call, ann, app, oauth, tokens } = await withGrant()
    await oauth.code(ann, consent(app))
    await call('DELETE', `${GRANTS}/2`, { as: ann })
    expect(await oauth.use(tokens.access_token)).toBe(200)
  })

  test('returns 404 for grants that are unknown, ended or of another user', async () => {
    const { call, ctx, ann, id, oauth, tokens } = await withGrant()
    const stranger = await aUser(ctx)
    const end = async (as: typeof ann, grant: number) => {
      const { status, body } = await call('DELETE', `${GRANTS}/${grant}`, { as })
      return { status, body }
    }
    expect(await end(stranger, id)).toEqual({ status: 404, body: notFound })
    expect(await oauth.use(tokens.access_token)).toBe(200)
    await end(ann, id)
    expect(await end(ann, id)).toEqual({ status: 404, body: notFound })
    expect(await end(ann, 99)).toEqual({ status: 404, body: notFound })
  })

  test('is not allowed for apps, which can neither list nor end grants', async () => {
    const { call, ctx, ann, id } = await withGrant()
    const authorization = `Bearer ${await aThirdPartyToken(ctx, ann, 'profile:read profile:write')}`
    for (const [method, path] of [
      ['GET', GRANTS],
      ['DELETE', `${GRANTS}/${id}`],
    ] as const)
      expect((await call(method, path, { authorization })).status).toBe(401)
  })
})
