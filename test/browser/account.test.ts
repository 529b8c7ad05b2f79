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
import { type OpenMailbox, openMailbox, tokenIn } from '../support/mailbox'
import { observeOperations, requireCoverage } from '../support/operation-coverage'
import { rideGpx } from '../support/ride'
import { BROWSER_TIME_LIMIT } from '../support/slow-pages'
import { zipBytes } from '../support/tracks/zip'
import { openUntilDrawn } from '../support/wait-until-drawn'

const MIA = { username: 'mia', email: 'mia@example.org', password: 'a-long-password' }
const NEW_EMAIL = 'mia@example.com'
const NEW_PASSWORD = 'another-long-password'
const RIDES = 12

const ARCHIVE = {
  name: 'years.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(
    zipBytes([
      ...Array.from({ length: RIDES }, (_, day) => ({
        name: `rides/${day + 1}.gpx`,
        content: rideGpx({
          name: `Ride ${day + 1}`,
          seed: day,
          kilometres: 2 + day,
          start: new Date(Date.UTC(2026, 0, day + 1, 7)),
        }),
      })),
      { name: 'rides/broken.gpx', content: 'this is no track' },
    ]),
  ),
}

const chromium = findChromium()

setDefaultTimeout(BROWSER_TIME_LIMIT)

