import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { findAccessibilityProblems } from '../support/axe'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { collectPageErrors, findChromium, startBrowser } from '../support/browser'
import { DEFAULT_VISITOR } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { observeOperations, requireCoverage } from '../support/operation-coverage'
import { BROWSER_TIME_LIMIT } from '../support/slow-pages'

const ANN = { name: 'ann', email: 'ann@example.org', password: 'a-long-password' }

const chromium = findChromium()

setDefaultTimeout(BROWSER_TIME_LIMIT)

describe.skipIf(!chromium)('apps in a browser', () => {
  let binary: InstalledBinary
  let server: RunningServer
  let callback: ReturnType<typeof Bun.serve>
  let browser: Browser
  let page: Page
  let complaints: string[]
  const operations = new Set<string>()
  const app = { id: '', secret: '' }

  beforeAll(async () => {
    binary = installBinary()
    server = await binary.serve()
    const { name, email, password } = ANN
    binary.run(['users', 'create', name, '--email', email, '--password', password])
    callback = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('arrived') })
    browser = await startBrowser(chromium ?? '')
    page = await browser.newPage(DEFAULT_VISITOR)
    page.setDefaultTimeout(30_000)
    complaints = collectPageErrors(page)
    observeOperations(page, operations)
  }, BUILD_TIMEOUT)

  /** The page must be accessible after every test. */
  afterEach(async () => {
    if (page.url().startsWith(server.url)) expect(await findAccessibilityProblems(page)).toEqual([])
  })

  afterAll(async () => {
    const news = requireCoverage(server.url, operations)
    await news.catch(() => undefined)
    await browser?.close()
    await callback?.stop(true)
    await server?.stop()
    binary?.remove()
    await news
  })

  const redirectUri = () => `http://127.0.0.1:${callback.port}/callback`

  /** The consent page to which the app redirects, as its library builds it. */
  const consentPage = (changes: Record<string, string> = {}) => {
    const asked = {
      response_type: 'code',
      client_id: app.id,
      redirect_uri: redirectUri(),
      scope: 'workouts:write profile:read workouts:read',
      state: '00123',
      ...changes,
    }
    return `${server.url}/profile/apps/authorize?${new URLSearchParams(asked)}`
  }

  const logIn = async () => {
    await page.getByLabel('Email').fill(ANN.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(ANN.password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  /** The parameters of the redirect URI when the browser returns to the app. */
  const arrival = async () => {
    await page.waitForURL(/\/callback\?/)
    return new URL(page.url()).searchParams
  }

  test('the menu leads to an empty list of apps', async () => {
    await page.goto(`${server.url}/login`)
    await logIn()
    await page.getByRole('button', { name: 'Account of ann' }).click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Apps' }).click()
    await page.getByText('No app is registered yet.').waitFor()
  })

  test('missing values of the form are marked next to their field', async () => {
    await page.getByRole('link', { name: 'New app' }).click()
    await page.getByRole('button', { name: 'Register app' }).click()
    await page.getByText('Give the app a name').waitFor()
    await page.getByText('Enter at least one complete URL, one per line').waitFor()
  })

  test('a new app shows its secret once', async () => {
    await page.getByLabel('Name').fill('Bridge')
    await page.getByLabel('Website').fill('https://client.example.com')
    await page.getByLabel('Redirect URLs').fill(redirectUri())
    await page.getByLabel('See your equipment').check()
    await page.getByRole('button', { name: 'Register app' }).click()
    app.id = await page.getByRole('textbox', { name: 'Client id' }).inputValue()
    app.secret = await page.getByRole('textbox', { name: 'Client secret' }).inputValue()
    expect(app.id).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(app.secret).toMatch(/^[A-Za-z0-9]{48}$/)
    await page.getByRole('link', { name: 'All apps' }).click()
    await page.getByRole('heading', { name: 'Bridge' }).waitFor()
    await eventually(() => page.locator('main').textContent()).toContain(app.id)
    expect(await page.content()).not.toContain(app.secret)
  })

  test('a visitor sent by an app logs in first and then sees the consent page', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(consentPage())
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await logIn()
    await page.getByRole('heading', { name: 'Allow Bridge to access your account?' }).waitFor()
    const scopes = page.getByRole('list', { name: 'What the app may do' }).getByRole('listitem')
    await eventually(() => scopes.allTextContents()).toEqual([
      'Add, change and delete workouts, comment and like',
      'See your profile, email address and preferences',
      'See your workouts, records and statistics',
    ])
    const text = () => page.locator('main').textContent()
    await eventually(text).toContain('the account ann')
    await eventually(text).toContain(`127.0.0.1:${callback.port}`)
  })

  test('denying access redirects back to the app', async () => {
    await page.getByRole('button', { name: 'Deny' }).click()
    expect(Object.fromEntries(await arrival())).toEqual({ error: 'access_denied', state: '00123' })
  })

  test('consent redirects back to the app with a code that it redeems', async () => {
    await page.goto(consentPage())
    await page.getByRole('button', { name: 'Allow' }).click()
    const answer = await arrival()
    expect(answer.get('state')).toBe('00123')
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      redirect_uri: redirectUri(),
      client_id: app.id,
      client_secret: app.secret,
    })
    const tokens = await fetch(`${server.url}/api/oauth/token`, { method: 'POST', body })
    const { access_token } = (await tokens.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await fetch(`${server.url}/api/workouts`, { headers })).status).toBe(200)
    await page.goto(`${server.url}/profile/apps`)
    await page.getByRole('button', { name: 'End all access' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await page.getByText('Its access has ended.').waitFor()
    expect((await fetch(`${server.url}/api/workouts`, { headers })).status).toBe(401)
  })

  test('an unregistered redirect URI is not followed', async () => {
    await page.goto(consentPage({ redirect_uri: 'https://elsewhere.example.com/' }))
    await page.getByRole('button', { name: 'Allow' }).click()
    expect((await arrival()).get('code')).toMatch(/^[A-Za-z0-9]{48}$/)
  })

  test('an unknown app is rejected with a reason', async () => {
    await page.goto(consentPage({ client_id: 'nobody' }))
    await page
      .getByRole('alert')
      .getByText('This no longer exists, or you may not see it.')
      .waitFor()
  })

  test('a phone shows all of it without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const url of [consentPage(), `${server.url}/profile/apps`]) {
      await page.goto(url)
      await page.getByRole('heading', { name: 'Bridge' }).waitFor()
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      await eventually(width).toBeLessThanOrEqual(390)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('a deleted app is no longer listed', async () => {
    await page.goto(`${server.url}/profile/apps`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete app' }).click()
    await page.getByText('No app is registered yet.').waitFor()
  })

  test('the pages violated no security policy and threw no errors', () => {
    expect(complaints).toEqual([])
  })
})
