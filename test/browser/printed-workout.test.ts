import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'

const MAX_PAGES = 3
const hasPdfReader = Bun.which('pdftotext') !== null

/** Texts of buttons, links and switches on the page of a workout and around it. */
const CONTROLS =
  /Edit|Like|Share|Export|Compare|Log out|Account|Previous|Next|Select|Show all|Undo|Overview|Efforts|Skip to|Write a comment|About/

describeInBrowser('a workout that is printed', (world) => {
  let mia: Page
  let workout: string

  beforeAll(async () => {
    mia = await world().pageOf('mia', { viewport: { width: 1280, height: 900 } })
    workout = await world().ride(
      'mia',
      { name: 'Over the pass', withPause: true, withHeartRate: true },
      { description: 'With a view of the lake' },
    )
  })

  /** Prints the current page to PDF, and returns its pages as texts in reading order, without repeated spaces. */
  const print = async (): Promise<string[]> => {
    const pdf = await mia.pdf({ format: 'A4', printBackground: true })
    const { stdout } = Bun.spawnSync(['pdftotext', '-layout', '-', '-'], { stdin: pdf })
    const pages = stdout.toString().split('\f').slice(0, -1)
    return pages.map((page) => page.replace(/\s+/g, ' ').trim())
  }
  const expectPages = (pages: readonly string[]) => {
    expect(pages.length).toBeLessThanOrEqual(MAX_PAGES)
    expect(pages).not.toContain('')
    expect(pages.join(' ')).not.toMatch(CONTROLS)
  }

  test.skipIf(!hasPdfReader)('consists of its numbers, charts and records', async () => {
    await world().open(mia, `/workouts/${workout}`)
    await mia.locator('[data-series="hr"] canvas').waitFor()
    const pages = await print()
    expectPages(pages)
    expect(pages[0]).toMatch(/^Over the pass Sat 05\/16\/2026, 09:12 .*Distance.* 24\.03 km/)
    const text = pages.join(' ')
    for (const part of ['Heart rate (bpm)', 'Highest ascent 173 m', 'With a view of the lake'])
      expect(text).toContain(part)
  })

  test.skipIf(!hasPdfReader)('contains its splits if that tab is open', async () => {
    await world().open(mia, `/workouts/${workout}/laps`)
    await mia.getByRole('heading', { name: 'Splits' }).waitFor()
    const pages = await print()
    expectPages(pages)
    const text = pages.join(' ')
    expect(text).toMatch(/ Splits .*Moving Heart No\. Speed time/)
    expect(text).not.toContain('km mi')
    // The first and the last whole split with their numbers.
    expect(text).toMatch(/ 1 23\.6 km\/h 2:33 .* 24 17\.5 km\/h 3:26 /)
  })
})
