import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { ALL_RULES, findAccessibilityProblems, findDarkAccessibilityProblems } from './axe'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary, type RunningServer } from './binary'
import { collectPageErrors, findChromium, startBrowser } from './browser'
import { runAs } from './cli'
import { observeOperations, requireCoverage } from './operation-coverage'
import { PREPARED_DATABASE } from './prepared-database'
import { type RideOptions, rideGpx } from './ride'
import { BROWSER_TIME_LIMIT } from './slow-pages'
import { openUntilDrawn, untilIdle } from './wait-until-drawn'

const PASSWORD = 'a-long-password'
const PATIENCE_MS = 30_000

/** A server from the executable, and users with separate browsers. */
export interface BrowserWorld {
  binary: InstalledBinary
  server: RunningServer
  browser: Browser
  /** A separate browser of a user, whose account is created with the role if necessary. */
  pageOf: (name: string, options?: PersonOptions) => Promise<Page>
  /** A separate browser of an anonymous visitor. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
  /** A session token of a user with an account. */
  tokenOf: (name: string) => Promise<string>
  /** Opens a path of the server and waits until the page is drawn. */
  open: (page: Page, path: string) => Promise<void>
  /** Calls the API as a user, to prepare data. */
  call: (name: string, method: string, path: string, body?: object) => Promise<unknown>
  /** Uploads a ride as a user. Returns the id of the workout. */
  ride: (name: string, ride: RideOptions, data?: object) => Promise<string>
  /**
   * Fails when the current page has accessibility problems: light and wide, or dark on a phone. With `isThorough` also
   * dark and wide, and light on a phone, which finds the same on nearly every page.
   */
  expectAccessible: (page: Page, isThorough?: boolean) => Promise<void>
}

interface PersonOptions extends BrowserContextOptions {
  role?: 'user' | 'moderator' | 'admin' | 'owner'
}

interface Parts {
  binary: InstalledBinary
  server: RunningServer
  browser: Browser
}

/** A group of tests that share one server and one browser. Skipped with a warning if there is no browser. */
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
      mkdirSync(parts.binary.dataDir)
      writeFileSync(join(parts.binary.dataDir, 'milepost.db'), PREPARED_DATABASE)
      parts.server = await parts.binary.serve([], env)
      parts.browser = await startBrowser(chromium ?? '')
      const watch = (page: Page) => {
        page.setDefaultTimeout(PATIENCE_MS)
        complaints.push(collectPageErrors(page))
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

    test('the pages violated no security policy and threw no errors', () => {
      expect(complaints.flat()).toEqual([])
    })
  })
}

/**
 * Options of a visitor who asks for no others. A service worker would fetch and store the whole UI for each visitor, so
 * only tests of it allow one.
 */
export const DEFAULT_VISITOR: BrowserContextOptions = {
  viewport: { width: 1280, height: 900 },
  serviceWorkers: 'block',
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
    const context = await browser.newContext({ ...DEFAULT_VISITOR, ...options })
    // Most tests of uploads are about the details of the chosen files.
    await context.addInitScript(() => localStorage.setItem('milepost.review', 'on'))
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
      if (!tokens.has(name)) await createAccount(binary, name, role)
      const token = await tokenOf(name)
      const page = await visitor(options)
      const remember = (text: string) => localStorage.setItem('milepost.token', text)
      await page.context().addInitScript(remember, token)
      return page
    },
    open: async (page, path) => {
      await openUntilDrawn(page, `${server.url}${path}`)
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

/**
 * Creates an account with the command, on the thread of the tests: the executable would have to start for each. An
 * account that exists stays as it is.
 */
async function createAccount(binary: InstalledBinary, name: string, role: string): Promise<void> {
  const options = ['--role', role, '--email', `${name}@example.org`, '--password', PASSWORD]
  const env = { DATA_DIR: binary.dataDir }
  await runAs({ env }, 'users', 'create', name, '--tz', 'Europe/Paris', ...options)
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

/** Milliseconds in which a page must adapt to its width, whatever else the machine does. */
const SETTLED_WITHIN_MS = 15_000

/** Returns whether a page still scrolls sideways after its charts had time to adapt to the width. */
const scrollsSideways = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, undefined, {
      timeout: SETTLED_WITHIN_MS,
    })
    .then(
      () => false,
      () => true,
    )

async function expectAccessible(page: Page, isThorough = false): Promise<void> {
  const desk = page.viewportSize() ?? PHONE
  const found: Record<string, string[]> = {}
  const look = async (name: string, barriers: string[]) => {
    const sideways = (await scrollsSideways(page)) ? ['scrolls sideways'] : []
    if (barriers.length + sideways.length > 0) found[name] = [...barriers, ...sideways]
  }
  await look('light', await findAccessibilityProblems(page))
  if (isThorough) await look('dark', await findDarkAccessibilityProblems(page))
  await page.setViewportSize(PHONE)
  // Elements that are half covered by the header do not have their full target size.
  await page.evaluate(() => window.scrollTo(0, 0))
  if (isThorough) await look('light phone', await findAccessibilityProblems(page))
  await look('dark phone', await findDarkAccessibilityProblems(page, ALL_RULES))
  await page.setViewportSize(NARROWEST)
  await look('narrowest', [])
  await page.setViewportSize(desk)
  // Charts and maps move, and the next click needs their final position.
  await untilIdle(page)
  expect({ page: page.url(), found }).toEqual({ page: page.url(), found: {} })
}
