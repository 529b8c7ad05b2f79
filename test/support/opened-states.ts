/** Everything that a screen can open or fail with, discovered on the screen itself. */
import type { Locator, Page } from 'playwright-core'
import { ALL_RULES, findAccessibilityProblems, findDarkAccessibilityProblems } from './axe'
import { untilDrawn } from './wait-until-drawn'

/** Elements that open something according to their attributes: dialogs, panels, lists and details of an item. */
const OPENERS = [
  'button[aria-haspopup=dialog]:enabled',
  'button[aria-expanded=false]:enabled',
  'input[aria-haspopup=listbox]:enabled',
  'summary',
].join(',')

/** Of elements with the same look and text, as in the rows of a list, one is enough. */
const kindOf = (opener: Locator): Promise<string> =>
  opener.evaluate((element) => {
    const text = element.textContent.trim() || element.getAttribute('aria-label')
    return [element.tagName, element.getAttribute('aria-haspopup'), element.className, text].join()
  })

/**
 * Opens everything that a screen can open, one after another and recursively. Returns accessibility problems in the
 * light and dark scheme. Skips elements that were `seen` on other screens.
 */
export async function findProblemsInOpenedParts(page: Page, seen: Set<string>): Promise<string[]> {
  const faults: string[] = []
  for (;;) {
    const next = await findUnseen(page, seen)
    if (!next) return faults
    const { opener, kind } = next
    // The locator no longer matches an opener that is open.
    const panel = await opener.getAttribute('aria-controls')
    await opener.click()
    await untilDrawn(page)
    const barriers = [
      ...(await findAccessibilityProblems(page, ALL_RULES, { covered: true })),
      ...(await findDarkAccessibilityProblems(page)),
    ]
    faults.push(...barriers.map((barrier) => `${kind} opened: ${barrier}`))
    // A menu stays open for what can be opened in it, and is opened again for the rest.
    if (panel && (await findUnseen(page.locator(`[id="${panel}"]`), new Set(seen)))) {
      seen.delete(kind)
      continue
    }
    // A dialog or a list closes; details of an item stay open, with what can be opened there.
    await page.keyboard.press('Escape')
    await untilDrawn(page)
  }
}

async function findUnseen(place: Page | Locator, seen: Set<string>) {
  for (const opener of await place.locator(OPENERS).all()) {
    if (!(await opener.isVisible())) continue
    const kind = await kindOf(opener)
    if (seen.has(kind)) continue
    seen.add(kind)
    return { opener, kind }
  }
  return undefined
}

/**
 * Submits the forms of a screen to a failing server. Returns accessibility problems afterwards. Skips forms that were
 * `seen` on other screens.
 */
export async function findProblemsInFailedForms(page: Page, seen: Set<string>): Promise<string[]> {
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
    const barriers = [
      ...(await findAccessibilityProblems(page)),
      ...(await findDarkAccessibilityProblems(page)),
    ]
    faults.push(...barriers.map((barrier) => `${kind} failed: ${barrier}`))
  }
  await page.unroute('**/api/**')
  return faults
}
