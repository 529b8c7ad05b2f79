import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { makeFolder } from './folder'
import { slowDown } from './slow-pages'

/** The headless shell comes first: its start and its pages cost half as much as with a window. */
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

/** The path of a browser for tests, or undefined with a clear warning. */
export function findChromium(): string | undefined {
  const found = [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path))
  if (!found)
    console.warn(
      '\n*** BROWSER TESTS ARE SKIPPED: no Chromium. apt-get install chromium-headless-shell ***\n',
    )
  return found
}

/** Starts the browser with a fresh profile, whose files are deleted when it is closed. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  const { folder, remove } = makeFolder()
  // NOTE without a system language, the headless shell reports the language `en-US@posix`.
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

/** Errors of a page: uncaught exceptions and violations of its security policy. */
export function collectPageErrors(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    // The browser itself logs failed tiles and uploads; pages cannot prevent that.
    const logged = message.type() === 'error' && !message.text().startsWith('Failed to load')
    if (logged) complaints.push(message.text())
  })
  return complaints
}
