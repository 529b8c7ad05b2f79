import type { Browser, BrowserContext, Page } from 'playwright-core'
import { randomOf } from './ride'

/** The maximum delay of a request in milliseconds. */
const MAX_WAIT_MS = 400
/** The factor by which scripts are slowed down. */
const CPU_RATE = 4

const SEED = process.env.SLOW_PAGES

/** Whether pages are slowed down in this run. */
export const IS_SLOWED = SEED !== undefined

/** The factor for timeouts of what is expected to appear. */
export const TIMEOUT_FACTOR = IS_SLOWED ? 4 : 1

/** Time limit of a browser test in milliseconds. */
export const BROWSER_TIME_LIMIT = 60_000 * TIMEOUT_FACTOR

/**
 * With `SLOW_PAGES=7` in the environment, every page behaves as on a slow phone far away: each request is delayed by up
 * to 400 ms, depending on the seed 7, so that responses arrive in any order, and scripts take four times as long. A
 * test that fails only then depends on the speed of the machine.
 */
export function slowDown(browser: Browser): void {
  if (!IS_SLOWED) return
  const random = randomOf(Number(SEED))
  const make = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await make(options)
    await slowDownContext(context, random)
    return context
  }
  browser.newPage = async (options) => (await browser.newContext(options)).newPage()
}

async function slowDownContext(context: BrowserContext, random: () => number): Promise<void> {
  await context.route('**/*', async (route) => {
    await Bun.sleep(random() * MAX_WAIT_MS)
    await route.fallback().catch(() => undefined)
  })
  const slowDownPage = async (page: Page) => {
    const setTimeout = page.setDefaultTimeout.bind(page)
    page.setDefaultTimeout = (timeout) => setTimeout(timeout * TIMEOUT_FACTOR)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  }
  const open = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await open()
    await slowDownPage(page)
    return page
  }
}
