import { beforeAll, describe, expect, test } from 'bun:test'
import type { CDPSession, Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { untilDrawn } from '../support/drawn'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** What a screen may cost a phone that has nothing of it yet: kilobytes as they are sent, and requests. */
const LIMITS = {
  login: { kilobytes: 255, requests: 14 },
  dashboard: { kilobytes: 245, requests: 20 },
  workout: { kilobytes: 350, requests: 34 },
} as const

/** Answers and files that a screen asks for only when it knows more, or once its top is drawn. */
const FIRST_REQUESTS = [
  ['login', /^$/],
  ['dashboard', /^\/api\/(stats\/|workouts\?from=)/],
  [
    'workout',
    /^\/api\/workouts\/(map_tile|duplicates|\w+\/\w)|^\/assets\/(WorkoutTrack|map|charts)-/,
  ],
] as const
/** So many files are under way while the first script is waited for. */
const LEAST_EARLY = { login: 8, dashboard: 10, workout: 8 } as const
const FIRST_SCRIPT = /\/assets\/index-\w+\.js$/
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Layout may shift by so much while a screen is loaded; Lighthouse calls 0.1 good. */
const MOST_SHIFT = 0.05

/** What a page did until nothing more was loaded. */
interface Visit {
  kilobytes: number
  requests: number
  blocking: string[]
  shift: number
  /** Milliseconds of processor time of its main thread. */
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

  /** Visits a screen with an empty cache; what is loaded once the browser is idle is left out. */
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

    test('waits for one style sheet before anything is drawn, and hardly moves then', () => {
      expect(visits.get(name)?.blocking).toEqual([expect.stringMatching(/\/index-\w+\.css$/)])
      expect(visits.get(name)?.shift).toBeLessThan(MOST_SHIFT)
    })
  })

  describe.each(FIRST_REQUESTS)('%s', (name, later) => {
    test('needs its first script for nothing but to be drawn', async () => {
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
        LEAST_EARLY[name],
      )
      const early = new Set(asked)
      first.resolve()
      await page.waitForLoadState('networkidle')
      await untilDrawn(page)
      const needed = asked.filter((path) => /^\/api\/|\.(?:js|css)$/.test(path))
      expect(needed.toSorted()).toEqual([...new Set(needed)].toSorted())
      expect(needed.filter((path) => !early.has(path) && !later.test(path))).toEqual([])
      await page.context().close()
    })
  })

  test('a workout with map and charts is not many times the work of a form', () => {
    const login = visits.get('login')?.work ?? 0
    expect(visits.get('dashboard')?.work).toBeLessThan(login * 5)
    expect(visits.get('workout')?.work).toBeLessThan(login * 12)
  })

  test('the comments of a workout, and the fields to write one in, come when somebody comes near', async () => {
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

  test('no screen is shown before its styles are there', async () => {
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

  test('what is likely next is fetched once the browser is idle', async () => {
    const page = await world().pageOf('mia', PHONE)
    const next = ['workouts', 'workout'].map((name) => scriptOf(page, name))
    await world().open(page, '/')
    await Promise.all(next)
    await page.context().close()
  })

  test('other screens are fetched when a link to them is touched', async () => {
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
