import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { anApp, aThirdPartyToken } from '../support/oauth2'

const APPS = '/api/oauth/apps'
const metadata = {
  client_name: 'Bridge',
  client_uri: 'https://client.example.com',
  client_description: 'from my watch',
  redirect_uris: ['https://client.example.com/callback', 'https://localhost/'],
  scope: 'profile:read workouts:read',
}
const notFound = { message: 'OAuth2 client not found', status: 'not found' }
const refused = (message: string) => ({ status: 400, body: { message, status: 'error' } })
const without = (key: keyof typeof metadata) => ({ ...metadata, [key]: undefined })

describe('POST /api/oauth/apps', () => {
  test('registers an app and returns its secret', async () => {
    const { call, ctx, clock } = startServer()
    clock.set('2022-07-04T06:27:53.900Z')
    const { status, body } = await call('POST', APPS, { as: await aUser(ctx), json: metadata })
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        client: {
          client_description: 'from my watch',
          client_id: expect.stringMatching(/^[A-Za-z0-9]{24}$/),
          client_secret: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
          id: 1,
          issued_at: 'Mon, 04 July 2022 06:27:53 GMT',
          name: 'Bridge',
          redirect_uris: ['https://client.example.com/callback', 'https://localhost/'],
          scope: 'profile:read workouts:read',
          website: 'https://client.example.com',
        },
      },
      status: 'created',
    })
  })

  test('stores the secret as a digest only', async () => {
    const { call, ctx } = startServer()
    const { body } = await call('POST', APPS, { as: await aUser(ctx), json: metadata })
    const stored = await ctx.db.selectFrom('oauth2_apps').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(body.data.client.client_secret)
  })

  test('requires a session token, not one of an app', async () => {
    const { call, ctx } = startServer()
    const missing = { message: 'provide a valid auth token', status: 'error' }
    const authorization = `Bearer ${await aThirdPartyToken(ctx, await aUser(ctx), 'profile:write')}`
    expect(await call('POST', APPS, { json: metadata })).toMatchObject({
      status: 401,
      body: missing,
    })
    expect(await call('POST', APPS, { authorization, json: metadata })).toMatchObject({
      status: 401,
      body: missing,
    })
  })

  test.each([
    ['nothing', {}, 'OAuth2 client metadata missing'],
    [
      'unknown keys only',
      { name: 'x' },
      'OAuth2 client metadata missing keys: client_name, client_uri, redirect_uris, scope',
    ],
    [
      'no name and no scope',
      { ...without('client_name'), scope: undefined },
      'OAuth2 client metadata missing keys: client_name, scope',
    ],
    ['no website', without('client_uri'), 'OAuth2 client metadata missing keys: client_uri'],
    [
      'no redirect URIs',
      without('redirect_uris'),
      'OAuth2 client metadata missing keys: redirect_uris',
    ],
    ['no known scope', { ...metadata, scope: 'everything' }, 'OAuth2 client invalid scopes'],
    ['an empty scope', { ...metadata, scope: '' }, 'OAuth2 client invalid scopes'],
    ['a scope that is not a string', { ...metadata, scope: ['a'] }, 'OAuth2 client invalid scopes'],
    ['a name that is not a string', { ...metadata, client_name: 1 }, 'invalid payload'],
    [
      'redirect URIs that are not a list',
      { ...metadata, redirect_uris: 'https://a.b' },
      'invalid payload',
    ],
    ['another method', { ...metadata, token_endpoint_auth_method: 'jwt' }, 'invalid payload'],
  ])('rejects %s', async (_, json, message) => {
    const { call, ctx } = startServer()
    expect(await call('POST', APPS, { as: await aUser(ctx), json })).toMatchObject(refused(message))
  })

  test.each(['{', 'null', '[]'])('rejects the body %s', async (body) => {
    const { call, ctx } = startServer()
    const headers = { 'content-type': 'application/json' }
    const answer = await call('POST', APPS, { as: await aUser(ctx), body, headers })
    expect(answer).toMatchObject(refused('invalid payload'))
  })

  test.each(['javascript:alert(1)', ' JavaScript:x', 'java\tscript:x', 'data:text/html,x'])(
    'rejects %p as a website',
    async (address) => {
      const { call, ctx } = startServer()
      const as = await aUser(ctx)
      const answers = await Promise.all([
        call('POST', APPS, { as, json: { ...metadata, redirect_uris: [address] } }),
        call('POST', APPS, { as, json: { ...metadata, client_uri: address } }),
      ])
      for (const answer of answers) expect(answer).toMatchObject(refused('invalid payload'))
    },
  )

  test.each([
    '',
    '/callback',
    'callback',
    '//client.example.com/callback',
    'https://client.example.com/callback#',
    'https://client.example.com/#/callback',
    'https://',
    'https://client.example.com/ callback',
    ' https://client.example.com/callback',
    'http://client.example.com/callback',
    'http://192.168.1.2/callback',
    'http://127.0.0.1.example.com/callback',
    'http://localhost@example.com/callback',
    'https://ann:secret@client.example.com/callback',
    'https://ann@client.example.com/callback',
  ])('rejects %p as a redirect URI', async (address) => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const redirect_uris = ['https://client.example.com/callback', address]
    const answer = await call('POST', APPS, { as, json: { ...metadata, redirect_uris } })
    expect(answer).toMatchObject(refused('invalid payload'))
  })

  test('rejects an app without a redirect URI', async () => {
    const { call, ctx } = startServer()
    const json = { ...metadata, redirect_uris: [] }
    const answer = await call('POST', APPS, { as: await aUser(ctx), json })
    expect(answer).toMatchObject(refused('invalid payload'))
  })

  test.each([
    ['a name', { client_name: 'x'.repeat(10_000) }],
    ['a description', { client_description: '\u00e9'.repeat(5000) }],
    ['a website', { client_uri: `https://example.com/${'x'.repeat(10_000)}` }],
    ['a redirect URI', { redirect_uris: [`https://example.com/${'x'.repeat(10_000)}`] }],
    [
      'several redirect URIs',
      { redirect_uris: Array(500).fill('https://client.example.com/callback') },
    ],
  ])('rejects %s of more than 10 kB', async (_, changes) => {
    const { call, ctx } = startServer()
    const json = { ...metadata, ...changes }
    const answer = await call('POST', APPS, { as: await aUser(ctx), json })
    expect(answer).toMatchObject(refused('invalid payload'))
  })

  test('accepts a long description within 10 kB in total', async () => {
    const { call, ctx } = startServer()
    const json = { ...metadata, client_description: 'x'.repeat(9900) }
    expect((await call('POST', APPS, { as: await aUser(ctx), json })).status).toBe(201)
  })

  test('accepts redirect URIs of mobile apps', async () => {
    const { call, ctx } = startServer()
    const redirect_uris = [
      ...['com.example.app:/callback', 'http://127.0.0.1:8080/', 'http://[::1]:8080/'],
      'http://localhost/callback',
    ]
    const json = { ...metadata, redirect_uris }
    const { status, body } = await call('POST', APPS, { as: await aUser(ctx), json })
    expect(status).toBe(201)
    expect(body.data.client.redirect_uris).toEqual(redirect_uris)
  })

  test('drops unknown and repeated scopes, and accepts tasks:read and media:write', async () => {
    const { call, ctx } = startServer()
    const json = { ...metadata, scope: '  users:read bogus:read tasks:read users:read media:write' }
    const { body } = await call('POST', APPS, { as: await aUser(ctx), json })
    expect(body.data.client.scope).toBe('users:read tasks:read media:write')
  })

  test('accepts a missing description, and creates no secret for a public client', async () => {
    const { call, ctx } = startServer()
    const json = { ...without('client_description'), token_endpoint_auth_method: 'none' }
    const { body } = await call('POST', APPS, { as: await aUser(ctx), json })
    expect(body.data.client).toMatchObject({ client_description: null, client_secret: null })
  })
})

