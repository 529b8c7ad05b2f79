import { describe, expect, test } from 'bun:test'
import { toJson } from '@/store/db/schema/columns'
import { startServer } from '../support/client'
import { aSuspendedUser, aUser } from '../support/factories'
import { anApp, CALLBACK, consent, oauthCalls, VERIFIER } from '../support/oauth2'

const AUTHORIZE = '/api/oauth/authorize'
const refused = (message: string) => ({ status: 400, body: { message, status: 'error' } })
const UNKNOWN = 'The client does not exist on this server.'
const DENIED = 'The resource owner or authorization server denied the request'
const TWO = toJson([CALLBACK, 'com.example.app:/cb?from=milepost#top'])

async function scene() {
  const server = startServer()
  const owner = await aUser(server.ctx)
  const app = await anApp(server.ctx, owner, { redirect_uris: TWO })
  return { ...server, ...oauthCalls(server.call), owner, app, as: await aUser(server.ctx) }
}

describe('POST /api/oauth/authorize', () => {
  test('lets any user grant access to any app, and returns the redirect URI', async () => {
    const { authorize, app, as } = await scene()
    const { status, body } = await authorize(as, consent(app, { state: 'a b&c=ü' }))
    expect(status).toBe(200)
    expect(body).toEqual({ redirect_url: expect.any(String) })
    expect(body.redirect_url).toMatch(
      /^https:\/\/client\.example\.com\/callback\?code=[A-Za-z0-9]{48}&state=/,
    )
    expect(new URL(body.redirect_url).searchParams.get('state')).toBe('a b&c=ü')
  })

  test.each([undefined, ''])('returns no state when it is %p', async (state) => {
    const { authorize, app, as } = await scene()
    const { body } = await authorize(as, consent(app, state === undefined ? {} : { state }))
    expect(body.redirect_url).toMatch(/\?code=[A-Za-z0-9]{48}$/)
  })

  test('accepts multipart forms', async () => {
    const { call, app, as } = await scene()
    const body = new FormData()
    for (const [name, value] of Object.entries(consent(app))) body.append(name, value)
    expect((await call('POST', AUTHORIZE, { as, body })).status).toBe(200)
  })

  test('returns the requested redirect URI with its own query and fragment', async () => {
    const { authorize, app, as } = await scene()
    const redirect_uri = 'com.example.app:/cb?from=milepost#top'
    const { body } = await authorize(as, consent(app, { redirect_uri }))
    expect(body.redirect_url).toMatch(
      /^com\.example\.app:\/cb\?from=milepost&code=[A-Za-z0-9]{48}#top$/,
    )
  })

  test('stores the code as a digest, and only scopes that the app may have', async () => {
    const { ctx, code, app, as } = await scene()
    const given = await code(as, consent(app, { scope: 'users:write profile:read bogus' }))
    const grants = await ctx.db.selectFrom('oauth2_grants').selectAll().execute()
    expect(JSON.stringify(grants)).not.toContain(given)
    expect(grants[0]?.scope).toBe('profile:read')
  })

  test('checks the token and suspension before it reads the form', async () => {
    const { call, ctx } = await scene()
    expect(await call('POST', AUTHORIZE)).toMatchObject({
      status: 401,
      body: { message: 'provide a valid auth token', status: 'error' },
    })
    expect(await call('POST', AUTHORIZE, { as: await aSuspendedUser(ctx) })).toMatchObject({
      status: 403,
      body: {
        message: 'you do not have permissions, your account is suspended',
        status: 'error',
      },
    })
  })

  test('rejects a body that is not a form', async () => {
    const { call, app, as } = await scene()
    const answers = await Promise.all([
      call('POST', AUTHORIZE, { as }),
      call('POST', AUTHORIZE, { as, json: consent(app) }),
      call('POST', AUTHORIZE, { as, body: new URLSearchParams() }),
      call('POST', AUTHORIZE, {
        as,
        body: 'broken',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      }),
    ])
    for (const answer of answers) expect(answer).toMatchObject(refused('invalid payload'))
  })

  test('rejects a form that is too large', async () => {
    const { authorize, app, as } = await scene()
    const { status } = await authorize(as, consent(app, { state: 'x'.repeat(70_000) }))
    expect(status).toBe(413)
  })

  // Each form contains all errors of the ones after it, which shows the order of the checks.
  const confirm = 'no'
  const code_challenge_method = 'S512'
  const code_challenge = 'short'
  const redirect_uri = 'https://elsewhere.example.com'
  test.each([
    ['another kind of response', { response_type: 'token', client_id: 'x' }, 'invalid payload'],
    ['an unknown app', { client_id: 'x', redirect_uri, code_challenge, confirm }, UNKNOWN],
    [
      'a redirect URI that is not registered',
      { redirect_uri, code_challenge, confirm },
      'Redirect URI https://elsewhere.example.com is not supported by client.',
    ],
    [
      'a challenge method without a challenge',
      { code_challenge_method, confirm },
      "Missing 'code_challenge'",
    ],
    [
      'a malformed challenge',
      { code_challenge, code_challenge_method, confirm },
      "Invalid 'code_challenge'",
    ],
    [
      'an unknown method',
      { code_challenge: VERIFIER, code_challenge_method, confirm },
      "Unsupported 'code_challenge_method'",
    ],
    ['no consent', { confirm }, DENIED],
    ['an empty consent', { confirm: '' }, DENIED],
  ])('rejects %s', async (_, changes, message) => {
    const { authorize, app, as } = await scene()
    expect(await authorize(as, consent(app, changes))).toMatchObject(refused(message))
  })

  test.each(['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge'])(
    'rejects a repeated %s',
    async (name) => {
      const { call, app, as } = await scene()
      const first = { redirect_uri: CALLBACK, state: 'x', code_challenge: VERIFIER }
      const body = new URLSearchParams(consent(app, first))
      body.append(name, body.get(name) ?? '')
      expect(await call('POST', AUTHORIZE, { as, body })).toMatchObject(
        refused(`Multiple '${name}' in request.`),
      )
    },
  )

  test('treats TRUE as consent and a missing value as none', async () => {
    const { authorize, app, as } = await scene()
    const { confirm: _, ...silent } = consent(app)
    expect((await authorize(as, consent(app, { confirm: 'TRUE' }))).status).toBe(200)
    expect(await authorize(as, silent)).toMatchObject(refused(DENIED))
  })

  test('rejects an app without a redirect URI', async () => {
    const { ctx, authorize, as } = await scene()
    const app = await anApp(ctx, as, { redirect_uris: toJson([]) })
    expect(await authorize(as, consent(app))).toMatchObject(
      refused("Missing 'redirect_uri' in request."),
    )
  })

  test('requires an S256 challenge from a public client', async () => {
    const { ctx, authorize, as } = await scene()
    const app = await anApp(ctx, as, { secret_hash: null })
    expect(await authorize(as, consent(app))).toMatchObject(refused("Missing 'code_challenge'"))
    for (const method of [{}, { code_challenge_method: 'plain' }])
      expect(
        await authorize(as, consent(app, { code_challenge: VERIFIER, ...method })),
      ).toMatchObject(refused("Unsupported 'code_challenge_method'"))
    const hashed = { code_challenge: VERIFIER, code_challenge_method: 'S256' }
    expect((await authorize(as, consent(app, hashed))).status).toBe(200)
  })
})

