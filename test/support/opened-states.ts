/** What the screens of the web UI can open or fail with, found on the screens themselves. */
import type { Locator, Page } from 'playwright-core'
import { barriersOf, darkBarriersOf } from './axe'
import { untilDrawn } from './drawn'

/** What says of itself that it opens something: windows, panels, lists of choices, more of an item. */
const OPENERS = [
  'button[aria-haspopup=dialog]:enabled',
  'button[aria-expanded=false]:enabled',
  'input[aria-haspopup=listbox]:enabled',
  'summary',
].join(',')

/** Of what looks the same and says the same, as in the rows of a list, one is enough. */
const kindOf = (opener: Locator): Promise<string> =>
  opener.evaluate((element) => {
    const text = element.textContent.trim() || element.getAttribute('aria-label')
    return [element.tagName, element.getAttribute('aria-haspopup'), element.className, text].join()
  })

/**
 * Opens everything that a screen can open, one after another, and whatever opens from there; answers what keeps people
 * from using it, in the light and in the dark scheme. What was `seen` before, on other screens, is left out.
 */
export async function openedBarriers(page: Page, seen: Set<string>): Promise<string[]> {
  const faults: string[] = []
  for (;;) {
    const next = await findUnseen(page, seen)
    if (!next) return faults
    const { opener, kind } = next
    await opener.click()
    await untilDrawn(page)
    const barriers = [...(await barriersOf(page)), ...(await darkBarriersOf(page))]
    faults.push(...barriers.map((barrier) => `${kind} opened: ${barrier}`))
    // A window or a list closes; more of an item stays, with what can be opened there.
    await page.keyboard.press('Escape')
    await untilDrawn(page)
  }
}

async function findUnseen(page: Page, seen: Set<string>) {
  for (const opener of await page.locator(OPENERS).all()) {
    if (!(await opener.isVisible())) continue
    const kind = await kindOf(opener)
    if (seen.has(kind)) continue
    seen.add(kind)
    return { opener, kind }
  }
  return undefined
}

/**
 * Sends the forms of a screen to a server that fails; answers what keeps people from using them then. Forms like those
 * `seen` before, on other screens, are left out.
 */
export async function failedBarriers(page: Page, seen: Set<string>): Promise<string[]> {
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500 }),
  )
  const faults: string[] = []
  for (const button of await page.locator('form [type=submit]:enabled').all()) {
    if (!(await button.isVisible())) continue
    const kind = `form ${await kindOf(button)}`
    if (seen.has(kind)) continue
    seen.add(kind)
    await button.click()
    await untilDrawn(page)
    const barriers = [...(await barriersOf(page)), ...(await darkBarriersOf(page))]
    faults.push(...barriers.map((barrier) => `${kind} failed: ${barrier}`))
  }
  await page.unroute('**/api/**')
  return faults
}
