import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems } from '../support/axe'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser('pages with media preferences of the reader', (world) => {
  let mia: Page
  let workout: string

  beforeAll(async () => {
    mia = await world().pageOf('mia')
    workout = await world().ride('mia', { name: 'Over the pass', withHeartRate: true })
  })

  const openBoth = async function* (page: Page) {
    for (const path of ['/', `/workouts/${workout}`]) {
      await world().open(page, path)
      yield path
    }
  }

  /** The number of animated elements on a page. */
  const movingOn = (page: Page) =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )

  test('have no animations with reduced motion, and maps jump instead of panning', async () => {
    const calm = await world().pageOf('mia', { reducedMotion: 'reduce' })
    for await (const path of openBoth(calm))
      await eventually(async () => [path, await movingOn(calm)]).toEqual([path, 0])
    await calm.getByRole('button', { name: 'Zoom in' }).click()
    await eventually(() => calm.locator('.leaflet-zoom-anim').count()).toBe(0)
    await eventually(() => calm.locator('.leaflet-fade-anim').count()).toBe(0)
    await calm.context().close()
  })

  test('have no animations with reduced motion while something is loading', async () => {
    const options = { reducedMotion: 'reduce', serviceWorkers: 'block' } as const
    const calm = await world().pageOf('mia', options)
    const answers = Promise.withResolvers<void>()
    await calm.route(/\/api\/(workouts|timeline|stats)/, async (route) => {
      await answers.promise
      await route.continue()
    })
    await calm.goto(`${world().server.url}/`)
    await calm.locator('main .mantine-Skeleton-root').first().waitFor()
    expect(await movingOn(calm)).toBe(0)
    answers.resolve()
    await calm.getByRole('link', { name: 'Over the pass' }).first().waitFor()
    await calm.context().close()
  })

  test.each(['light', 'dark'] as const)(
    'have text with a contrast of 7 to 1 with increased contrast (%s)',
    async (colorScheme) => {
      const clear = await world().pageOf('mia', { contrast: 'more', colorScheme })
      for await (const path of openBoth(clear))
        expect([path, await findAccessibilityProblems(clear, ['color-contrast-enhanced'])]).toEqual(
          [path, []],
        )
      await clear.context().close()
    },
  )

  test('show selections with forced colours', async () => {
    const forced = await world().pageOf('mia', { forcedColors: 'active', colorScheme: 'dark' })
    await world().open(forced, '/')
    const here = forced.getByRole('link', { name: 'Log', exact: true })
    await eventually(() => styleOf(here, 'border-bottom-width')).toBe('2px')
    await eventually(() =>
      styleOf(forced.locator('main input[type=radio]:checked + span'), 'border-top-width'),
    ).toBeOneOf(['2px', undefined])
    const today = forced.locator('td[aria-current=date] span').first()
    await eventually(() => styleOf(today, 'outline-style')).toBe('solid')
    const medal = forced.locator('main [class*=_medal_]').first()
    await eventually(() => styleOf(medal, 'background-color')).not.toBe(
      await styleOf(today, 'color'),
    )
    await eventually(() => styleOf(medal, 'forced-color-adjust')).toBe('none')
    await forced.getByRole('link', { name: 'Log', exact: true }).focus()
    await forced.keyboard.press('Tab')
    await eventually(() => styleOf(forced.locator(':focus'), 'outline-style')).not.toBe('none')
    await world().open(forced, `/workouts/${workout}`)
    const chart = forced.locator('[data-series]').first()
    await chart.waitFor()
    await eventually(() => styleOf(chart, 'forced-color-adjust')).toBe('none')
    await forced.context().close()
  })

  const styleOf = async (locator: ReturnType<Page['locator']>, name: string) =>
    (await locator.count()) === 0
      ? undefined
      : locator
          .first()
          .evaluate(
            (element, property) => getComputedStyle(element).getPropertyValue(property),
            name,
          )

  test('print numbers, map and charts, without controls', async () => {
    await world().open(mia, `/workouts/${workout}`)
    await mia.locator('[data-series]').first().waitFor()
    await mia.emulateMedia({ media: 'print' })
    for (const part of ['numbers', 'map', 'charts'])
      await mia.locator(`[data-part="${part}"]`).waitFor()
    await eventually(() => mia.getByRole('banner').isVisible()).toBe(false)
    for (const name of ['More actions', 'Edit this workout', 'Next workout'])
      await eventually(() =>
        mia.getByRole('button', { name }).or(mia.getByRole('link', { name })).isVisible(),
      ).toBe(false)
    await mia.emulateMedia({ media: 'screen' })
  })
})