describe('GET /api/oauth/apps', () => {
  test("lists the caller's apps, newest first, five per page", async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    await anApp(ctx, await aUser(ctx))
    for (let made = 0; made < 6; made += 1) await anApp(ctx, as, { name: `app ${made}` })
    const first = await call('GET', APPS, { as })
    const names = first.body.data.clients.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['app 5', 'app 4', 'app 3', 'app 2', 'app 1'])
    expect(first.body.pagination).toEqual({
      has_next: true,
      has_prev: false,
      page: 1,
      pages: 2,
      total: 6,
    })
    const second = await call('GET', `${APPS}?page=2`, { as })
    expect(second.body.data.clients).toHaveLength(1)
    expect(Object.keys(second.body.data.clients[0])).not.toContain('client_secret')
  })

  test.each(['0', 'x', '-1'])('treats page %s as the first', async (page) => {
    const { call, ctx } = startServer()
    const { body } = await call('GET', `${APPS}?page=${page}`, { as: await aUser(ctx) })
    expect(body).toEqual({
      data: { clients: [] },
      pagination: { has_next: false, has_prev: false, page: 1, pages: 0, total: 0 },
      status: 'success',
    })
  })
})

describe('one OAuth2 app', () => {
  test('is found by its client id and by its number, by its owner', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const app = await anApp(ctx, as)
    const shown = {
      status: 200,
      body: {
        data: {
          client: {
            client_description: null,
            client_id: app.client_id,
            id: app.id,
            issued_at: 'Sat, 14 March 2026 12:00:00 GMT',
            name: 'Bridge',
            redirect_uris: ['https://client.example.com/callback'],
            scope: 'profile:read workouts:read',
            website: 'https://client.example.com',
          },
        },
        status: 'success',
      },
    }
    const byName = await call('GET', `${APPS}/${app.client_id}`, { as })
    const byNumber = await call('GET', `${APPS}/${app.id}/by_id`, { as })
    expect({ status: byName.status, body: byName.body }).toEqual(shown)
    expect({ status: byNumber.status, body: byNumber.body }).toEqual(shown)
  })

  test.each([
    ['GET', 'by its client id'],
    ['GET', 'by_id'],
    ['POST', 'revoke'],
    ['DELETE', ''],
  ])('is unknown to other users: %s %s', async (method, action) => {
    const { call, ctx } = startServer()
    const app = await anApp(ctx, await aUser(ctx))
    const path =
      action === 'by its client id' ? app.client_id : [app.id, action].filter(Boolean).join('/')
    const answer = await call(method, `${APPS}/${path}`, { as: await aUser(ctx) })
    expect(answer).toMatchObject({ status: 404, body: notFound })
    expect(await ctx.db.selectFrom('oauth2_apps').select('id').execute()).toHaveLength(1)
  })

  test('is not found by unknown numbers or other paths', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    expect(await call('GET', `${APPS}/999999/by_id`, { as })).toMatchObject({
      status: 404,
      body: notFound,
    })
    for (const number of ['x', '99999999999999999999', '1.5'])
      expect((await call('DELETE', `${APPS}/${number}`, { as })).status).toBe(404)
  })
})

