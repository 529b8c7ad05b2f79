import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { findChromium, startBrowser } from '../support/browser'
import { DEFAULT_VISITOR } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { BROWSER_TIME_LIMIT } from '../support/slow-pages'

const ANN = { name: 'ann', email: 'ann@example.org', password: 'a-long-password' }

const chromium = findChromium()

setDefaultTimeout(BROWSER_TIME_LIMIT)

/** An app that runs only in the browser. It discovers the endpoints, signs in with PKCE, and lists workouts. */
const appPage = (server: string, clientId: string) => `<!doctype html>
<title>App</title>
<button>Sign in</button>
<pre></pre>
<script type="module">
const [server, clientId] = ${JSON.stringify([server, clientId])}
const redirectUri = location.origin + '/callback'
const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '')
const metadata = await (await fetch(server + '/.well-known/oauth-authorization-server')).json()
const show = (text) => { document.querySelector('pre').textContent += text + '\\n' }

document.querySelector('button').onclick = async () => {
  const verifier = base64(crypto.getRandomValues(new Uint8Array(32)))
  const state = base64(crypto.getRandomValues(new Uint8Array(16)))
  sessionStorage.setItem('sign-in', JSON.stringify({ verifier, state }))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  location.href = metadata.authorization_endpoint + '?' + new URLSearchParams({
    response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: 'workouts:read workouts:write', state,
    code_challenge: base64(new Uint8Array(digest)), code_challenge_method: 'S256',
  })
}

if (location.pathname === '/callback') try {
  const answer = new URLSearchParams(location.search)
  const { verifier, state } = JSON.parse(sessionStorage.getItem('sign-in'))
  if (answer.get('state') !== state) throw new Error('another state')
  const issued = await fetch(metadata.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code', code: answer.get('code'), redirect_uri: redirectUri,
      client_id: clientId, code_verifier: verifier,
    }),
  })
  const { access_token: token } = await issued.json()
  const call = (path, init = {}) =>
    fetch(server + path, { ...init, headers: { ...init.headers, authorization: 'Bearer ' + token } })
  const list = await call('/api/workouts')
  const [workout] = (await list.json()).data.workouts
  show('workout: ' + workout.title)
  const path = '/api/workouts/' + workout.id
  const etag = (await call(path)).headers.get('etag')
  const json = { 'content-type': 'application/json', 'if-match': etag }
  const edit = () => call(path, { method: 'PATCH', headers: json, body: '{"title": "Renamed"}' })
  show('edited: ' + (await edit()).status + ' ' + (await edit()).status)
  const missing = await call('/api/workouts/none')
  show('missing: ' + missing.status + ' ' + (await missing.json()).status)
  show('cookies: ' + document.cookie)
} catch (error) {
  show('failed: ' + error)
}
</script>`

describe.skipIf(!chromium)('an app of another origin', () => {
  let binary: InstalledBinary
  let server: RunningServer
  let app: ReturnType<typeof Bun.serve>
  let browser: Browser
  let page: Page
  let clientId = ''

  beforeAll(async () => {
    binary = installBinary()
    app = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () =>
        new Response(appPage(server.url, clientId), {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        }),
    })
    server = await binary.serve([], { CORS_ORIGINS: `http://127.0.0.1:${app.port}` })
    const { name, email, password } = ANN
    binary.run(['users', 'create', name, '--email', email, '--password', password])
    browser = await startBrowser(chromium ?? '')
    page = await browser.newPage(DEFAULT_VISITOR)
    page.setDefaultTimeout(30_000)
  }, BUILD_TIMEOUT)

  afterAll(async () => {
    await browser?.close()
    await app?.stop(true)
    await server?.stop()
    binary?.remove()
  })

  /** Registers the app and enters a workout, as Ann. */
  async function prepare(): Promise<void> {
    const post = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return JSON.parse(await (await fetch(server.url + path, init)).text())
    }
    const { email, password } = ANN
    const { auth_token: token } = await post('/api/auth/login', { email, password })
    const created = await post(
      '/api/oauth/apps',
      {
        ...{ client_name: 'Page', client_uri: 'https://page.example.com' },
        redirect_uris: [`http://127.0.0.1:${app.port}/callback`],
        scope: 'workouts:read workouts:write',
        token_endpoint_auth_method: 'none',
      },
      token,
    )
    clientId = created.data.client.client_id
    const entry = { sport_id: 1, workout_date: '2024-05-04 08:00', duration: 3600, distance: 20 }
    await post('/api/workouts/no_gpx', { ...entry, title: 'Morning ride' }, token)
  }

  test('signs in with PKCE, and lists and edits workouts', async () => {
    await prepare()
    await page.goto(`http://127.0.0.1:${app.port}/`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(ANN.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(ANN.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/callback\?/)
    await eventually(() => page.locator('pre').textContent()).toBe(
      [
        ...['workout: Morning ride', 'edited: 200 412', 'missing: 404 not found'],
        ...['cookies: ', ''],
      ].join('\n'),
    )
  })

  test('gets nothing if its origin is not listed', async () => {
    await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/about`)
    const outcome = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'read',
          () => 'blocked',
        ),
      `${server.url}/api/config`,
    )
    expect(outcome).toBe('blocked')
  })
})
