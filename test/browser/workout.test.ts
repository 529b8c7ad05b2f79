import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { deviceRide } from '../support/device-ride'
import { eventually } from '../support/eventually'
import { untilDrawn } from '../support/wait-until-drawn'

const START = Date.UTC(2026, 4, 16, 7)

/** A recording of an indoor trainer: time and heart rate without positions. */
const TRAINER = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
<Activity Sport="Biking"><Id>2026-05-16T07:00:00Z</Id><Lap StartTime="2026-05-16T07:00:00Z">
<TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>0</DistanceMeters><Track>${Array.from(
  { length: 120 },
  (_, at) =>
    `<Trackpoint><Time>${new Date(START + at * 5000).toISOString()}</Time><HeartRateBpm><Value>${110 + (at % 40)}</Value></HeartRateBpm></Trackpoint>`,
).join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`

describeInBrowser('a workout in a browser', (world) => {
  let mia: Page
  let workout: string

  beforeAll(async () => {
    const { pageOf, ride, call } = world()
    mia = await pageOf('mia')
    await call('mia', 'POST', '/equipments', {
      label: 'Old faithful',
      equipment_type_id: 2,
      default_for_sport_ids: [1],
    })
    workout = await ride(
      'mia',
      { name: 'Over the pass', withPause: true },
      { workout_visibility: 'public', map_visibility: 'followers_only' },
    )
  })

  test('shows its equipment, and to its owner who may see it', async () => {
    await world().open(mia, `/workouts/${workout}`)
    await mia.getByRole('link', { name: 'Old faithful' }).waitFor()
    const main = mia.getByRole('main')
    await eventually(() => main.textContent()).toContain('Visibility')
    await eventually(() => main.textContent()).toContain('The maximum speed excludes outliers')
    await world().expectAccessible(mia)
  })

  test('shows its estimated energy based on the weight of its owner', async () => {
    const { call, open } = world()
    const numbers = mia.getByRole('region', { name: 'Numbers' })
    await eventually(() => numbers.textContent()).not.toContain('Calories')
    await call('mia', 'PUT', '/auth/profile/weights/2026-01-02', { weight: 70 })
    await open(mia, `/workouts/${workout}`)
    await numbers.getByText('Calories, estimated').waitFor()
    await eventually(() => numbers.textContent()).toMatch(/Calories, estimated≈ \d+0 kcal/)
    await numbers
      .getByText('Calories estimated from sport, weight, moving time and speed')
      .waitFor()
  })

  test('keeps its map visible next to the charts', async () => {
    await position().scrollIntoViewIfNeeded()
    await eventually(() => mia.locator('[data-part="map"]').isVisible()).toBe(true)
    const top = () =>
      mia.locator('[data-part="map"]').evaluate((map) => map.getBoundingClientRect().top)
    await eventually(top).toBeGreaterThan(0)
  })

  test.each([
    ['portrait', { width: 390, height: 844 }],
    ['landscape', { width: 844, height: 390 }],
  ])('keeps a small map above the charts on a phone (%s), and only there', async (_, viewport) => {
    const phone = await world().pageOf('mia', { viewport, hasTouch: true })
    await world().open(phone, `/workouts/${workout}`)
    const map = phone.locator('[data-part="map"]')
    const box = async () => (await map.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
    const charts = phone.locator('[data-series]')
    await charts.first().waitFor()
    await eventually(async () => (await box()).height).toBeLessThan(viewport.height * 0.35)
    for (const chart of await charts.all()) {
      await chart.evaluate((element) => element.scrollIntoView({ block: 'start' }))
      await eventually(async () => (await box()).y).toBeGreaterThanOrEqual(0)
      const below = async () => {
        const { y, height } = await box()
        return ((await chart.boundingBox())?.y ?? 0) - (y + height)
      }
      await eventually(below).toBeGreaterThanOrEqual(0)
    }
    await phone.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded()
    await untilDrawn(phone)
    await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const bottom = async () => {
      const { y, height } = await box()
      return y + height
    }
    await eventually(bottom).toBeLessThan(0)
    await phone.context().close()
  })

  test('has the sport and its arrow next to each other on a phone', async () => {
    const phone = await world().pageOf('mia', { viewport: { width: 390, height: 844 } })
    await world().open(phone, `/workouts/${workout}`)
    const sport = phone.getByRole('combobox', { name: 'Sport' })
    await eventually(() => sport.evaluate((select) => select.clientWidth)).toBeLessThan(200)
    await phone.context().close()
  })

  const position = () => mia.getByRole('slider', { name: 'Position along the track' })
  const stretch = () => mia.getByRole('region', { name: 'Selection' })

  test('has charts whose end matches its numbers', async () => {
    const distance = await mia.locator('[data-part="numbers"] dd').first().textContent()
    await position().press('End')
    await eventually(() => position().getAttribute('aria-valuetext')).toStartWith(`${distance},`)
    await mia.getByText(/^Max [\d.]+ km\/h$/).waitFor()
  })

  test('moves its cursor with the keyboard, and with the pointer over the map', async () => {
    await position().press('Home')
    const start = await position().getAttribute('aria-valuetext')
    await position().press('ArrowRight')
    await mia.locator('path.mp-cursor').waitFor()
    await eventually(() => position().getAttribute('aria-valuetext')).not.toBe(start)
    const middle = await position().getAttribute('aria-valuetext')
    await untilDrawn(mia)
    const way = await mia.locator('path.mp-route').boundingBox()
    if (!way) throw new Error('There is no way on the map.')
    await mia.mouse.move(way.x + 4, way.y + way.height / 2)
    await eventually(() => position().getAttribute('aria-valuetext')).not.toBe(middle)
  })

  test('shows an interval selected by dragging, also on the map', async () => {
    const plot = mia.locator('[data-series="hr"] .u-over')
    // Not under the map, which stays visible.
    await plot.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await untilDrawn(mia)
    const box = await plot.boundingBox()
    if (!box) throw new Error('There is no chart.')
    await mia.mouse.move(box.x + 100, box.y + 60)
    await mia.mouse.down()
    await mia.mouse.move(box.x + 260, box.y + 60, { steps: 4 })
    await mia.mouse.up()
    await stretch().waitFor()
    await eventually(() => stretch().textContent()).toMatch(
      /Distance[\d.]+ km.*Ascent.*Heart rate\d+ bpm/,
    )
    await mia.locator('path.mp-selection').waitFor()
    await world().expectAccessible(mia)
  })

  test('changes the interval with the keyboard, zooms its charts to it, and shows the whole again', async () => {
    const distance = async () =>
      Number.parseFloat((await stretch().locator('dd').first().textContent()) ?? '')
    const before = await distance()
    const end = stretch().getByRole('slider', { name: 'End of the selection' })
    for (let press = 0; press < 20; press++) await end.press('ArrowRight')
    await eventually(distance).toBeGreaterThan(before)
    await stretch().getByRole('button', { name: 'Zoom in' }).click()
    await position().press('Home')
    await eventually(() => position().getAttribute('aria-valuetext')).not.toStartWith('0.00 km')
    await stretch().getByRole('button', { name: 'Show the whole workout' }).click()
    // The part that moves under the pointer might otherwise show itself on the map.
    await mia.mouse.move(0, 0)
    await position().press('End')
    await position().press('Home')
    await eventually(() => position().getAttribute('aria-valuetext')).toStartWith('0.00 km')
    await mia.locator('path.mp-selection').waitFor({ state: 'detached' })
  })

  test('selects a segment from its table', async () => {
    await mia.getByRole('link', { name: 'Laps and splits' }).click()
    const row = mia
      .getByRole('row')
      .filter({ has: mia.getByRole('button', { name: 'Select part 2' }) })
    await row.getByRole('button').click()
    const [distance] = await row.getByRole('cell').allTextContents()
    const shown = async () =>
      Number.parseFloat((await stretch().locator('dd').first().textContent()) ?? '')
    await eventually(shown).toBeCloseTo(Number.parseFloat(distance ?? ''), 1)
    await stretch().getByRole('button', { name: 'Show the whole workout' }).click()
    await mia.goBack()
  })

  test('colours its line by measured values, with a legend', async () => {
    await mia.getByRole('combobox', { name: 'Colour of the route' }).selectOption('Gradient')
    const legend = mia.getByRole('list', { name: 'What the colours mean' })
    await eventually(() => legend.getByRole('listitem').allTextContents()).toEqual([
      'below -6%',
      '-6 to -2%',
      '-2 to 2%',
      '2 to 5%',
      '5 to 9%',
      'from 9%',
    ])
    await eventually(() => mia.locator('path[class*="mp-paint-"]').count()).toBeGreaterThan(2)
    await world().expectAccessible(mia)
  })

  test('offers its recording for download, and can be recomputed', async () => {
    await mia.getByRole('button', { name: 'More actions' }).click()
    const file = mia.waitForEvent('download')
    await mia.getByRole('button', { name: 'Original file (GPX)' }).click()
    expect((await file).suggestedFilename()).toBe(`${workout}.gpx`)
    await mia.getByRole('button', { name: 'Recalculate' }).click()
    await mia.getByText('Recalculated.').waitFor()
  })

  /** Uploads a recording and opens its page. */
  async function openNew(name: string, content: BlobPart, sport_id: number) {
    const form = new FormData()
    form.append('file', new File([content], name))
    form.append('data', JSON.stringify({ sport_id }))
    const answer = (await world().call('mia', 'POST', '/workouts', form)) as {
      data: { workouts: [{ id: string }] }
    }
    await world().open(mia, `/workouts/${answer.data.workouts[0].id}`)
  }

  test('shows the temperature measured by the device', async () => {
    await openNew('ride.fit', new Uint8Array(deviceRide()), 1)
    await mia.getByText('Temperature, by the device').waitFor()
    await eventually(() => mia.getByRole('main').textContent()).toContain(
      '20–21 °C, 21 °C on average',
    )
    await world().expectAccessible(mia)
  })

  test('uses a time axis without GPS', async () => {
    await openNew('trainer.tcx', TRAINER, 13)
    await mia.getByRole('heading', { name: 'Heart rate' }).waitFor()
    await eventually(() => mia.getByRole('radio', { name: 'Distance' }).count()).toBe(0)
    const top = (part: string) =>
      mia
        .locator(`[data-part="${part}"]`)
        .evaluate((element) => element.getBoundingClientRect().bottom)
    await eventually(async () => (await top('charts')) - (await top('numbers'))).toBeGreaterThan(0)
    await mia.getByRole('button', { name: 'More actions' }).click()
    await mia.getByRole('button', { name: 'Print' }).waitFor()
    expect(await mia.getByRole('button', { name: 'As GPX' }).count()).toBe(0)
    await world().expectAccessible(mia)
  })

  test("hides the owner's tools and its visibility from others", async () => {
    const visitor = await world().visitor()
    await world().open(visitor, `/workouts/${workout}`)
    await visitor.getByRole('button', { name: 'More actions' }).click()
    await visitor.getByRole('button', { name: 'Copy link' }).waitFor()
    await eventually(() => visitor.getByRole('button', { name: 'Recalculate' }).count()).toBe(0)
    await eventually(() => visitor.getByText('Visibility').count()).toBe(0)
    await world().expectAccessible(visitor)
  })

  test('has splits and best efforts, which the map highlights under the pointer', async () => {
    await world().open(mia, `/workouts/${workout}/laps`)
    const splits = mia.getByRole('region', { name: 'Splits' })
    await splits.getByRole('row').nth(2).hover()
    await mia.locator('path.mp-selection').waitFor()
    await mia.getByRole('heading', { name: 'Splits' }).hover()
    await mia.locator('path.mp-selection').waitFor({ state: 'detached' })
    await splits.getByRole('button', { name: 'Select split 2', exact: true }).click()
    await stretch().getByText('Distance').waitFor()
    await mia.getByRole('button', { name: 'Show the whole workout' }).click()
    await mia.getByText(/in total$/).click()
    await mia.getByText(/not recorded at/).waitFor()
    await world().expectAccessible(mia)
    await mia.getByRole('link', { name: 'Best efforts' }).click()
    await mia.waitForURL(`**/workouts/${workout}/efforts`)
    const efforts = mia.getByRole('region', { name: 'Best efforts' })
    await eventually(() => efforts.getByRole('row').nth(1).textContent()).toStartWith('1 km')
    const kinds = mia.getByRole('radiogroup', { name: 'Kind of effort' })
    await kinds.getByText('Heart rate').click()
    await efforts.getByText(/bpm$/).first().waitFor()
    await world().expectAccessible(mia)
  })

  test('is listed among the best efforts of its sport', async () => {
    await world().open(mia, '/records')
    await mia.getByRole('link', { name: 'Best efforts' }).click()
    const distances = mia.getByRole('region', { name: 'Distance' })
    await distances.getByRole('row', { name: /^1 km/ }).waitFor()
    await world().expectAccessible(mia)
    await distances.getByRole('link').last().click()
    await mia.getByRole('heading', { name: 'Over the pass' }).waitFor()
  })
})
