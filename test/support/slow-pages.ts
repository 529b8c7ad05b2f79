import type { Browser, BrowserContext, Page } from 'playwright-core'
import { randomOf } from './ride'

/** Milliseconds that a request waits at most before it goes on its way. */
const LONGEST_WAIT_MS = 400
/** How many times as long a page computes. */
const CPU_RATE = 4

const SEED = process.env.SLOW_PAGES

/** Whether pages are slowed down in this run. */
export const IS_SLOWED = SEED !== undefined

/** How many times as long as otherwise is waited for what is to be seen. */
export const PATIENCE = IS_SLOWED ? 4 : 1

/** Milliseconds that a test in a browser may take. */
export const BROWSER_TIME_LIMIT = 60_000 * PATIENCE

/**
 * With `SLOW_PAGES=7` in the environment, every page of a browser is that of a slow phone far away: each request waits
 * for up to 400 ms, as the seed 7 says, so that answers come in any order, and scripts take four times as long. What
 * fails then and not otherwise depends on how fast the machine is.
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
    await Bun.sleep(random() * LONGEST_WAIT_MS)
    await route.fallback().catch(() => undefined)
  })
  const slowDownPage = async (page: Page) => {
    const setTimeout = page.setDefaultTimeout.bind(page)
    page.setDefaultTimeout = (timeout) => setTimeout(timeout * PATIENCE)
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
