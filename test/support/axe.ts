import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, NodeResult, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { IS_SLOWED } from './slow-pages'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The attribute that contains the colour scheme of the page. */
const SCHEME = 'data-mantine-color-scheme'

/** How many times a page is switched to dark mode when it switches back. */
const MAX_TURNS = 3

/** Tags of all rules that pages follow. */
export const ALL_RULES: readonly string[] = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
]

declare global {
  var axe: { run: (root: Document, options: RunOptions) => Promise<AxeResults> } | undefined
}

/**
 * Accessibility problems of a page in its dark scheme, of all rules or only the given ones. Restores the current
 * scheme.
 */
export async function findDarkAccessibilityProblems(
  page: Page,
  rules: readonly string[] = ['color-contrast'],
): Promise<string[]> {
  const before = await page.locator('html').getAttribute(SCHEME)
  const turn = (scheme: string) =>
    page.evaluate(([name, value]) => document.documentElement.setAttribute(name, value), [
      SCHEME,
      scheme,
    ] as const)
  let barriers: string[] = []
  let scheme = ''
  // A page that is drawn again meanwhile restores its own scheme.
  for (let turns = 0; turns < MAX_TURNS && scheme !== 'dark'; turns += 1) {
    await turn('dark')
    barriers = await findAccessibilityProblems(page, rules)
    scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  }
  await turn(before ?? 'light')
  return scheme === 'dark' ? barriers : [...barriers, `is ${scheme} when it should be dark`]
}

/**
 * Accessibility problems of a page: a line for each rule of WCAG 2.2 AA, or each of the given rules, that it violates.
 * While a menu lies over the page, what it covers in part is not a target and may be `covered`.
 */
export async function findAccessibilityProblems(
  page: Page,
  rules = ALL_RULES,
  { covered = false } = {},
): Promise<string[]> {
  // Elements that fade in have no contrast to measure yet. Endless animations are not awaited.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
  // It would take most of the time of such a run, and find the same as in any other.
  if (IS_SLOWED) return []
  // Half a megabyte to read and compile, once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const results = await page.evaluate((options) => globalThis.axe?.run(document, options), {
    runOnly: [...rules],
    resultTypes: ['violations' as const],
    // Only rules about sound need it, and pages have none.
    preload: false,
  })
  const isCovered = ({ any }: NodeResult) =>
    any.some(({ data }) => String(data?.messageKey).startsWith('partiallyObscured'))
  return (results?.violations ?? [])
    .map(({ id, nodes }) => ({
      id,
      nodes: covered ? nodes.filter((one) => !isCovered(one)) : nodes,
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
