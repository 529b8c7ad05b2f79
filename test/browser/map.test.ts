import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { insertManyRoutes } from '../support/many-routes'
import { until } from '../support/until'

const MANY = 10_000
/** Bytes of the overview of so many routes, compressed, up to which the lines are drawn on a slow phone in a second. */
const MAX_BYTES = 450_000

describeInBrowser('the map of all workouts in a browser', (world) => {
  let mia: Page

  beforeAll(async () => {
    const { pageOf, ride } = world()
    mia = await pageOf('mia')
    await ride('mia', { name: 'Near', start: new Date('2024-05-16T07:00:00Z') })
    await ride('mia', { name: 'Also near', seed: 2, start: new Date('2025-05-17T07:00:00Z') })
    await ride(
      'mia',
      { name: 'Far away', seed: 3, latitude: 55, start: new Date('2026-06-01T07:00:00Z') },
      { sport_id: 5 },
    )
  })

  const map = (page = mia) => page.locator('[data-part="map"]')
  const totals = (page = mia) => page.locator('main').getByRole('status')
  const panel = (page = mia) => page.getByRole('region', { name: 'Workouts in view' })
  const card = (page = mia) => page.getByRole('region', { name: 'Workout on the map' })
  const search = (page = mia) => Object.fromEntries(new URL(page.url()).searchParams)
  const drawn = (page = mia) => map(page).locator('canvas[data-drawn]').waitFor()

  /** A point of the page where a line was drawn, most opaque first. */
  const findLine = (page: Page) =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>(
        '[data-part="map"] canvas[data-drawn]',
      )
      const frame = document.querySelector('[data-part="map"]')?.getBoundingClientRect()
      const context = canvas?.getContext('2d')
      if (!canvas || !context || !frame) throw new Error('no canvas')
      const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height)
      const box = canvas.getBoundingClientRect()
      const scale = canvas.width / box.width
      const best = { opacity: 0, x: 0, y: 0 }
      for (let at = 3; at < data.length; at += 4) {
        const pixel = (at - 3) / 4
        const x = box.x + (pixel % width) / scale
        const y = box.y + Math.floor(pixel / width) / scale
        const isInside =
          x > frame.x + 80 && x < frame.right - 80 && y > frame.y + 80 && y < frame.bottom - 120
        if (isInside && (data[at] ?? 0) > best.opacity)
          Object.assign(best, { opacity: data[at], x, y })
      }
      return best
    })

  test('first shows where most workouts are, and all of them on request', async () => {
    await world().open(mia, '/map')
    await totals()
      .getByText(/^2 workouts · /)
      .waitFor()
    await drawn()
    await world().expectAccessible(mia)
    await mia.getByRole('button', { name: 'Show all routes' }).click()
    await totals()
      .getByText(/^3 workouts · /)
      .waitFor()
  })

  test('filters by year and sport, as stored in the URL', async () => {
    const first = mia.getByRole('slider', { name: 'First year' })
    await first.focus()
    await first.press('ArrowRight')
    await totals()
      .getByText(/^2 workouts · /)
      .waitFor()
    await eventually(search).toEqual({ from: '2025' })
    await mia.getByRole('button', { name: 'Running' }).click()
    await totals()
      .getByText(/^1 workout · /)
      .waitFor()
    await eventually(search).toEqual({ from: '2025', sport_ids: '5' })
    await mia.reload()
    await totals()
      .getByText(/^1 workout · /)
      .waitFor()
    await mia.getByRole('button', { name: 'Running', pressed: true }).click()
    await first.press('ArrowLeft')
    await mia.getByRole('button', { name: 'Show all routes' }).click()
    await totals()
      .getByText(/^3 workouts · /)
      .waitFor()
    await eventually(search).toEqual({})
  })

  test('lists the workouts in view with date and distance, highlights and opens them', async () => {
    await mia.getByRole('button', { name: 'List', exact: true }).click()
    await panel().getByRole('heading', { name: '3 workouts in view' }).waitFor()
    await eventually(() =>
      mia.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    ).toBe('Workouts in view')
    const link = panel().getByRole('link', { name: /Also near 05\/17\/2025 · \d+\.\d+ km$/ })
    await link.focus()
    await map().locator('path.mp-casing').waitFor()
    await world().expectAccessible(mia)
    await link.press('Enter')
    await mia.getByRole('heading', { name: 'Also near', level: 1 }).waitFor()
    await mia.goBack()
    await drawn()
    await mia.getByRole('button', { name: 'List', exact: true }).click()
    await panel().press('Escape')
    await panel().waitFor({ state: 'detached' })
    await eventually(() => mia.evaluate(() => document.activeElement?.textContent)).toBe('List')
  })

  test('shows visited tiles and their numbers, as stored in the URL', async () => {
    const { open } = world()
    await open(mia, '/map')
    const tiles = mia.getByRole('button', { name: 'Tiles', exact: true })
    const numbers = mia.getByRole('region', { name: 'Visited tiles' })
    await tiles.click()
    await eventually(search).toEqual({ tiles: '14' })
    const count = numbers.locator('dd').first()
    await eventually(async () => Number(await count.textContent())).toBeGreaterThan(3)
    const large = Number(await count.textContent())
    await numbers
      .getByText(/^\d+ new tiles$/)
      .first()
      .waitFor()
    await map().locator('.mp-visited canvas').first().waitFor()
    await world().expectAccessible(mia)
    await numbers.getByText('Small', { exact: true }).click()
    await eventually(search).toEqual({ tiles: '17' })
    await eventually(async () => Number(await count.textContent())).toBeGreaterThan(large)
    const saved = mia.waitForEvent('download')
    await numbers.getByRole('button', { name: 'Export as GPX' }).click()
    expect((await saved).suggestedFilename()).toBe('tiles-17.gpx')
    // The years and sports change the lines, not the tiles.
    await mia.getByRole('button', { name: 'Running' }).click()
    await eventually(search).toEqual({ sport_ids: '5', tiles: '17' })
    await numbers.getByRole('link').first().click()
    await mia.getByRole('link', { name: /^\d+ new tiles$/ }).click()
    await numbers.waitFor()
    await eventually(search).toEqual({ tiles: '14' })
    await numbers.getByRole('button', { name: 'Close' }).click()
    await numbers.waitFor({ state: 'detached' })
    expect(await map().locator('.mp-visited').count()).toBe(0)
    await eventually(search).toEqual({})
  })

  test('describes the line under the pointer, and opens the one that is clicked', async () => {
    await mia.getByRole('button', { name: 'Running' }).click()
    await mia.getByRole('button', { name: 'Show all routes' }).click()
    await totals()
      .getByText(/^1 workout · /)
      .waitFor()
    await until('the card of the line', async () => {
      const { x, y } = await findLine(mia)
      await mia.mouse.move(x - 60, y)
      await mia.mouse.move(x, y, { steps: 5 })
      return card().getByText('Far away').isVisible()
    })
    await card()
      .getByText(/06\/01\/2026 · \d+\.\d+ km/)
      .waitFor()
    await map().locator('path.mp-casing').waitFor()
    expect(await card().getByRole('link').count()).toBe(0)
    const { x, y } = await findLine(mia)
    await mia.mouse.click(x, y)
    await card().getByRole('button', { name: 'Close' }).click()
    await mia.mouse.move(x - 60, y - 60)
    await card().waitFor({ state: 'detached' })
    await mia.mouse.click(x, y)
    await card().getByRole('link', { name: 'Open workout' }).click()
    await mia.getByRole('heading', { name: 'Far away', level: 1 }).waitFor()
  })

  test('says how many older workouts the server has yet to draw, until it is done', async () => {
    const page = await world().pageOf('mia')
    await page.clock.install()
    let undrawn = '6800'
    const isLines = ({ pathname }: URL) => pathname === '/api/workouts/lines'
    await page.route(isLines, async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'x-undrawn-workouts': undrawn }
      await route.fulfill({ response, headers })
    })
    await world().open(page, '/map')
    const note = page.getByText('Drawing older workouts: 3 of 6,803')
    await note.waitFor()
    await drawn(page)
    await world().expectAccessible(page)
    undrawn = '0'
    await page.clock.fastForward(31_000)
    await note.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('offers full screen only where the browser supports it', async () => {
    await world().open(mia, '/map')
    const larger = mia.getByRole('button', { name: 'Show the map full screen' })
    await eventually(() => larger.count()).toBe(1)
    await mia.evaluate(() =>
      Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true }),
    )
    const places = mia.getByRole('navigation')
    await places.getByRole('link', { name: 'Statistics' }).click()
    await places.getByRole('link', { name: 'Map' }).click()
    await mia.getByRole('button', { name: 'Show all routes' }).waitFor()
    expect(await larger.count()).toBe(0)
  })

  test('draws ten thousand routes, all of which the list of workouts shows too', async () => {
    const { binary, pageOf, open } = world()
    const ann = await pageOf('ann')
    await insertManyRoutes(join(binary.dataDir, 'milepost.db'), 'ann', MANY)
    await countMaps(ann)
    const loaded = ann.waitForResponse(/\/api\/workouts\/lines\?$/)
    await open(ann, '/map')
    expect((await (await loaded).request().sizes()).responseBodySize).toBeWithin(100_000, MAX_BYTES)
    await totals(ann)
      .getByText(/^10,000 workouts · 100,000 km$/)
      .waitFor()
    await drawn(ann)
    // The map that showed the first lines shows the others, too.
    await eventually(() => ann.evaluate(() => document.documentElement.dataset.maps)).toBe('1')
    // Nothing is drawn while the map is dragged a little: Leaflet moves the canvas.
    expect(await changesWhileDragged(ann)).toBe(0)
    await ann.getByRole('button', { name: 'List', exact: true }).click()
    await panel(ann)
      .getByRole('link', { name: /Outing 10000 11\/30\/2025 · / })
      .waitFor()
    expect(await panel(ann).getByRole('link').count()).toBeLessThan(60)
    const last = ann.getByRole('slider', { name: 'Last year' })
    await last.focus()
    for (let year = 2025; year > 2016; year--) await last.press('ArrowLeft')
    await totals(ann)
      .getByText(/^1,0\d\d workouts · /)
      .waitFor()
    await panel(ann)
      .getByRole('link', { name: /12\/\d\d\/2016/ })
      .first()
      .waitFor()
    await zoomToDetail(ann)
    await open(ann, '/workouts?view=map')
    await ann.getByText('10,000 workouts with a route, of 10,000').waitFor()
    await drawn(ann)
  })

  /** Counts the maps that the next page of a browser creates, in an attribute. */
  const countMaps = (page: Page) =>
    page.addInitScript(() => {
      const isMap = (node: Node) => node instanceof Element && node.matches('.leaflet-map-pane')
      const count = { maps: 0 }
      new MutationObserver((records) => {
        const added = records.flatMap(({ addedNodes }) => [...addedNodes])
        count.maps += added.filter(isMap).length
        document.documentElement.dataset.maps = String(count.maps)
      }).observe(document, { childList: true, subtree: true })
    })

  /** Zooms in until more precise lines of the part in view are loaded. */
  const zoomToDetail = async (page: Page) => {
    const detail = page.waitForResponse(/\/api\/workouts\/lines\?bounds=.*&zoom=12$/)
    const scale = page.locator('.leaflet-control-scale-line')
    for (let step = 0; step < 3; step++) {
      const before = (await scale.textContent()) ?? ''
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await scale.filter({ hasNotText: before }).waitFor()
    }
    expect((await detail).status()).toBe(200)
    await drawn(page)
  }

  /** The number of canvases that are replaced while the map is dragged. */
  const changesWhileDragged = async (page: Page) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await map(page).boundingBox()) ?? {}
    const [middle, centre] = [x + width / 2, y + height / 2]
    await page.mouse.move(middle, centre)
    await page.mouse.down()
    await page.mouse.move(middle + 10, centre)
    const counting = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const changes: MutationRecord[] = []
          const observer = new MutationObserver((records) => changes.push(...records))
          const pane = document.querySelector('.leaflet-lines-pane')
          if (pane) observer.observe(pane, { childList: true, subtree: true })
          addEventListener('mouseup', () => resolve(changes.length), { once: true, capture: true })
        }),
    )
    for (let step = 2; step <= 12; step++) await page.mouse.move(middle + 10 * step, centre + step)
    await page.mouse.up()
    return counting
  }
})
