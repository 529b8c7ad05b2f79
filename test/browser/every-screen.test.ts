import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { inProject } from '@/build/project'
import { afterTest } from '../support/after-test'
import { BUILD_TIMEOUT, installBinary } from '../support/binary'
import { describeInBrowser } from '../support/browser-world'
import { findProblemsInFailedForms, findProblemsInOpenedParts } from '../support/opened-states'
import { openScreen, startDemo } from '../support/screens'
import { startSignedOutWorlds } from '../support/signed-out-screens'

/** Paths that are not screens but redirect at once. */
const FORWARDS = ['/profile/edit', '/workouts/$workoutId/comments/$commentId']
const ROUTES = inProject('src', 'web', 'routes')

/** The paths of all routes, as in their files. */
const writtenPaths = () =>
  readdirSync(ROUTES).flatMap((name) =>
    [...readFileSync(join(ROUTES, name), 'utf8').matchAll(/^ {2}path: '([^']+)'/gm)].map(
      ([, path = '']) => path,
    ),
  )

/** Dialogs that no element opens: those of keys, and the one that appears when a form with changes is left. */
const WITHOUT_OPENER = ['layout/LeaveGuard.tsx', 'commands/KeysHelp.tsx', 'commands/Palette.tsx']
const WEB = inProject('src', 'web')

const TIMEOUT = 1_800_000

describeInBrowser('every screen', (world) => {
  test(
    'is accessible in both schemes, on a phone and at 320 px, with one heading',
    async () => {
      const binary = installBinary()
      afterTest(() => binary.remove())
      const demo = await startDemo(binary, 40)
      afterTest(async () => void (await demo.server.stop()))
      const doors = await startSignedOutWorlds()
      afterTest(doors.stop)
      const seen = new Set(demo.screens.map(({ route }) => route))
      expect(writtenPaths().filter((path) => !seen.has(path) && !FORWARDS.includes(path))).toEqual(
        [],
      )

      const faults: string[] = []
      const opened = new Set<string>()
      for (const one of [demo, ...doors.worlds])
        for (const screen of one.screens) {
          const page = await openScreen(one, world().browser, screen, {
            viewport: { width: 1280, height: 900 },
          })
          const found = [
            ...(await faultsOf(page)),
            ...(await findProblemsInOpenedParts(page, opened)),
            ...(await findProblemsInFailedForms(page, opened)),
          ]
          faults.push(...found.map((fault) => `${screen.name}: ${fault}`))
          await page.context().close()
        }
      expect(faults).toEqual([])
    },
    TIMEOUT + BUILD_TIMEOUT,
  )

  test('has an element that opens each dialog and says so', () => {
    const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => [name, readFileSync(join(WEB, name), 'utf8')] as const)
    const windows = sources.filter(
      ([, source]) => source.includes('<Dialog\n') || source.includes('<Dialog '),
    )
    const opens = (source: string) => source.includes('aria-haspopup="dialog"')
    const renders = (source: string, name: string) =>
      [' ', '\n'].some((end) => source.includes(`<${basename(name, '.tsx')}${end}`))
    const buttons = sources.filter(
      ([name, source]) => name.endsWith('Buttons.tsx') && opens(source),
    )
    const openers = sources.filter(
      ([, source]) => opens(source) || buttons.some(([name]) => renders(source, name)),
    )
    const isOpened = ([name, source]: (typeof sources)[number]) =>
      opens(source) || openers.some(([, opener]) => renders(opener, name))
    expect(windows.length).toBeGreaterThan(5)
    expect(windows.filter((one) => !isOpened(one)).map(([name]) => name)).toEqual(WITHOUT_OPENER)
  })

  /** The problems of the current page. */
  async function faultsOf(page: Page): Promise<string[]> {
    const headings = await page.getByRole('heading', { level: 1 }).allTextContents()
    const faults = headings.length === 1 ? [] : [`has the headings ${JSON.stringify(headings)}`]
    const title = await page.title()
    if (!/^.+ – Milepost$/.test(title)) faults.push(`is titled ${title}`)
    const accessible = await world()
      .expectAccessible(page, true)
      .then(
        () => [],
        ({ message }: Error) => [message],
      )
    return [...faults, ...accessible]
  }
})
