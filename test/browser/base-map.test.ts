import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

/** The colours of land and water, in both schemes. */
const COLORS = {
  light: { land: '238,240,232', water: '185,215,227' },
  dark: { land: '28,38,34', water: '12,26,36' },
}

/** Nothing listens there, so that no tile arrives. */
const env = { TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png' }

describeInBrowser(
  'maps without a tile server',
  (world) => {
    let mia: Page
    let id = ''
    const asked: string[] = []

    beforeAll(async () => {
      mia = await world().pageOf('mia')
      // Every connection to another host is refused, and noticed.
      await mia.route(
        ({ origin }) => origin !== world().server.url,
        (route) => {
          asked.push(route.request().url())
          return route.abort('connectionrefused')
        },
      )
      // By the sea.
      id = await world().ride('mia', { name: 'Coast', latitude: 45.42, longitude: 12.3 })
    })

    /** The share of the map with each colour, drawn by all tiles of the base map. */
    const paintedColours = (page: Page): Promise<Record<string, number>> =>
      page.evaluate(() => {
        const counts: Record<string, number> = {}
        let all = 0
        for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile')) {
          const context = canvas.getContext('2d')
          const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
          for (let at = 0; at < data.length; at += 4) {
            const color = `${data[at]},${data[at + 1]},${data[at + 2]}`
            counts[color] = (counts[color] ?? 0) + 1
            all += 1
          }
        }
        for (const color of Object.keys(counts)) counts[color] = (counts[color] ?? 0) / all
        return counts
      })

    const expectMap = async (page: Page, { land, water }: (typeof COLORS)['light']) => {
      await eventually(async () => {
        const counts = await paintedColours(page)
        return [(counts[land] ?? 0) > 0.05, (counts[water] ?? 0) > 0.05]
      }).toEqual([true, true])
    }

    const switchTo = (scheme: string) =>
      mia.locator('html').evaluate((html, name) => {
        html.setAttribute('data-mantine-color-scheme', name)
      }, scheme)

    test('show coastlines instead of an empty grid, light and dark', async () => {
      await world().open(mia, `/workouts/${id}`)
      await mia.locator('[data-part="map"]').scrollIntoViewIfNeeded()
      await expectMap(mia, COLORS.light)
      await mia.getByText('Natural Earth').waitFor()
      await switchTo('dark')
      await expectMap(mia, COLORS.dark)
      await switchTo('light')
      await expectMap(mia, COLORS.light)
    })

    test('show them on the map of all workouts at every zoom level', async () => {
      await world().open(mia, '/map')
      const map = mia.locator('[data-part="map"]')
      await map.locator('canvas[data-drawn]').waitFor()
      await expectMap(mia, COLORS.light)
      const scale = map.locator('.leaflet-control-scale-line')
      for (let step = 0; step < 4; step++) {
        const before = (await scale.textContent()) ?? ''
        await mia.getByRole('button', { name: 'Zoom out' }).click()
        await scale.filter({ hasNotText: before }).waitFor()
      }
      await expectMap(mia, COLORS.light)
      await world().expectAccessible(mia)
    })

    test('ask no other host', () => {
      expect(asked).toEqual([])
    })
  },
  env,
)
