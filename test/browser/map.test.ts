import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { randomOf } from '../support/ride'
import { until } from '../support/until'
import { untilDrawn } from '../support/wait-until-drawn'

const MANY = 10_000

/** Starts all over the Alps. */
function manyStarts() {
  const random = randomOf(7)
  return Array.from({ length: MANY }, (_, at) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [7 + random() * 4, 46 + random() * 2] },
    properties: {
      bounds: [],
      id: `w${at}`,
      sport_id: 1 + (at % 20),
      title: `Ride ${at}`,
      workout_visibility: 'private',
    },
  }))
}

describeInBrowser('the map of all workouts in a browser', (world) => {
  let mia: Page

  beforeAll(async () => {
    const { pageOf, ride } = world()
    mia = await pageOf('mia')
    await ride('mia', { name: 'One way', start: new Date('2026-05-16T07:00:00Z') })
    await ride('mia', { name: 'Same start', seed: 2, start: new Date('2026-05-17T07:00:00Z') })
    await ride(
      'mia',
      { name: 'Far away', seed: 3, latitude: 46.5, start: new Date('2026-06-01T07:00:00Z') },
      { sport_id: 5 },
    )
  })

  const map = () => mia.locator('[data-part="map"]')
  const list = () => mia.getByRole('region', { name: 'Workouts in view' })
  const search = () => Object.fromEntries(new URL(mia.url()).searchParams)

  test('groups workouts that start close together, and zooms in on them', async () => {
    await world().open(mia, '/map')
    await list().getByText('3 workouts in view').waitFor()
    await world().expectAccessible(mia)
    await map().locator('.mp-cluster').getByText('2').click()
    await list().getByText('2 workouts in view').waitFor()
    await mia.getByRole('button', { name: 'Show the whole route' }).click()
    await list().getByText('3 workouts in view').waitFor()
  })

  /** The position of the only dot on the page. */
  const findDot = () =>
    mia.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('[data-part="map"] canvas')
      const context = canvas?.getContext('2d')
      if (!canvas || !context) return { x: 0, y: 0 }
      const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height)
      const drawn: number[] = []
      for (let at = 3; at < data.length; at += 4)
        if ((data[at] ?? 0) > 200) drawn.push((at - 3) / 4)
      const mean = (of: (pixel: number) => number) =>
        drawn.reduce((sum, pixel) => sum + of(pixel), 0) / Math.max(1, drawn.length)
      const box = canvas.getBoundingClientRect()
      const scale = canvas.width / box.width
      return {
        x: box.x + mean((pixel) => pixel % width) / scale,
        y: box.y + mean((pixel) => Math.floor(pixel / width)) / scale,
      }
    })

  test('shows the workouts that start at the dot under the pointer', async () => {
    const card = map().getByText(/^Far away/)
    await map().scrollIntoViewIfNeeded()
    // The canvas is drawn a frame or two after the map has moved.
    await until('the card of the dot', async () => {
      const { x, y } = await findDot()
      await mia.mouse.move(x - 60, y)
      await mia.mouse.move(x, y, { steps: 5 })
      await untilDrawn(mia)
      return card.isVisible()
    })
    await map().getByText(/km · /).waitFor()
    const { x, y } = await findDot()
    await mia.mouse.click(x, y)
    await mia.getByRole('heading', { name: 'Far away', level: 1 }).waitFor()
    await mia.goBack()
  })

  test('lists the visible workouts, with links that the keyboard can follow', async () => {
    const link = list().getByRole('link', { name: 'Same start' })
    await link.focus()
    await link.press('Enter')
    await mia.getByRole('heading', { name: 'Same start', level: 1 }).waitFor()
    await mia.goBack()
    await list().waitFor()
  })

  test('stores its filters in the URL', async () => {
    await mia.getByLabel('From', { exact: true }).fill('2026-05-17')
    await list().getByText('2 workouts in view').waitFor()
    await mia.getByLabel('To', { exact: true }).fill('2026-05-20')
    await list().getByText('One workout in view').waitFor()
    await eventually(search).toEqual({ from: '2026-05-17', to: '2026-05-20' })
    await mia.reload()
    await list().getByText('One workout in view').waitFor()
    await mia.getByLabel('To', { exact: true }).fill('')
    await mia.getByLabel('From', { exact: true }).fill('')
    await list().getByText('3 workouts in view').waitFor()
    await eventually(search).toEqual({})
  })

  test('accepts dates typed with the keyboard, including the year', async () => {
    await mia.getByLabel('From', { exact: true }).focus()
    await mia.keyboard.type('05172026', { delay: 30 })
    await list().getByText('2 workouts in view').waitFor()
    await eventually(search).toEqual({ from: '2026-05-17' })
    expect(await mia.getByLabel('From', { exact: true }).inputValue()).toBe('2026-05-17')
    // The link to the map in the navigation resets its filters.
    await mia.getByRole('navigation').getByRole('link', { name: 'Map' }).click()
    await list().getByText('3 workouts in view').waitFor()
    await eventually(() => mia.getByLabel('From', { exact: true }).inputValue()).toBe('')
  })

  test('offers full screen only where the browser supports it', async () => {
    const larger = mia.getByRole('button', { name: 'Show the map full screen' })
    await eventually(() => larger.count()).toBe(1)
    await mia.evaluate(() =>
      Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true }),
    )
    const places = mia.getByRole('navigation')
    await places.getByRole('link', { name: 'Statistics' }).click()
    await places.getByRole('link', { name: 'Map' }).click()
    await mia.getByRole('button', { name: 'Show the whole route' }).waitFor()
    expect(await larger.count()).toBe(0)
    await world().open(mia, '/map')
  })

  /** The number of elements added to or removed from the map while it is dragged, when each frame counts. */
  const changesWhileDragged = async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await map().boundingBox()) ?? {}
    const [middle, centre] = [x + width / 2, y + height / 2]
    await mia.mouse.move(middle, centre)
    await mia.mouse.down()
    await mia.mouse.move(middle + 10, centre)
    const counting = mia.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const panes = document.querySelectorAll('.leaflet-marker-pane, .leaflet-overlay-pane')
          const changes: MutationRecord[] = []
          const observer = new MutationObserver((records) => changes.push(...records))
          for (const pane of panes) observer.observe(pane, { childList: true, subtree: true })
          addEventListener('mouseup', () => resolve(changes.length), { once: true, capture: true })
        }),
    )
    for (let step = 2; step <= 12; step++) await mia.mouse.move(middle + 10 * step, centre + step)
    await mia.mouse.up()
    const count = await counting
    await mia.getByRole('button', { name: 'Show the whole route' }).click()
    await list().getByText('10,000 workouts in view').waitFor()
    return count
  }

  test('draws ten thousand workouts with a few hundred elements', async () => {
    await mia.route('**/api/workouts/global-map*', (route) =>
      route.fulfill({
        json: {
          data: {
            bbox: [],
            features: manyStarts(),
            limit_exceeded: false,
            type: 'FeatureCollection',
          },
          status: 'success',
        },
      }),
    )
    await mia.reload()
    await list().getByText('10,000 workouts in view').waitFor()
    const counts = () => map().locator('.mp-cluster').allTextContents()
    const sum = async () => (await counts()).reduce((total, text) => total + Number(text), 0)
    await eventually(sum).toBeGreaterThan(MANY * 0.98)
    await eventually(async () => (await counts()).length).toBeLessThan(400)
    await eventually(() => list().getByRole('link').count()).toBe(40)
    expect(await changesWhileDragged()).toBe(0)
    const zoomIn = mia.getByRole('button', { name: 'Zoom in' })
    for (let step = 0; step < 3; step++) {
      const before = await list().getByRole('heading').textContent()
      await zoomIn.click()
      await mia.waitForFunction((text) => !document.body.textContent?.includes(text), before ?? '')
      await eventually(() => map().locator('.mp-cluster').count()).toBeLessThan(400)
    }
    await world().expectAccessible(mia)
  })
})