describe('GET /api/oauth/authorize', () => {
  const ask = (fields: Record<string, string>) => `${AUTHORIZE}?${new URLSearchParams(fields)}`

  test('returns the app, its scopes and the redirect URI', async () => {
    const { call, app, as } = await scene()
    const path = ask(consent(app, { scope: 'workouts:read users:write', state: 'x' }))
    const { status, body } = await call('GET', path, { as })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        client: {
          client_description: null,
          client_id: app.client_id,
          name: 'Bridge',
          website: 'https://client.example.com',
        },
        redirect_uri: CALLBACK,
        scope: 'workouts:read',
      },
      status: 'success',
    })
  })

  test.each([
    ['com.example.app:/cb?from=milepost#top', 'com.example.app:/cb?from=milepost#top'],
    ['https://elsewhere.example.com', CALLBACK],
  ])('for the redirect URI %s returns %s', async (redirect_uri, chosen) => {
    const { call, app, as } = await scene()
    const { body } = await call('GET', ask(consent(app, { redirect_uri })), { as })
    expect(body.data.redirect_uri).toBe(chosen)
  })

  test('rejects requests that could not be granted', async () => {
    const { call, app, as } = await scene()
    const read = (changes: Record<string, string>) =>
      call('GET', ask(consent(app, changes)), { as })
    expect(await read({ client_id: 'x' })).toMatchObject(refused(UNKNOWN))
    expect(await read({ response_type: 'token' })).toMatchObject(refused('invalid payload'))
    expect(await read({ code_challenge: 'short' })).toMatchObject(
      refused("Invalid 'code_challenge'"),
    )
  })
})