describe.skipIf(!chromium)('an account in a browser', () => {
  let binary: InstalledBinary
  let server: RunningServer
  let mailbox: OpenMailbox
  let browser: Browser
  let page: Page
  let complaints: string[]
  const operations = new Set<string>()

  beforeAll(async () => {
    binary = installBinary()
    mailbox = await openMailbox()
    server = await binary.serve([], {
      EMAIL_URL: `smtp://127.0.0.1:${mailbox.settings.port}`,
      SENDER_EMAIL: 'milepost@example.com',
    })
    const owner = ['--email', 'owner@example.org', '--role', 'owner']
    binary.run(['users', 'create', 'owner', ...owner])
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
    await server?.stop()
    await mailbox?.stop()
    binary?.remove()
    await news
  })

  const open = (path: string) => page.goto(`${server.url}${path}`)

  /** The token of the last of `count` messages to an email address. */
  const mailedToken = async (address: string, count: number) => {
    while (mailbox.to(address).length < count) await Bun.sleep(20)
    return tokenIn(mailbox.to(address)[count - 1] ?? { text: '' })
  }

  const logIn = async (password: string) => {
    await page.getByLabel('Email').fill(MIA.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  test('links in emails confirm the account and set a new password', async () => {
    await open('/register')
    await page.getByLabel('Username').fill(MIA.username)
    await page.getByLabel('Email').fill(MIA.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(MIA.password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Register' }).click()
    await open(`/account-confirmation?token=${await mailedToken(MIA.email, 1)}`)
    await page.getByRole('button', { name: 'Confirm account' }).click()
    await page.getByText('Add your first workout').waitFor()

    await page.evaluate(() => localStorage.clear())
    await open('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(MIA.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await open(`/password-reset?token=${await mailedToken(MIA.email, 2)}`)
    await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await logIn(NEW_PASSWORD)
    await page.getByText('Add your first workout').waitFor()
  })

  test('a used link is reported as such', async () => {
    await open('/account-confirmation?token=used')
    await page.getByRole('button', { name: 'Confirm account' }).click()
    await page.getByText('This link is invalid or has expired.').waitFor()
  })

  test('a user who lost the confirmation link gets another one', async () => {
    const ben = await (await browser.newContext()).newPage()
    observeOperations(ben, operations)
    await ben.goto(`${server.url}/register`)
    await ben.getByLabel('Username').fill('ben')
    await ben.getByLabel('Email').fill('ben@example.org')
    await ben.getByRole('textbox', { name: 'Password' }).fill(MIA.password)
    await ben.getByRole('checkbox').check()
    await ben.getByRole('button', { name: 'Register' }).click()
    const lost = await mailedToken('ben@example.org', 1)
    await ben.goto(`${server.url}/account-confirmation`)
    await ben.getByRole('link', { name: 'Send me a new link' }).click()
    await ben.getByLabel('Email').fill('ben@example.org')
    await ben.getByRole('button', { name: 'Send link' }).click()
    await ben.getByText(/we have sent a link to it/).waitFor()
    const sent = await mailedToken('ben@example.org', 2)
    expect(sent).not.toBe(lost)
    await ben.goto(`${server.url}/account-confirmation?token=${sent}`)
    await ben.getByRole('button', { name: 'Confirm account' }).click()
    await ben.getByText('Add your first workout').waitFor()
    await ben.context().close()
  })

  test('a new email address takes effect once its link is followed', async () => {
    await open('/profile/edit/account')
    await page.getByRole('textbox', { name: 'Email' }).fill(NEW_EMAIL)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter your current password').waitFor()
    await page.getByRole('textbox', { name: 'Current password' }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${NEW_EMAIL} becomes your address when you open`).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await open(`/email-update?token=${await mailedToken(NEW_EMAIL, 1)}`)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByText('Your address has been changed.').waitFor()
    await open('/profile/edit/account')
    await eventually(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(
      NEW_EMAIL,
    )
    await eventually(() => page.getByText('becomes your address').count()).toBe(0)
  })

  test('a saved preference takes effect at once', async () => {
    await open('/profile/edit/preferences')
    await page.getByRole('switch', { name: 'Miles and feet' }).press('Space')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await open('/workouts/add')
    await page.getByText('By hand').click()
    await page.getByLabel('Distance (mi)').waitFor()
  })

  test('a manual workout is added and edited', async () => {
    await page.getByRole('combobox', { name: 'Sport' }).click()
    await page.getByRole('option', { name: 'Walking', exact: true }).click()
    await page.getByLabel('Duration').fill('1:10:00')
    await page.getByLabel('Distance').fill('5,5')
    await page.getByRole('button', { name: 'Add workout' }).click()
    await page.getByRole('link', { name: 'Edit this workout' }).click()
    await page.getByLabel('Title').fill('Round the lake')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Round the lake' }).waitFor()
    const numbers = page.getByRole('region', { name: 'Numbers' })
    await eventually(() => numbers.textContent()).toContain('Distance5.50 mi')
  })

  test('equipment is added and becomes the default of a sport', async () => {
    await open('/profile/edit/equipment')
    await page.getByRole('button', { name: 'Add equipment' }).click()
    await page.getByLabel('Name').fill('Old faithful')
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Bike', exact: true }).click()
    await page.getByRole('combobox', { name: 'Use it for new workouts in' }).click()
    await page.getByRole('option', { name: 'Cycling (Sport)' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Bike · 0 workouts').waitFor()
  })

  test('a weight is added in the units of the account, replaced on the same day, and deleted', async () => {
    await open('/profile/edit/weight')
    await page.getByText('No weights yet.').waitFor()
    await page.getByRole('button', { name: 'Save weight' }).click()
    await page.getByText('Enter a value between 22.0 lb and 1,543.2 lb').waitFor()
    const weights = page.getByRole('list', { name: 'Weights' }).getByRole('listitem')
    for (const weight of ['165', '160,5']) {
      await page.getByLabel('Weight in lb').fill(weight)
      await page.getByLabel('From', { exact: true }).fill('2026-01-02')
      await page.getByRole('button', { name: 'Save weight' }).click()
      await weights.getByText(`${weight.replace(',', '.')}`).waitFor()
    }
    await eventually(() => weights.allTextContents()).toEqual(['160.5 lbfrom 01/02/2026Remove'])
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove the weight from 01/02/2026' }).click()
    await page.getByText('No weights yet.').waitFor()
  })

  test('a threshold is added from a day on, for all sports or one, shows its zones, and is deleted', async () => {
    await open('/profile/edit/thresholds')
    await page.getByText('No thresholds yet.').waitFor()
    await page.getByRole('button', { name: 'Save threshold' }).click()
    await page.getByText('Enter a value between 100 bpm and 240 bpm').waitFor()
    await page.getByLabel('Value in bpm').fill('190')
    await page.getByLabel('From', { exact: true }).fill('2026-01-02')
    await page.getByRole('button', { name: 'Save threshold' }).click()
    const thresholds = page.getByRole('list', { name: 'Your thresholds' }).getByRole('listitem')
    await thresholds.getByText('Maximum heart rate: 190 bpm').waitFor()
    await page.getByRole('cell', { name: '114–132 bpm' }).waitFor()
    await page.getByLabel('Threshold', { exact: true }).selectOption('Threshold pace, on foot')
    await page.getByLabel('Value in /mi').fill('8:00')
    await page.getByRole('button', { name: 'Save threshold' }).click()
    await thresholds.getByText('Threshold pace, on foot: 8:00 /mi').waitFor()
    await page.getByLabel('Heart rate zones').selectOption('Percentage of threshold (Friel)')
    await page.getByText('No zones: thresholds for this sport are missing.').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove: Maximum heart rate from 01/02/2026' }).click()
    await page.getByRole('button', { name: /^Remove: Threshold pace/ }).click()
    await page.getByText('No thresholds yet.').waitFor()
  })

  test('a large archive is imported in the background, with the reason for every failure', async () => {
    await open('/workouts/add')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Drop workout files here, or click to choose' }).click()
    await (await chooser).setFiles(ARCHIVE)
    await page.getByRole('combobox', { name: 'Sport' }).selectOption('Cycling (Sport)')
    await page.getByRole('button', { name: 'Upload workout' }).click()
    await page.waitForURL(/\/workouts\/tasks\/\w+$/)
    await page.getByText('Done, with errors').waitFor()
    await page.getByText(`${RIDES} new workouts`).waitFor()
    const failed = page.locator('main li').filter({ hasText: 'rides/broken.gpx' })
    await eventually(() => failed.textContent()).toContain('This file cannot be read')
    await page.getByRole('link', { name: 'All imports' }).click()
    await page.getByRole('link', { name: 'years.zip' }).waitFor()
  })

  test('the list filters workouts and stores the filters in the URL', async () => {
    await page.getByRole('link', { name: 'Workouts', exact: true }).click()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Title').fill('RIDE 1')
    await page.getByRole('button', { name: 'Show 4 workouts' }).click()
    await page.waitForURL(/title=RIDE\+1$/)
    await page.getByText('Ride 12').waitFor()
    await page.reload()
    const rows = page.getByRole('list', { name: 'Workouts' }).getByRole('listitem')
    await page.getByText('Ride 12').waitFor()
    await eventually(() => rows.count()).toBe(4)
    await eventually(() => page.getByLabel('Totals').textContent()).toStartWith('Workouts4')
  })

  test('a data export is requested and downloaded', async () => {
    await open('/profile/edit/account')
    await page.getByRole('button', { name: 'Request an archive' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download (' }).click()
    expect((await download).suggestedFilename()).toEndWith('.zip')
  })

  test('a phone shows all of it without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, name] of [
      ['/profile/edit/account', 'Account'],
      ['/profile/edit/profile', 'Profile'],
      ['/profile/edit/preferences', 'Preferences'],
      ['/profile/edit/weight', 'Weight'],
      ['/profile/edit/thresholds', 'Thresholds and zones'],
      ['/profile/edit/sports', 'Sports'],
      ['/profile/edit/equipment', 'Equipment'],
      ['/workouts', 'Workouts'],
      ['/workouts/tasks', 'Imports'],
      ['/password-reset/request', 'Forgot your password?'],
    ] as const) {
      await openUntilDrawn(page, `${server.url}${path}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      await eventually(width).toBeLessThanOrEqual(390)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('a deleted account cannot log in', async () => {
    await open('/profile/edit/account')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await logIn(NEW_PASSWORD)
    await page.getByText('The email or the password is not right.').waitFor()
  })

  test('the pages violated no security policy and threw no errors', () => {
    expect(complaints).toEqual([])
  })
})
