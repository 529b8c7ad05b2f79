import { expect, test } from 'bun:test'
import { afterTest } from '../support/after-test'
import { barriersOf, darkBarriersOf } from '../support/axe'
import { BUILD_TIMEOUT, installBinary } from '../support/binary'
import { describeInBrowser } from '../support/browser-world'
import { openScreen, startDemo } from '../support/screens'

const TIMEOUT = 900_000

/** Screens that visitors can use whatever the server says: forms, and what is written in the page itself. */
const NEED_NOTHING = [
  ...['login', 'register', 'confirm-account', 'resend-confirmation'],
  ...['request-reset', 'reset-password', 'confirm-email', 'not-found'],
]

/** What the server may say in place of an answer. */
const FAILURES = [500, 403, 404] as const

describeInBrowser('screens that get no answer', (world) => {
  test(
    'say what did not work and offer to try again, for everybody',
    async () => {
      const binary = installBinary()
      afterTest(() => binary.remove())
      const demo = await startDemo(binary, 40)
      afterTest(async () => void (await demo.server.stop()))
      const faults: string[] = []
      for (const [index, screen] of demo.screens.entries()) {
        const status = FAILURES[index % FAILURES.length] ?? 500
        const page = await openScreen(demo, world().browser, screen, {
          prepare: (context) =>
            context.route('**/api/**', (route) =>
              route.fulfill({ status, json: { status: 'error', message: 'no luck' } }),
            ),
        })
        const panels = page.getByRole('alert')
        const retries = page.getByRole('button', { name: 'Try again' })
        const told =
          (await panels.count()) + (await page.getByRole('heading', { level: 1 }).count())
        if (told === 0) faults.push(`${screen.name} ${status}: is empty`)
        if (!NEED_NOTHING.includes(screen.name) && (await panels.count()) > (await retries.count()))
          faults.push(`${screen.name} ${status}: offers no retry`)
        const barriers = [...(await barriersOf(page)), ...(await darkBarriersOf(page))]
        faults.push(...barriers.map((barrier) => `${screen.name} ${status}: ${barrier}`))
        await page.context().close()
      }
      expect(faults).toEqual([])
    },
    TIMEOUT + BUILD_TIMEOUT,
  )
})