describe('DELETE /api/oauth/apps/{id}', () => {
  test('deletes the app with its grants and tokens', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    await aThirdPartyToken(ctx, as, 'profile:read')
    const { data } = (await call('GET', APPS, { as })).body
    const answer = await call('DELETE', `${APPS}/${data.clients[0].id}`, { as })
    expect(answer).toMatchObject({ status: 204, body: '' })
    for (const table of ['oauth2_apps', 'oauth2_grants', 'oauth2_tokens'] as const)
      expect(await ctx.db.selectFrom(table).select('id').execute()).toEqual([])
  })
})

describe('POST /api/oauth/apps/{id}/revoke', () => {
  test('ends the access of the app for every user, and of no other app', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const ended = await aThirdPartyToken(ctx, as, 'profile:read')
    const other = await aThirdPartyToken(ctx, as, 'profile:read')
    const answer = await call('POST', `${APPS}/1/revoke`, { as })
    expect(answer).toMatchObject({ status: 200, body: { status: 'success' } })
    const read = (token: string) =>
      call('GET', '/api/auth/profile', { authorization: `Bearer ${token}` })
    expect((await read(ended)).status).toBe(401)
    expect((await read(other)).status).toBe(200)
  })
})

describe('deleting an account', () => {
  test('deletes its apps, grants and tokens', async () => {
    const { ctx } = startServer()
    const user = await aUser(ctx)
    await aThirdPartyToken(ctx, user, 'profile:read')
    await ctx.db.deleteFrom('users').where('id', '=', user.id).execute()
    for (const table of ['oauth2_apps', 'oauth2_grants', 'oauth2_tokens'] as const)
      expect(await ctx.db.selectFrom(table).select('id').execute()).toEqual([])
  })
})
