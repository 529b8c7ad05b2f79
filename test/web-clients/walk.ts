import type { Browser, Page } from 'playwright-core'
import { rideGpx } from '../support/ride'
import { openUntilDrawn, untilDrawn } from '../support/wait-until-drawn'
import { PASSWORD, type Person, type Places } from './places'

/** The routes of a client, those that were opened, and what was wrong. */
export interface Walk {
  routes: string[]
  opened: string[]
  problems: string[]
}

/** Matches what appears when a value is missing or has another type than the client expects. */
const WRONG_TEXT = /\b(?:undefined|NaN|Invalid Date)\b|\[object \w+\]/
/** Matches the keys of texts that the client shows when it has no translation. */
const UNTRANSLATED = /\b[a-z_]+(?:\.[A-Z][A-Z_-]{2,})+\b/
/** A transparent pixel, in place of the tiles of maps. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
  'base64',
)
const UNKNOWN_PATH = '/nowhere'
/** What happens in front of FitTrackee's own server, too. */
const EXPECTED = [
  /^[^:]*: GET \/api\/auth\/profile: 401$/,
  /^\/workouts\/map: GET \/api\/workouts\/global-map: 401$/,
  /^\/profile\/suspension: GET \/api\/auth\/account\/suspension: 404$/,
  /^\/profile\/(edit\/)?sports.*: TypeError: .*'(?:sports_list|filter)'/,
]
/** Screens with a form that can be sent as it is. */
const FORMS = ['', '/preferences', '/notifications', '/messages'].map(
  (tab) => `/profile/edit${tab}`,
)

type Report = (problem: string) => void

interface Walker {
  who: Person | undefined
  places: Places
  /** Whether each screen is loaded on its own, and forms are sent. Otherwise the client changes screens by itself. */
  isThorough: boolean
}

/** Opens every screen of a client as a person, or as a visitor. */
export async function walkScreens(
  browser: Browser,
  url: string,
  { who, places, isThorough }: Walker,
): Promise<Walk> {
  const viewport = { width: 1280, height: 900 }
  const context = await browser.newContext({ viewport, locale: 'en-US' })
  const page = await context.newPage()
  const seen = { screen: '/login', problems: new Set<string>() }
  const report = (problem: string) => {
    const line = `${seen.screen}: ${problem}`
    if (!EXPECTED.some((expected) => expected.test(line))) seen.problems.add(line)
  }
  watch(page, url, report)
  await openUntilDrawn(page, `${url}/login`)
  if (who) await logIn(page, url, who)
  const routes = await listRoutes(page)
  const opened = routes.filter((route) => !fillIn(route, places).includes(':'))
  const steps: [string, () => Promise<void>][] = opened.map((route) => [
    route,
    () => visit(page, isThorough ? url : '', fillIn(route, places)),
  ])
  if (who && isThorough)
    steps.push(
      ...FORMS.map((form): [string, () => Promise<void>] => [
        form,
        () => sendForm(page, url, form),
      ]),
      ['/workouts/add', () => upload(page, url)],
    )
  if (who) steps.push(['/logout', () => logOut(page, url)])
  for (const [screen, step] of steps) {
    seen.screen = screen
    await step().catch(({ message }: Error) => report(message))
    // biome-ignore lint/performance/useDomNodeTextContent: the texts of neighbours would run together
    reportText(await page.locator('body').innerText(), report)
  }
  await context.close()
  return {
    routes,
    opened,
    problems: [...seen.problems].map((line) => `${who ?? 'visitor'} ${line}`),
  }
}

/** Reports failed requests and errors of scripts. Requests to other servers get a pixel. */
function watch(page: Page, url: string, report: Report): void {
  const isOfServer = (address: string) => address.startsWith(`${url}/`)
  page.context().route(
    (address) => !isOfServer(address.href),
    (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }),
  )
  page.on('pageerror', ({ message }) => report(message.split('\n')[0] ?? ''))
  page.on('console', (message) => {
    const [line = ''] = message.text().split('\n')
    // Failed requests are reported below.
    if (message.type() === 'error' && !line.startsWith('Failed to load')) report(line)
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (isOfServer(response.url()) && response.status() >= 400)
      report(`${response.request().method()} ${pathname}: ${response.status()}`)
  })
}

/** Opens a path: by loading it if there is an origin, and otherwise by the router of the client. */
async function visit(page: Page, origin: string, path: string): Promise<void> {
  if (origin !== '') await page.goto(origin + path)
  else
    await page.evaluate((to) => {
      const app = Reflect.get(document.querySelector('#app') ?? {}, '__vue_app__')
      return app.config.globalProperties.$router.push(to).then(() => undefined)
    }, path)
  await untilDrawn(page)
}

function reportText(text: string, report: Report): void {
  for (const pattern of [WRONG_TEXT, UNTRANSLATED]) {
    const [wrong] = pattern.exec(text) ?? []
    if (wrong !== undefined) report(`shows ${wrong}`)
  }
}

async function logIn(page: Page, url: string, who: Person): Promise<void> {
  await page.fill('input[type=email]', `${who}@example.org`)
  await page.fill('input[type=password]', PASSWORD)
  await page.click('[type=submit]')
  await page.waitForURL(`${url}/`)
  await untilDrawn(page)
}

/** Sends a form without changes, and waits for the screen that follows. */
async function sendForm(page: Page, url: string, path: string): Promise<void> {
  await visit(page, url, path)
  await page.locator('form [type=submit]').first().click()
  await page.waitForURL((address) => address.pathname !== path)
  await untilDrawn(page)
}

/** Uploads a recording, and waits for the page of its workout. */
async function upload(page: Page, url: string): Promise<void> {
  await visit(page, url, '/workouts/add')
  await page.selectOption('#sport', { index: 1 })
  const buffer = Buffer.from(rideGpx({ seed: 99 }))
  await page.setInputFiles('#workoutFile', { name: 'ride.gpx', mimeType: 'text/xml', buffer })
  await page.locator('form [type=submit]').first().click()
  await page.waitForURL(/\/workouts\/[\w]{22}$/)
  await untilDrawn(page)
}

/** Logs out with the button of the client. @throws Error when a session cookie is left */
async function logOut(page: Page, url: string): Promise<void> {
  await visit(page, url, '/')
  await page.locator('.logout-button, .fa-power-off').first().click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(`${url}/login`)
  const names = (await page.context().cookies()).map(({ name }) => name)
  const left = names.filter((name) => name.includes('access_token'))
  if (left.length > 0) throw new Error(`cookies after logging out: ${left.join(' ')}`)
}

/** The paths of a client's routes, with parameters. */
async function listRoutes(page: Page): Promise<string[]> {
  const paths: string[] = await page.evaluate(() => {
    const app = Reflect.get(document.querySelector('#app') ?? {}, '__vue_app__')
    const { $router } = app.config.globalProperties
    return $router.getRoutes().map(({ path }: { path: string }) => path)
  })
  return [...new Set(paths)].sort()
}

/** Replaces the parameters of a path whose values are known. The part before a parameter may choose the value. */
const fillIn = (route: string, places: Places): string =>
  route.includes('*')
    ? UNKNOWN_PATH
    : route.replace(/([\w-]+)\/:(\w+)/g, (all, before, name) => {
        const value = places[`${before}/${name}`] ?? places[name]
        return value === undefined ? all : `${before}/${value}`
      })
