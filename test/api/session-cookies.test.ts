import { describe, expect, test } from 'bun:test'
import { startServer as listen } from '@/server/server'
import { aPerson, PASSWORD } from '../support/accounts'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'

const FITTRACKEE = { 'x-api-dialect': 'fittrackee' }
const FROM_PAGE = { 'sec-fetch-site': 'same-origin' }
const CHANGE = {
  method: 'POST',
  path: '/api/auth/profile/edit/preferences',
  json: { measurements: 'device' },
}

interface Sent {
  method?: string
  path?: string
  json?: object
  headers?: Record<string, string>
}

/** A listening server with Ann, who has logged in. */
async function open(uiUrl = 'http://localhost', dialect: Record<string, string> = FITTRACKEE) {
  const server = startServer({ port: 0, uiUrl })
  const ann = await aPerson(server, { username: 'ann' })
  const running = listen(server.ctx)
  afterTest(running.stop)
  const send = async ({ method = 'GET', path = '/api/auth/profile', json, headers }: Sent) => {
    const type = json && { 'content-type': 'application/json' }
    const init = { method, headers: { ...dialect, ...type, ...headers } }
    const body = json ? JSON.stringify(json) : null
    const answer = await fetch(`http://127.0.0.1:${running.port}${path}`, { ...init, body })
    return { status: answer.status, cookies: answer.headers.getSetCookie(), answer }
  }
  const logIn = (headers = {}) =>
    send({
      ...{ method: 'POST', path: '/api/auth/login', headers },
      json: { email: ann.email, password: PASSWORD },
    })
  const { cookies } = await logIn(FROM_PAGE)
  const cookieValue = (name: string) =>
    cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(/[=;]/)[1] ?? ''
  const csrf = cookieValue('csrf_access_token')
  const cookie = `a=b; access_token_cookie=${cookieValue('access_token_cookie')}; csrf_access_token=${csrf}`
  return { ...server, ann, send, logIn, cookies, cookie, csrf }
}

const RULES = 'Path=/; Max-Age=2592000; SameSite=Lax'

describe('the session cookies of FitTrackee 1.3', () => {
  test('are set by a login: one that scripts cannot read, and one with the CSRF token', async () => {
    const { cookies } = await open()
    expect(cookies).toEqual([
      expect.stringMatching(/^milepost-device=/),
      expect.stringMatching(new RegExp(`^access_token_cookie=[^;]+; ${RULES}; HttpOnly$`)),
      expect.stringMatching(new RegExp(`^csrf_access_token=[^;]+; ${RULES}$`)),
    ])
  })

  test('are only set for pages of the server', async () => {
    const { logIn } = await open()
    const device = [expect.stringMatching(/^milepost-device=/)]
    expect((await logIn()).cookies).toEqual(device)
    expect((await logIn({ origin: 'https://other.example.org' })).cookies).toEqual(device)
    expect((await logIn({ origin: 'http://localhost' })).cookies).toHaveLength(3)
  })

  test('are only sent over HTTPS where the server is reached by it', async () => {
    const { cookies } = await open('https://rides.example.org')
    expect(cookies.filter((cookie) => cookie.includes('; Secure'))).toHaveLength(3)
  })

  test('do not exist in the dialect `spec`, and are not accepted there', async () => {
    const { send, logIn, cookie, csrf } = await open()
    const spec = { 'x-api-dialect': 'spec', ...FROM_PAGE }
    expect((await logIn(spec)).cookies).toEqual([expect.stringMatching(/^milepost-device=/)])
    const headers = { cookie, 'x-csrf-token': csrf, ...spec }
    expect((await send({ headers })).status).toBe(401)
    expect((await send({ ...CHANGE, headers })).status).toBe(401)
  })

  test('let the client read and, with the CSRF token in a header, change something', async () => {
    const { send, cookie, csrf } = await open()
    expect((await send({ headers: { cookie } })).status).toBe(200)
    const confirmed = { cookie, 'x-csrf-token': csrf }
    expect((await send({ ...CHANGE, headers: confirmed })).status).toBe(200)
    for (const token of ['', 'wrong', csrf.slice(0, -1), `${csrf.split('.')[0]}.`]) {
      const headers = { cookie, 'x-csrf-token': token }
      expect((await send({ ...CHANGE, headers })).status).toBe(401)
    }
    expect((await send({ ...CHANGE, headers: { cookie } })).status).toBe(401)
  })

  test('do not accept the CSRF token of another session', async () => {
    const { send, logIn, cookie } = await open()
    const other = (await logIn(FROM_PAGE)).cookies.at(-1)?.split(/[=;]/)[1] ?? ''
    expect((await send({ ...CHANGE, headers: { cookie, 'x-csrf-token': other } })).status).toBe(401)
  })

  test('are not accepted from pages of other origins', async () => {
    const { send, cookie, csrf } = await open('http://localhost:5000')
    const status = async (headers: Record<string, string>) =>
      (await send({ ...CHANGE, headers: { cookie, 'x-csrf-token': csrf, ...headers } })).status
    expect(await status({ origin: 'https://other.example.org' })).toBe(401)
    expect(await status({ origin: 'null' })).toBe(401)
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(401)
    expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(401)
    expect(await status({ origin: 'http://localhost:5000' })).toBe(200)
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    const read = { cookie, 'sec-fetch-site': 'cross-site' }
    expect((await send({ headers: read })).status).toBe(401)
  })

  test('are ignored when there is a bearer token', async () => {
    const { send, ctx, cookie, ...server } = await open()
    const ben = await aPerson({ ctx, ...server }, { username: 'ben' })
    const token = await ctx.sessions.issue(ben.id, ben.session_epoch)
    const { answer } = await send({ headers: { cookie, authorization: `Bearer ${token}` } })
    expect((await answer.json()).data.username).toBe('ben')
    const wrong = { cookie, authorization: 'Bearer wrong' }
    expect((await send({ headers: wrong })).status).toBe(401)
  })

  test('never make a response that is cached for visitors', async () => {
    const { send, cookie } = await open()
    const path = '/api/auth/profile'
    for (let times = 0; times < 3; times += 1)
      expect((await send({ path, headers: { cookie } })).status).toBe(200)
    expect((await send({ path })).status).toBe(401)
  })

  test('are deleted by logging out, and when the session has ended', async () => {
    const { send, cookie, csrf } = await open()
    const path = '/api/auth/logout'
    const headers = { cookie, 'x-csrf-token': csrf }
    const cleared = [
      expect.stringMatching(/^access_token_cookie=; Path=\/; Max-Age=0/),
      expect.stringMatching(/^csrf_access_token=; Path=\/; Max-Age=0/),
    ]
    const out = await send({ method: 'POST', path, headers })
    expect([out.status, out.cookies]).toEqual([200, cleared])
    const later = await send({ headers: { cookie } })
    expect([later.status, later.cookies]).toEqual([401, cleared])
  })

  test('stay when another password was wrong', async () => {
    const { send, cookie, csrf } = await open()
    const wrong = await send({
      ...{ method: 'PATCH', path: '/api/auth/profile/edit/account' },
      headers: { cookie, 'x-csrf-token': csrf },
      json: { email: 'ann@example.net', password: 'not my password' },
    })
    expect([wrong.status, wrong.cookies]).toEqual([401, []])
  })
})
