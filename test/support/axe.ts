import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { IS_SLOWED } from './slow-pages'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Where the page says which scheme it is in. */
const SCHEME = 'data-mantine-color-scheme'

/** Times that a page is turned dark which does not stay so. */
const MOST_TURNS = 3

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

declare global {
  var axe: { run: (root: Document, options: RunOptions) => Promise<AxeResults> } | undefined
}

/** What cannot be read on a page in its dark scheme, whatever scheme it is in now and will be in again. */
export async function darkBarriersOf(page: Page): Promise<string[]> {
  const before = await page.locator('html').getAttribute(SCHEME)
  const turn = (scheme: string) =>
    page.evaluate(([name, value]) => document.documentElement.setAttribute(name, value), [
      SCHEME,
      scheme,
    ] as const)
  let barriers: string[] = []
  let scheme = ''
  // A page that is drawn anew meanwhile takes its own scheme again.
  for (let turns = 0; turns < MOST_TURNS && scheme !== 'dark'; turns += 1) {
    await turn('dark')
    barriers = await barriersOf(page, ['color-contrast'])
    scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  }
  await turn(before ?? 'light')
  return scheme === 'dark' ? barriers : [...barriers, `is ${scheme} when it should be dark`]
}

/**
 * What keeps people from using a page as it is now: a line for each rule of WCAG 2.2 AA, or each of the given
 * rules, that it breaks.
 */
export async function barriersOf(page: Page, rules?: string[]): Promise<string[]> {
  // What fades in is not there yet for those who measure its contrast; what moves for ever is not waited for.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
  // It would take most of the time of such a run, and find what it finds in any other.
  if (IS_SLOWED) return []
  // Half a megabyte to read, and to compile: once for each document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const results = await page.evaluate((options) => globalThis.axe?.run(document, options), {
    runOnly: rules ?? TAGS,
    resultTypes: ['violations' as const],
  })
  return (results?.violations ?? []).map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}
