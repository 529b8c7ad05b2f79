import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { findAccessibilityProblems, findDarkAccessibilityProblems } from '../support/axe'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { describeInBrowser } from '../support/browser-world'
import { type DemoScreen, type DemoWorld, openScreen, startDemo } from '../support/screens'

const TIMEOUT = 900_000

/** Screens that are opened at the same time, because most of the time they wait. */
const AT_ONCE = 4

/** Screens that visitors can use whatever the server returns: forms, and static pages. */
const NEED_NOTHING = [
  ...['login', 'register', 'confirm-account', 'resend-confirmation'],
  ...['request-reset', 'reset-password', 'confirm-email', 'not-found'],
  // What a login provider sends works once, so that the screen leads back to the login page instead of retrying.
  'login-callback',
  // The files of the handbook belong to the web UI, and are cached with it.
  ...['handbook', 'handbook-page'],
]

/** Screens that work without a server. */
const WORK_OFFLINE = [...NEED_NOTHING, 'workout-add', 'workout-add-by-hand', 'share', 'setup']

/** The heading when the server does not respond. */
const SILENCE = 'The server does not respond'

/** Error statuses instead of responses. */
const FAILURES = [500, 403, 404] as const

describeInBrowser('screens without responses', (world) => {
  let binary: InstalledBinary
  let demo: DemoWorld

  beforeAll(async () => {
    binary = installBinary()
    demo = await startDemo(binary, 40)
  }, BUILD_TIMEOUT)

  afterAll(async () => {
    await demo?.server.stop()
    binary?.remove()
  })

  /** Opens every screen with failing responses, and lists the problems of each. */
  async function faultsOf(
    answer: (route: Route, index: number) => Promise<void>,
    look: (page: Page, screen: DemoScreen) => Promise<string[]>,
  ): Promise<string[]> {
    const faultsOn = async (screen: DemoScreen, index: number): Promise<string[]> => {
      const page = await openScreen(demo, world().browser, screen, {
        prepare: (context) => context.route('**/api/**', (route) => answer(route, index)),
      })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const headings = await page.getByRole('heading', { level: 1 }).count()
      const found = headings === 1 ? [] : [`has ${headings} headings of its own`]
      found.push(...(await findAccessibilityProblems(page)), ...(await look(page, screen)))
      await page.context().close()
      return found.map((fault) => `${screen.name}: ${fault}`)
    }
    const faults: string[] = []
    for (let first = 0; first < demo.screens.length; first += AT_ONCE) {
      const some = demo.screens.slice(first, first + AT_ONCE)
      const found = some.map((screen, index) => faultsOn(screen, first + index))
      faults.push(...(await Promise.all(found)).flat())
    }
    return faults
  }

  test(
    'describe the error and offer to retry, accessibly',
    async () => {
      const faults = await faultsOf(
        (route, index) =>
          route.fulfill({
            status: FAILURES[index % FAILURES.length] ?? 500,
            json: { status: 'error', message: 'no luck' },
          }),
        async (page, screen) => {
          const told = await page.getByRole('alert').count()
          const retries = await page.getByRole('button', { name: 'Try again' }).count()
          const lacksRetry = !NEED_NOTHING.includes(screen.name) && told > retries
          return [
            ...(lacksRetry ? ['offers no retry'] : []),
            ...(await findDarkAccessibilityProblems(page)),
          ]
        },
      )
      expect(faults).toEqual([])
    },
    TIMEOUT,
  )

  test(
    'report that the server does not respond, and recover once it does',
    async () => {
      const faults = await faultsOf(
        (route) => route.abort('connectionrefused'),
        async (page, screen) => {
          if (WORK_OFFLINE.includes(screen.name)) return []
          const title = page.getByRole('heading', { level: 1 })
          const silence = title.filter({ hasText: SILENCE }).waitFor()
          const isTold = await silence.then(...[() => true, () => false])
          if (!isTold) return [`says ${(await title.allTextContents()).join()}`]
          await page.context().unrouteAll()
          await page.evaluate(tryAgain)
          await title.filter({ hasNotText: SILENCE }).waitFor()
          return []
        },
      )
      expect(faults).toEqual([])
    },
    TIMEOUT,
  )
})

/** Clicks the retry button, which disappears when a retried request is answered. */
function tryAgain(): void {
  const buttons = [...document.querySelectorAll('main button')]
  const button = buttons.find(({ textContent }) => textContent === 'Try again')
  if (button instanceof HTMLElement) button.click()
}
