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
import { rideGpx } from '../support/ride'
import { BROWSER_TIME_LIMIT } from '../support/slow-pages'
import { until } from '../support/until'
import { openUntilDrawn, untilDrawn } from '../support/wait-until-drawn'

const OWNER = { username: 'robin', email: 'robin@example.org', password: 'a-long-password' }

/** No server listens here, so the map has no tiles. */
const NO_TILES = 'http://127.0.0.1:9/{z}/{x}/{y}.png'

const RIDE = {
  name: 'ride.gpx',
  mimeType: 'application/gpx+xml',
  buffer: Buffer.from(rideGpx({ name: 'Over the pass', withPause: true })),
}
const BROKEN = { ...RIDE, name: 'broken.gpx', buffer: Buffer.from('this is no track') }

const chromium = findChromium()

setDefaultTimeout(BROWSER_TIME_LIMIT)

describe.skipIf(!chromium)('the web UI in a browser', () => {
  let binary: InstalledBinary
  let server: RunningServer
  let browser: Browser
  let page: Page
  let complaints: string[]
  const operations = new Set<string>()
  const tileAnswers: number[] = []

  beforeAll(async () => {
    binary = installBinary()
    server = await binary.serve([], { TILE_SERVER_URL: NO_TILES })
    browser = await startBrowser(chromium ?? '')
    page = await browser.newPage({ ...DEFAULT_VISITOR, locale: 'en-IE' })
    await page.addInitScript(() => localStorage.setItem('milepost.review', 'on'))
    page.setDefaultTimeout(30_000)
    complaints = collectPageErrors(page)
    observeOperations(page, operations)
    page.on('response', (answer) => {
      if (answer.url().includes('/map_tile/')) tileAnswers.push(answer.status())
    })
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
    binary?.remove()
    await news
  })

  /** Opens a path on the origin of the session: the printed link may use another name of the server than the tests. */
  const open = (path: string) => page.goto(new URL(path, page.url()).href)

  const chooseFile = async (file: typeof RIDE) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Drop workout files here, or click to choose' }).click()
    await (await chooser).setFiles(file)
  }

  /** The workout of the page, as the API returns it to the session of the page. */
  const shownWorkout = async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const token = await page.evaluate(() => localStorage.getItem('milepost.token'))
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.url}/api/workouts/${id}`, { headers })
    const { data } = (await answer.json()) as { data: { workouts: Record<string, number>[] } }
    return data.workouts[0] ?? {}
  }

  test("the printed link creates the owner's account and logs in", async () => {
    const link = () => /http:\S+\/setup\?token=\S+/.exec(server.output())?.[0]
    await until('the printed link', () => link() !== undefined)
    await page.goto(link() ?? '')
    await page.getByLabel('Username').fill(OWNER.username)
    await page.getByLabel('Email').fill(OWNER.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Add your first workout').waitFor()
    await eventually(() => new URL(page.url()).pathname).toBe('/')
  })

  test('a file that is not a track is rejected with a reason', async () => {
    await page.getByRole('link', { name: 'Add workout' }).click()
    await chooseFile(BROKEN)
    await page
      .getByRole('combobox', { name: 'Sport of broken.gpx' })
      .selectOption('Cycling (Sport)')
    await page.getByRole('button', { name: 'Upload workout' }).click()
    await eventually(() => page.getByRole('alert').textContent()).toStartWith(
      'This file cannot be read',
    )
    await page.getByRole('button', { name: 'Remove broken.gpx' }).click()
  })

  test('an uploaded ride ends on its own page with the line on the map', async () => {
    await chooseFile(RIDE)
    await page.getByRole('button', { name: 'Upload workout' }).click()
    await page.getByRole('heading', { name: 'Over the pass' }).waitFor()
    const route = page.locator('path.mp-route')
    await route.waitFor()
    const drawn = async (letter: string) =>
      ((await route.getAttribute('d')) ?? '').split(letter).length - 1
    await eventually(() => drawn('L')).toBeGreaterThan(19)
    await eventually(() => drawn('M')).toBe(2)
    await eventually(() => page.locator('.mp-start, .mp-finish').count()).toBe(2)
  })

  test('the map works without tiles', async () => {
    await until('an answer about a tile', () => tileAnswers.length > 0)
    await page.waitForFunction(() => document.querySelector('.mp-tile') === null)
    expect(tileAnswers.every((status) => status >= 400)).toBe(true)
    await eventually(() => page.locator('path.mp-route').isVisible()).toBe(true)
  })

  test('charts are drawn for all recorded values', async () => {
    await page.locator('[data-series] canvas').first().waitFor()
    const series = () =>
      page
        .locator('[data-series]')
        .evaluateAll((charts) => charts.map((chart) => chart.getAttribute('data-series')))
    await eventually(series).toEqual(['elevation', 'speed', 'hr', 'cadence'])
    const inked = () =>
      page.locator('[data-series] canvas').evaluateAll((canvases) =>
        canvases.map((canvas) => {
          const { width, height } = canvas as HTMLCanvasElement
          const pixels = (canvas as HTMLCanvasElement)
            .getContext('2d')
            ?.getImageData(0, 0, width, height).data
          return pixels?.some((value) => value > 0) ?? false
        }),
      )
    await eventually(inked).toEqual([true, true, true, true])
  })

  test('the numbers are those of the server', async () => {
    const workout = await shownWorkout()
    const numbers = page.getByRole('region', { name: 'Numbers' })
    for (const number of [
      `Distance${workout.distance?.toFixed(2)} km`,
      `Ascent${workout.ascent?.toFixed(0)} m`,
      `Average speed${workout.ave_speed?.toFixed(1)} km/h`,
      `Heart rate${workout.ave_hr} bpm${workout.max_hr} bpm`,
      'Pauses10:',
    ])
      await eventually(() => numbers.textContent()).toContain(number)
  })

  test('pointing at a chart moves a dot along the map, and vice versa', async () => {
    const dot = page.locator('path.mp-cursor')
    await eventually(() => dot.count()).toBe(0)
    await page.locator('[data-series="hr"] .u-over').hover({ position: { x: 200, y: 40 } })
    await dot.waitFor()
    await eventually(() => page.locator('[data-series="speed"]').textContent()).toMatch(/\d km\/h/)
    await page.mouse.move(0, 0)
    await dot.waitFor({ state: 'detached' })
    await page.locator('.mp-start').scrollIntoViewIfNeeded()
    await untilDrawn(page)
    const start = await page.locator('.mp-start').boundingBox()
    await page.mouse.move((start?.x ?? 0) + 21, (start?.y ?? 0) + 24)
    await dot.waitFor()
    await eventually(() => page.locator('[data-series="elevation"]').textContent()).toMatch(/\d m$/)
  })

  test('the keyboard reaches every point of the track', async () => {
    const slider = page.getByRole('slider', { name: 'Position along the track' })
    await page.mouse.move(0, 0)
    await slider.focus()
    await page.keyboard.press('End')
    const { distance = 0 } = await shownWorkout()
    await eventually(() => slider.getAttribute('aria-valuetext')).toStartWith(
      `${distance.toFixed(2)} km, `,
    )
  })

  test('a phone shows all of it without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const screens = [
      [new URL(page.url()).pathname, 'Over the pass'],
      ['/', 'Your log'],
      ['/workouts/add', 'Add a workout'],
      ['/about', 'About Milepost'],
      ['/nowhere', 'Page not found'],
    ] as const
    for (const [path, name] of screens) {
      await openUntilDrawn(page, new URL(path, page.url()).href)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      await eventually(width).toBeLessThanOrEqual(390)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('deleting the only workout leaves an empty list', async () => {
    await open('/')
    await page.getByRole('link', { name: 'Over the pass' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete this workout' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Add your first workout').waitFor()
  })

  test('logging out and in again leads back to the requested page', async () => {
    await page.getByRole('button', { name: 'Account of robin' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await eventually(() => page.evaluate(() => localStorage.getItem('milepost.token'))).toBeNull()
    await open('/workouts/add')
    await page.getByLabel('Email').fill(OWNER.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await eventually(() => page.getByRole('alert').textContent()).toStartWith(
      'The email or the password',
    )
    await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Add a workout' }).waitFor()
  })

  test('an invalid session leads to the login', async () => {
    await page.evaluate(() => localStorage.setItem('milepost.token', 'no.such.token'))
    await open('/')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await eventually(() => page.evaluate(() => localStorage.getItem('milepost.token'))).toBeNull()
  })

  test('the pages violated no security policy and threw no errors', () => {
    expect(complaints).toEqual([])
  })
})
