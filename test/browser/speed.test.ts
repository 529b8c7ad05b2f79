import { beforeAll, describe, expect, test } from 'bun:test'
import type { CDPSession, Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { untilDrawn } from '../support/wait-until-drawn'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** The cost of a screen with an empty cache on a phone: kilobytes as sent, and requests. */
const LIMITS = {
  login: { kilobytes: 284, requests: 14 },
  dashboard: { kilobytes: 278, requests: 24 },
  workout: { kilobytes: 408, requests: 39 },
} as const

/** Files that a screen requests only when it knows more, or once its top is drawn. */
const FIRST_FILES = [
  ['login', /^$/],
  ['dashboard', /^$/],
  ['workout', /^\/assets\/(WorkoutTrack|map|charts)-/],
] as const
/** The minimum number of simultaneous requests while the first script is loading. */
const MIN_EARLY = { login: 7, dashboard: 8, workout: 8 } as const
/** The data that a screen shows first, requested at the same time. */
const EARLY_DATA = {
  login: [/^\/api\/config$/],
  dashboard: [/^\/api\/config$/, /^\/api\/auth\/profile$/, /^\/api\/workouts\?page=1&/],
  workout: [/^\/api\/config$/, /^\/api\/auth\/profile$/, /^\/api\/workouts\/\w{22}$/],
} as const
const FIRST_SCRIPT = /\/assets\/index-\w+\.js$/
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** A transparent image of one pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The maximum layout shift while a screen is loaded; Lighthouse rates 0.1 as good. */
const MAX_SHIFT = 0.05

/** What a page did until nothing more was loaded. */
interface Visit {
  kilobytes: number
  requests: number
  blocking: string[]
  shift: number
  /** Milliseconds of CPU time of its main thread. */
  work: number
}

describeInBrowser('the first screens on a phone', (world) => {
  const paths = { login: '/login', dashboard: '/', workout: '' }
  const visits = new Map<string, Visit>()

  beforeAll(async () => {
    await world().pageOf('mia')
    for (let day = 1; day <= 30; day++)
      await world().ride('mia', { seed: day, start: new Date(Date.UTC(2026, 3, day, 7)) })
    const id = await world().ride('mia', { name: 'Over the pass', withHeartRate: true })
    paths.workout = `/workouts/${id}`
  })

  const newPage = (name: string) =>
    name === 'login' ? world().visitor(PHONE) : world().pageOf('mia', PHONE)

  /** Opens a screen with an empty cache. Requests made when the browser is idle are not counted. */
  async function visit(name: keyof typeof LIMITS): Promise<Visit> {
    const page = await newPage(name)
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // Without tiles, a map loads the coarse map of the world.
    await page.route(/\/map_tile\//, (route) =>
      route.fulfill({ contentType: 'image/png', body: TILE }),
    )
    const session = await page.context().newCDPSession(page)
    const received: number[] = []
    await session.send('Network.enable')
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      received.push(encodedDataLength)
    })
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await world().open(page, paths[name])
    const { shift, blocking } = await page.evaluate(() => ({
      shift: (Reflect.get(window, 'shifts') as number[]).reduce((sum, value) => sum + value, 0),
      blocking: performance
        .getEntriesByType('resource')
        .filter((entry) => Reflect.get(entry, 'renderBlockingStatus') === 'blocking')
        .map(({ name }) => new URL(name).pathname),
    }))
    const bytes = received.reduce((sum, value) => sum + value, 0)
    const work = await mainThreadWork(session)
    await page.context().close()
    return { kilobytes: Math.round(bytes / 1000), requests: received.length, blocking, shift, work }
  }

  async function mainThreadWork(session: CDPSession): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }

  describe.each(['login', 'dashboard', 'workout'] as const)('%s', (name) => {
    test('needs few bytes and requests', async () => {
      const found = await visit(name)
      visits.set(name, found)
      expect(found.kilobytes).toBeLessThanOrEqual(LIMITS[name].kilobytes)
      expect(found.requests).toBeLessThanOrEqual(LIMITS[name].requests)
    })

    test('waits for one style sheet before anything is drawn, and hardly shifts afterwards', () => {
      expect(visits.get(name)?.blocking).toEqual([expect.stringMatching(/\/index-\w+\.css$/)])
      expect(visits.get(name)?.shift).toBeLessThan(MAX_SHIFT)
    })
  })

  describe.each(FIRST_FILES)('%s', (name, later) => {
    test('requests files and data in parallel with the first script, and nothing twice', async () => {
      const page = await newPage(name)
      const asked: string[] = []
      page.on('request', (request) => asked.push(pathOf(request.url())))
      const first = Promise.withResolvers<void>()
      await page.route(FIRST_SCRIPT, async (route) => {
        await first.promise
        await route.continue()
      })
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0
      })
      await page.goto(`${world().server.url}${paths[name]}`, { waitUntil: 'commit' })
      await page.waitForFunction(
        (count) => performance.getEntriesByType('resource').length >= count,
        MIN_EARLY[name],
      )
      const early = new Set(asked)
      for (const data of EARLY_DATA[name])
        expect([...early]).toContainEqual(expect.stringMatching(data))
      first.resolve()
      await page.waitForLoadState('networkidle')
      await untilDrawn(page)
      const needed = asked.filter((path) => /^\/api\/|\.(?:js|css)$/.test(path))
      expect(needed.toSorted()).toEqual([...new Set(needed)].toSorted())
      const files = needed.filter((path) => path.startsWith('/assets/'))
      expect(files.filter((path) => !early.has(path) && !later.test(path))).toEqual([])
      await page.context().close()
    })
  })

  test('a workout with map and charts is at most several times the work of a form', async () => {
    const least = {
      login: Number.POSITIVE_INFINITY,
      dashboard: Number.POSITIVE_INFINITY,
      workout: Number.POSITIVE_INFINITY,
    }
    const add = (name: keyof typeof least, work = Number.POSITIVE_INFINITY) => {
      least[name] = Math.min(least[name], work)
    }
    const isProved = () => least.dashboard < least.login * 5 && least.workout < least.login * 12
    const names = ['login', 'dashboard', 'workout'] as const
    for (const name of names) add(name, visits.get(name)?.work)
    // What disturbed one visit, such as a collection of garbage, is missing from another one.
    for (let round = 0; round < 3 && !isProved(); round += 1)
      for (const name of names) add(name, (await visit(name)).work)
    expect(least.dashboard).toBeLessThan(least.login * 5)
    expect(least.workout).toBeLessThan(least.login * 12)
  })

  test('the comments of a workout, and their editor, are loaded when they are scrolled into view', async () => {
    const page = await world().pageOf('mia', PHONE)
    const asked: string[] = []
    page.on('request', (request) => asked.push(pathOf(request.url())))
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await world().open(page, paths.workout)
    const beside = /\/comments\?|\/assets\/(?:fields|choices)-/
    expect(asked.filter((path) => beside.test(path))).toEqual([])
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('textbox', { name: 'Write a comment' }).waitFor()
    expect(asked.filter((path) => /\/comments\?/.test(path))).toHaveLength(1)
    await page.context().close()
  })

  test('no screen is shown before its styles are loaded', async () => {
    const page = await world().visitor(PHONE)
    const styles = Promise.withResolvers<void>()
    await page.route(/\/assets\/fields-.*\.css$/, async (route) => {
      await styles.promise
      await route.continue()
    })
    const asked = page.waitForRequest(/\/assets\/fields-.*\.css$/)
    await page.goto(`${world().server.url}/login`, { waitUntil: 'commit' })
    await asked
    await page.waitForTimeout(300)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
    styles.resolve()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().close()
  })

  test('likely next screens are prefetched when the browser is idle', async () => {
    const page = await world().pageOf('mia', PHONE)
    const next = ['workouts', 'workout'].map((name) => scriptOf(page, name))
    await world().open(page, '/')
    await Promise.all(next)
    await page.context().close()
  })

  test('other screens are prefetched when a link to them is touched', async () => {
    const page = await world().pageOf('mia', PHONE)
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await world().open(page, '/')
    const next = scriptOf(page, 'log')
    await page.getByRole('link', { name: 'Statistics' }).dispatchEvent('touchstart')
    await next
    expect(new URL(page.url()).pathname).toBe('/')
    await page.context().close()
  })

  const scriptOf = (page: Page, name: string) =>
    page.waitForRequest((request) => new RegExp(`/assets/${name}-\\w+\\.js$`).test(request.url()))
})
