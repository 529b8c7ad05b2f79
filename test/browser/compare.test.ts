import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { rideGpx } from '../support/ride'
import { zipBytes } from '../support/tracks/zip'
import { until } from '../support/until'

describeInBrowser('comparing workouts in a browser', (world) => {
  let mia: Page
  const ids: string[] = []

  beforeAll(async () => {
    const { pageOf, ride, call } = world()
    mia = await pageOf('mia')
    for (const day of [3, 10, 17, 24])
      ids.push(
        await ride('mia', {
          ...{ name: `Lap ${day}`, seed: 4, kilometres: 6, speed: 18 + day / 4 },
          start: new Date(Date.UTC(2026, 2, day, 7)),
          withHeartRate: true,
        }),
      )
    // Courses are assigned while the server is idle.
    await until('the route of all rides', async () => {
      const answer = await call('mia', 'GET', `/workouts/${ids[0]}/same-route`)
      return (answer as { pagination: { total: number } }).pagination.total === ids.length
    })
  }, 120_000)

  const block = () => mia.locator('[data-part="same-route"]')
  const charts = () => mia.getByRole('region', { name: 'Charts' })

  test('the page of a workout shows the history of its course, and leads to a comparison', async () => {
    await world().open(mia, `/workouts/${ids[1]}`)
    // The facts at the top lead to their details, and to the comparison with the time before.
    const highlights = mia.getByRole('list', { name: 'Highlights' })
    const compare = highlights.getByRole('link', { name: /^Compare with last time/ })
    await eventually(() => compare.getAttribute('href')).toContain(
      encodeURIComponent(`${ids[1]},${ids[0]}`),
    )
    await highlights.getByRole('link', { name: '3rd fastest of 4 here' }).click()
    await mia.waitForURL(`**/workouts/${ids[1]}/same-route`)
    await eventually(() =>
      mia.getByRole('link', { name: 'Same route' }).getAttribute('aria-current'),
    ).toBe('page')
    await block().getByRole('heading', { name: 'Same route (4)' }).waitFor()
    await eventually(() => block().getByRole('row').count()).toBe(5)
    await block()
      .getByText(/^Trend: .* km\/h → .* km\/h$/)
      .waitFor()
    await world().expectAccessible(mia)
    await block().getByRole('link', { name: 'Side by side' }).last().click()
    await mia.getByRole('heading', { name: 'Compare workouts' }).waitFor()
    await eventually(() => new URL(mia.url()).searchParams.get('ids')).toBe(`${ids[1]},${ids[0]}`)
  })

  test('the history of a course includes all sports on request', async () => {
    const run = await world().ride(
      'mia',
      {
        name: 'On foot',
        seed: 4,
        kilometres: 6,
        speed: 10,
        start: new Date(Date.UTC(2026, 1, 3, 7)),
      },
      { sport_id: 5 },
    )
    await until('the route of the run', async () => {
      const answer = await world().call('mia', 'GET', `/workouts/${run}/same-route?any_sport=true`)
      return (answer as { pagination: { total: number } }).pagination.total === ids.length + 1
    })
    await world().open(mia, `/workouts/${ids[1]}/same-route`)
    await block().getByRole('heading', { name: 'Same route (4)' }).waitFor()
    await block().getByText('All sports').click()
    await block().getByRole('heading', { name: 'Same route (5)' }).waitFor()
    await block().getByRole('cell', { name: 'Running', exact: true }).waitFor()
    await world().expectAccessible(mia)
    await block().getByText('This sport').click()
    await block().getByRole('heading', { name: 'Same route (4)' }).waitFor()
    await eventually(() =>
      block().getByRole('cell', { name: 'Running', exact: true }).count(),
    ).toBe(0)
    // With a single workout in its sport, the times of other sports are shown at once.
    await world().open(mia, `/workouts/${run}/same-route`)
    await block().getByRole('heading', { name: 'Same route (5)' }).waitFor()
    await world().call('mia', 'DELETE', `/workouts/${run}`)
  })

  test('the most frequent courses are cards that lead to a page with best times and all workouts', async () => {
    await world().open(mia, '/records')
    await mia.getByRole('link', { name: 'Routes', exact: true }).click()
    await mia.getByRole('heading', { name: 'Routes' }).waitFor()
    const card = mia.getByRole('main').getByRole('listitem').first()
    await eventually(() => card.textContent()).toMatch(
      /^Lap 24\d\.\d\d km · 4 timesLatest: 03\/24\/2026$/,
    )
    await card.locator('svg[data-kind="route"]').waitFor()
    await world().expectAccessible(mia)
    await card.getByRole('link').click()
    await mia.waitForURL(`**/routes/${ids[3]}`)
    await mia.getByRole('heading', { level: 1, name: /^Lap/ }).waitFor()
    await mia.locator('.leaflet-container').waitFor()
    const rows = mia.getByRole('region', { name: 'All workouts' }).getByRole('row')
    await eventually(() => rows.count()).toBe(5)
    await eventually(() => rows.filter({ hasText: 'Best time' }).count()).toBe(1)
    await mia.getByRole('region', { name: 'Times' }).getByText('Trend').first().waitFor()
    await world().expectAccessible(mia)
    await rows.nth(1).getByRole('link', { name: '03/24/2026' }).click()
    await mia.waitForURL(`**/workouts/${ids[3]}`)
  })

  test('the page of a course shows the latest of more than 100 workouts, then all of them', async () => {
    const { call, open, pageOf, ride, expectAccessible } = world()
    const kim = await pageOf('kim', { viewport: { width: 390, height: 844 } })
    const first = await ride('kim', {
      speed: 18,
      seed: 8,
      kilometres: 3,
      start: new Date(Date.UTC(2025, 0, 1)),
    })
    const files = Array.from({ length: 102 }, (_, index) => ({
      name: `${index}.gpx`,
      content: rideGpx({
        ...{ seed: 8, kilometres: 3, speed: 22 + (index % 5) },
        start: new Date(Date.UTC(2025, 0, 2 + index)),
      }),
    }))
    const form = new FormData()
    form.append('file', new File([new Uint8Array(zipBytes(files))], 'rides.zip'))
    form.append('data', JSON.stringify({ sport_id: 1 }))
    await call('kim', 'POST', '/workouts', form)
    const path = `/workouts/${first}/same-route`
    await until('the course of all rides', async () => {
      const answer = (await call('kim', 'GET', path)) as { pagination: { total: number } }
      return answer.pagination.total === 103
    })
    await open(kim, `/routes/${first}`)
    const rows = kim.getByRole('region', { name: 'All workouts' }).getByRole('row')
    await eventually(() => rows.count()).toBe(11)
    // Two lines each, without scrolling to the side.
    const box = await rows.nth(3).boundingBox()
    expect(box?.width).toBeLessThan(391)
    await expectAccessible(kim)
    await kim.getByRole('button', { name: 'Show all 103' }).click()
    await eventually(() => rows.count()).toBe(104)
    const slowest = (await call('kim', 'GET', path)) as { data: { rank: object } }
    expect(slowest.data.rank).toEqual({ place: 103, count: 103 })
  }, 120_000)

  test('up to six workouts selected in the list are compared', async () => {
    await world().open(mia, '/workouts')
    await mia.getByRole('button', { name: 'Select', exact: true }).click()
    const compare = mia.getByRole('button', { name: 'Compare' })
    const pick = (day: number) => mia.getByRole('checkbox', { name: `Select Lap ${day}` }).check()
    await pick(3)
    await eventually(() => compare.isDisabled()).toBe(true)
    await pick(17)
    await compare.click()
    await charts().waitFor()
    await eventually(() =>
      new URL(mia.url()).searchParams.get('ids')?.split(',').toSorted(),
    ).toEqual([ids[0] ?? '', ids[2] ?? ''].toSorted())
  })

  test('one cursor shows the position of each workout in the charts and on the map', async () => {
    await world().open(mia, `/workouts/compare?ids=${ids[0]},${ids[3]}`)
    await charts().locator('[data-series="gap"] canvas').waitFor()
    for (const series of ['speed', 'hr', 'elevation'])
      await eventually(() => charts().locator(`[data-series="${series}"]`).count()).toBe(1)
    const slider = mia.getByRole('slider', { name: 'Position along the track' })
    await slider.focus()
    for (let press = 0; press < 30; press++) await mia.keyboard.press('ArrowRight')
    // The second one is faster.
    await eventually(() => slider.getAttribute('aria-valuetext')).toMatch(
      /km; Gap: B −\d+:\d\d; .*Speed: A [\d.]+ km\/h, B [\d.]+ km\/h/,
    )
    await eventually(() => mia.locator('.mp-letter').allTextContents()).toEqual(['A', 'B'])
    const gap = charts().locator('[data-series="gap"]')
    await eventually(() => gap.textContent()).toMatch(/B−\d+:\d\d/)
    await mia.locator('.leaflet-container').hover()
    await world().expectAccessible(mia)
  })

  test('the numbers are shown side by side, and the times along the course', async () => {
    const numbers = mia.getByRole('region', { name: 'Numbers' }).locator('table')
    await eventually(() => numbers.getByRole('columnheader').allTextContents()).toEqual([
      expect.stringContaining('Lap 3'),
      expect.stringContaining('Lap 24'),
    ])
    const times = mia.getByRole('region', { name: 'Times along the route' })
    await eventually(() => times.getByRole('row').last().textContent()).toMatch(
      /km\d+:\d\d\d+:\d\d−\d+:\d\d/,
    )
  })

  test('elevations are hidden if the user prefers so', async () => {
    const heights = () => mia.getByRole('rowheader', { name: 'Ascent', exact: true }).count()
    await eventually(heights).toBe(1)
    await mia.route('**/api/auth/profile', async (route) => {
      const answer = await route.fetch()
      const json = (await answer.json()) as { data: object }
      await route.fulfill({ json: { ...json, data: { ...json.data, display_ascent: false } } })
    })
    await mia.reload()
    await mia.getByRole('rowheader', { name: 'Distance', exact: true }).first().waitFor()
    await eventually(heights).toBe(0)
    const compared = mia.url()
    await world().open(mia, '/statistics')
    await mia.getByRole('columnheader', { name: 'Distance' }).waitFor()
    expect(await mia.getByRole('columnheader', { name: 'Ascent' }).count()).toBe(0)
    await mia.unrouteAll({ behavior: 'wait' })
    await mia.goto(compared)
  })

  test('another workout can be the baseline of the comparison', async () => {
    const choice = mia.getByLabel('Compare with')
    await choice.focus()
    await choice.selectOption(ids[3] ?? '')
    await until('the other order', async () =>
      Boolean(new URL(mia.url()).searchParams.get('ids')?.startsWith(`${ids[3]},`)),
    )
    await mia
      .getByRole('row')
      .last()
      .getByText(/\+\d+:\d\d/)
      .waitFor()
    expect(await choice.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('advice is shown when there is nothing to compare, and when a workout was deleted', async () => {
    await world().open(mia, '/workouts/compare')
    await mia.getByText('Select two to six workouts').waitFor()
    await world().open(mia, `/workouts/compare?ids=${ids[0]},unknown`)
    await mia.getByRole('alert').first().waitFor()
  })
})
