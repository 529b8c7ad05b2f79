import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

declare global {
  var axe: { run: (root: Document, options: RunOptions) => Promise<AxeResults> } | undefined
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
  await page.evaluate(AXE)
  const results = await page.evaluate((options) => globalThis.axe?.run(document, options), {
    runOnly: rules ?? TAGS,
    resultTypes: ['violations' as const],
  })
  return (results?.violations ?? []).map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}
