import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { complaintsOf, findChromium, startBrowser } from '../support/browser'
import { rideGpx } from '../support/ride'

const PASSWORD = 'a-long-password'

const chromium = findChromium()

setDefaultTimeout(60_000)

describe.skipIf(!chromium)('people in a browser', () => {
  let binary: InstalledBinary
  let server: RunningServer
  let browser: Browser
  let mia: Page
  let robin: Page
  const complaints: string[][] = []

  const token = async (name: string): Promise<string> => {
    const body = JSON.stringify({ email: `${name}@example.org`, password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body })
    return ((await answer.json()) as { auth_token: string }).auth_token
  }

  /** A browser of its own for somebody who is logged in. */
  const pageOf = async (name: string): Promise<Page> => {
    binary.run(['users', 'create', name, '--email', `${name}@example.org`, '--password', PASSWORD])
    const session = await token(name)
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await context.addInitScript((text) => localStorage.setItem('milepost.token', text), session)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    complaints.push(complaintsOf(page))
    return page
  }

  const upload = async (name: string) => {
    const form = new FormData()
    form.append('file', new File([rideGpx({ name: 'Over the pass' })], 'ride.gpx'))
    form.append('data', JSON.stringify({ sport_id: 1, workout_visibility: 'followers_only' }))
    const headers = { authorization: `Bearer ${await token(name)}` }
    await fetch(`${server.url}/api/workouts`, { method: 'POST', headers, body: form })
  }

  beforeAll(async () => {
    binary = installBinary()
    server = await binary.serve()
    browser = await startBrowser(chromium ?? '')
    mia = await pageOf('mia')
    robin = await pageOf('robin')
    await upload('mia')
  }, BUILD_TIMEOUT)

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    binary?.remove()
  })

  test('somebody asks to follow, and the one who is asked lets them', async () => {
    await robin.goto(`${server.url}/users/mia`)
    await robin.getByText('No workout to be seen.').waitFor()
    await robin.getByRole('button', { name: 'Follow', exact: true }).click()
    await robin.getByRole('button', { name: 'Withdraw request' }).waitFor()
    await mia.goto(`${server.url}/`)
    await mia.getByRole('link', { name: 'Notifications, some unread' }).click()
    await mia.getByText('robin wants to follow you').waitFor()
    await mia.getByRole('button', { name: 'Open' }).click()
    await mia.getByRole('button', { name: 'Accept' }).click()
    await mia.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' })
  })

  test('a follower finds the workout among the latest, likes it and comments on it', async () => {
    await robin.goto(`${server.url}/`)
    await robin.getByText('Everybody I follow').click()
    await robin.getByRole('link', { name: 'Over the pass' }).click()
    await robin.getByRole('button', { name: 'Like (0)' }).click()
    await robin.getByRole('button', { name: 'Take the like back (1)' }).waitFor()
    await robin
      .getByRole('textbox', { name: 'Write a comment' })
      .fill('Well done @mia <img src=x onerror=alert(1)>')
    await robin.getByRole('button', { name: 'Comment', exact: true }).click()
    const comment = robin.getByRole('region', { name: 'Comments' }).getByRole('listitem')
    expect(await comment.textContent()).toContain('Well done @mia')
    expect(await comment.locator('img').count()).toBe(0)
    expect(await comment.getByRole('link', { name: '@mia' }).getAttribute('href')).toEndWith(
      '/users/mia',
    )
  })

  test('the notification leads to the comment', async () => {
    await mia.goto(`${server.url}/notifications`)
    const entry = mia.getByRole('listitem').filter({ hasText: 'robin mentioned you' })
    await entry.getByRole('button', { name: 'Open' }).click()
    await mia.getByRole('listitem').filter({ hasText: 'Well done' }).waitFor()
    expect(mia.url()).toMatch(/\/workouts\/\w+#\w+$/)
  })

  test('somebody who is blocked no longer follows', async () => {
    await mia.goto(`${server.url}/users/robin`)
    await mia.getByRole('button', { name: 'Block' }).click()
    await mia.getByRole('button', { name: 'Unblock' }).waitFor()
    await robin.goto(`${server.url}/users/mia`)
    await robin.getByText('No workout to be seen.').waitFor()
  })

  test('statistics and the map show the workout to its owner', async () => {
    await mia.goto(`${server.url}/statistics`)
    await mia.getByRole('rowheader', { name: 'Cycling (Sport)' }).waitFor()
    await mia.getByText('Years').click()
    const bars = mia.getByRole('list', { name: 'By time' }).getByRole('listitem')
    const year = bars.filter({ hasText: /km2026$/ })
    expect(await year.textContent()).toMatch(/^\d+\.\d\d km2026$/)
    await mia.goto(`${server.url}/map`)
    await mia.locator('[aria-label="Map of all starts"] canvas').waitFor()
  })

  test('the pages broke no rule of their security policy and threw nothing', () => {
    expect(complaints.flat()).toEqual([])
  })
})
