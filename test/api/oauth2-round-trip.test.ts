import { describe, expect, test } from 'bun:test'
import * as client from 'openid-client'
import { startServer as listen } from '@/server/server'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { startTlsProxy, type TlsProxy } from '../support/tls-proxy'

const CALLBACK = 'https://client.example.com/callback'
const SCOPE = 'workouts:write profile:read workouts:read'

/** A server on a socket behind a proxy, its user, and the actions of the user's browser. */
async function scene() {
  const { ctx } = startServer({ host: '127.0.0.1', port: 0 })
  const server = listen(ctx)
  const proxy = await startTlsProxy(server.url)
  const user = await aUser(ctx, { username: 'ann' })
  return { proxy, server, browser: await browserOf(proxy, user, ctx.sessions.issue) }
}

type Issue = (userId: number, epoch: number) => Promise<string>

async function browserOf(proxy: TlsProxy, user: UserRow, issue: Issue) {
  const authorization = `Bearer ${await issue(user.id, user.session_epoch)}`
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, authorization }
    const response = await proxy.fetch(`${proxy.url}${path}`, { ...init, headers })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  return {
    register: async (more: object) => {
      const { body } = await send('/api/oauth/apps', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_name: 'Bridge',
          client_uri: 'https://client.example.com',
          redirect_uris: [CALLBACK],
          scope: SCOPE,
          ...more,
        }),
      })
      return body.data.client
    },
    /** Opens the page that an app redirects to, and consents. */
    consent: async (page: URL) => {
      const html = await proxy.fetch(page)
      expect(html.status).toBe(200)
      expect(html.headers.get('content-type')).toStartWith('text/html')
      const shown = await send(`/api/oauth/authorize${page.search}`)
      expect(shown.body.data.client.name).toBe('Bridge')
      const form = new FormData()
      for (const [name, value] of page.searchParams) form.append(name, value)
      form.append('confirm', 'true')
      const { body } = await send('/api/oauth/authorize', { method: 'POST', body: form })
      return new URL(body.redirect_url)
    },
  }
}

/** What an app knows about the server. */
function configure(proxy: TlsProxy, clientId: string, auth: client.ClientAuth) {
  const config = new client.Configuration(
    {
      issuer: proxy.url,
      authorization_endpoint: `${proxy.url}/profile/apps/authorize`,
      token_endpoint: `${proxy.url}/api/oauth/token`,
      revocation_endpoint: `${proxy.url}/api/oauth/revoke`,
    },
    clientId,
    {},
    auth,
  )
  config[client.customFetch] = (url, options) => proxy.fetch(url, options as RequestInit)
  return config
}

describe.each([
  ['with a client secret', 'client_secret_post'],
  ['without a client secret', 'none'],
])('an OAuth2 library %s, behind a proxy that terminates TLS,', (_, method) => {
  test('gets access, uses it, refreshes it and revokes it', async () => {
    const { proxy, server, browser } = await scene()
    const app = await browser.register({ token_endpoint_auth_method: method })
    const auth = method === 'none' ? client.None() : client.ClientSecretPost(app.client_secret)
    const config = configure(proxy, app.client_id, auth)
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const page = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: SCOPE,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })

    const first = await client.authorizationCodeGrant(config, await browser.consent(page), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 864000, scope: SCOPE })

    const read = (token: string) =>
      client.fetchProtectedResource(config, token, new URL('/api/workouts', proxy.url), 'GET')
    expect((await read(first.access_token)).status).toBe(200)

    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await read(second.access_token)).status).toBe(200)
    await expect(read(first.access_token)).rejects.toThrow('WWW-Authenticate')

    await client.tokenRevocation(config, second.access_token)
    await expect(read(second.access_token)).rejects.toThrow('WWW-Authenticate')
    const refused = client.refreshTokenGrant(config, second.refresh_token ?? '')
    await expect(refused).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
    await server.stop()
  })
})

describe('an OAuth2 library', () => {
  test('understands our error responses', async () => {
    const { proxy, server, browser } = await scene()
    const app = await browser.register({})
    const wrong = configure(proxy, app.client_id, client.ClientSecretPost('wrong'))
    await expect(client.refreshTokenGrant(wrong, 'x')).rejects.toMatchObject({
      error: 'invalid_client',
      error_description: "The client cannot authenticate with methods: ['client_secret_post']",
    })
    const right = configure(proxy, app.client_id, client.ClientSecretPost(app.client_secret))
    const page = client.buildAuthorizationUrl(right, { redirect_uri: CALLBACK, scope: SCOPE })
    const answer = await browser.consent(page)
    answer.searchParams.set('code', 'wrong')
    await expect(client.authorizationCodeGrant(right, answer)).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: "Invalid 'code' in request.",
    })
    await server.stop()
  })
})
