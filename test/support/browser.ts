import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { makeFolder } from './folder'
import { slowDown } from './slow-pages'

/** First the one without a window: a start and a page cost half of what they do where tabs and tools are drawn too. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
]

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser that the tests drive, or undefined with a warning that nobody overlooks. */
export function findChromium(): string | undefined {
  const found = [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path))
  if (!found)
    console.warn(
      '\n*** BROWSER TESTS ARE SKIPPED: no Chromium. apt-get install chromium-headless-shell ***\n',
    )
  return found
}

/** Starts the browser with a fresh profile; all it writes is gone when it is closed. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  const { folder, remove } = makeFolder()
  // NOTE without a language of the system, the one without a window says that its language is `en-US@posix`.
  const env = { ...process.env, TMPDIR: folder, LANG: 'en_US.UTF-8' }
  try {
    const browser = await chromium.launch({ executablePath, args: FLAGS, env })
    browser.once('disconnected', remove)
    slowDown(browser)
    return browser
  } catch (error) {
    remove()
    throw error
  }
}

/** What a page complained about: uncaught errors and refusals of its security policy. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    // A tile or an upload that fails is logged by the browser itself; pages cannot prevent that.
    const logged = message.type() === 'error' && !message.text().startsWith('Failed to load')
    if (logged) complaints.push(message.text())
  })
  return complaints
}
