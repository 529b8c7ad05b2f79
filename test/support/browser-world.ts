import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { barriersOf, darkBarriersOf } from './axe'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary, type RunningServer } from './binary'
import { complaintsOf, findChromium, startBrowser } from './browser'
import { atLeisure, openDrawn } from './drawn'
import { observeOperations, requireCoverage } from './operation-coverage'
import { type RideOptions, rideGpx } from './ride'
import { BROWSER_TIME_LIMIT } from './slow-pages'

const PASSWORD = 'a-long-password'
const PATIENCE_MS = 30_000

/** A server made of the executable, and people who use it in browsers of their own. */
export interface BrowserWorld {
  binary: InstalledBinary
  server: RunningServer
  browser: Browser
  /** A browser of its own for somebody, who gets an account with the role if they have none. */
  pageOf: (name: string, options?: PersonOptions) => Promise<Page>
  /** A browser of its own for nobody. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
  /** The token of a session of somebody who has an account. */
  tokenOf: (name: string) => Promise<string>
  /** Opens a path of the server and waits until it is drawn. */
  open: (page: Page, path: string) => Promise<void>
  /** Asks the API in somebody's name; for what was there before. */
  call: (name: string, method: string, path: string, body?: object) => Promise<unknown>
  /** Uploads a made-up ride in somebody's name; answers the id of the workout. */
  ride: (name: string, ride: RideOptions, data?: object) => Promise<string>
  /** Fails when the page as it is now keeps anybody from using it, in any scheme or on a phone. */
  expectAccessible: (page: Page) => Promise<void>
}

interface PersonOptions extends BrowserContextOptions {
  role?: 'user' | 'moderator' | 'admin' | 'owner'
}

interface Parts {
  binary: InstalledBinary
  server: RunningServer
  browser: Browser
}

/** A group of tests that share one server and one browser; skipped, with a warning, where there is no browser. */
export function describeInBrowser(
  title: string,
  body: (world: () => BrowserWorld) => void,
  env: Record<string, string> = {},
): void {
  const chromium = findChromium()
  setDefaultTimeout(BROWSER_TIME_LIMIT)
  describe.skipIf(!chromium)(title, () => {
    const complaints: string[][] = []
    const operations = new Set<string>()
    const parts: Partial<Parts> = {}
    let world: BrowserWorld | undefined

    beforeAll(async () => {
      parts.binary = installBinary()
      parts.server = await parts.binary.serve([], env)
      parts.browser = await startBrowser(chromium ?? '')
      const watch = (page: Page) => {
        page.setDefaultTimeout(PATIENCE_MS)
        complaints.push(complaintsOf(page))
        observeOperations(page, operations)
      }
      world = makeWorld(parts as Parts, watch)
    }, BUILD_TIMEOUT)

    afterAll(async () => {
      const { url } = parts.server ?? {}
      const news = url ? requireCoverage(url, operations) : undefined
      await news?.catch(() => undefined)
      await parts.browser?.close()
      await parts.server?.stop()
      parts.binary?.remove()
      await news
    })

    body(() => {
      if (!world) throw new Error('The server has not started.')
      return world
    })

    test('the pages broke no rule of their security policy and threw nothing', () => {
      expect(complaints.flat()).toEqual([])
    })
  })
}

function makeWorld({ binary, server, browser }: Parts, watch: (page: Page) => void): BrowserWorld {
  const tokens = new Map<string, string>()
  const tokenOf = async (name: string): Promise<string> => {
    const kept = tokens.get(name)
    if (kept) return kept
    const token = await logIn(server, name)
    tokens.set(name, token)
    return token
  }
  const visitor = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    watch(page)
    return page
  }
  const call = async (name: string, method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(name)}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
    return response.status === 204 ? undefined : response.json()
  }
  return {
    binary,
    server,
    browser,
    visitor,
    call,
    tokenOf,
    pageOf: async (name, { role = 'user', ...options } = {}) => {
      createAccount(binary, name, role)
      const token = await tokenOf(name)
      const page = await visitor(options)
      const remember = (text: string) => localStorage.setItem('milepost.token', text)
      await page.context().addInitScript(remember, token)
      return page
    },
    open: async (page, path) => {
      await openDrawn(page, `${server.url}${path}`)
    },
    ride: async (name, ride, data = {}) => {
      const form = new FormData()
      form.append('file', new File([rideGpx(ride)], 'ride.gpx'))
      form.append('data', JSON.stringify({ sport_id: 1, ...data }))
      const answer = (await call(name, 'POST', '/workouts', form)) as {
        data: { workouts: [{ id: string }] }
      }
      return answer.data.workouts[0].id
    },
    expectAccessible,
  }
}

function createAccount(binary: InstalledBinary, name: string, role: string): void {
  const email = `${name}@example.org`
  const password = ['--email', email, '--password', PASSWORD]
  binary.run(['users', 'create', name, '--role', role, ...password])
}

async function logIn(server: RunningServer, name: string): Promise<string> {
  const body = JSON.stringify({ email: `${name}@example.org`, password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${name} cannot log in: ${answer.status}`)
  return ((await answer.json()) as { auth_token: string }).auth_token
}

const PHONE = { width: 390, height: 844 }
const NARROWEST = { width: 320, height: 720 }

/** Milliseconds that a page may take to follow its width, whatever else the machine does. */
const SETTLED_WITHIN_MS = 15_000

/** Whether a page still scrolls sideways once its charts have had time to follow the width. */
const scrollsSideways = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, undefined, {
      timeout: SETTLED_WITHIN_MS,
    })
    .then(
      () => false,
      () => true,
    )

async function expectAccessible(page: Page): Promise<void> {
  const desk = page.viewportSize() ?? PHONE
  const found: Record<string, string[]> = {}
  const look = async (name: string, barriers: string[]) => {
    const sideways = (await scrollsSideways(page)) ? ['scrolls sideways'] : []
    if (barriers.length + sideways.length > 0) found[name] = [...barriers, ...sideways]
  }
  await look('light', await barriersOf(page))
  await look('dark', await darkBarriersOf(page))
  await page.setViewportSize(PHONE)
  // What happens to lie half under the header has no target of its full size.
  await page.evaluate(() => window.scrollTo(0, 0))
  await look('phone', await barriersOf(page))
  await page.setViewportSize(NARROWEST)
  await look('narrowest', [])
  await page.setViewportSize(desk)
  // Charts and maps follow, and whoever points at them next has to know where they are.
  await atLeisure(page)
  expect({ page: page.url(), found }).toEqual({ page: page.url(), found: {} })
}
