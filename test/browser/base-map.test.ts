import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { MAP_COLOURS } from '@/domain/reference/vector-map/map-style'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { findColours, switchScheme } from '../support/map-colours'

/** A proxy at which nothing listens: every outgoing connection of the server is refused. */
const NO_PROXY_THERE = 'http://127.0.0.1:9'
const env = { HTTP_PROXY: NO_PROXY_THERE, HTTPS_PROXY: NO_PROXY_THERE }

describeInBrowser(
  'maps without any connection to other servers',
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

    const expectMap = (scheme: 'light' | 'dark') =>
      eventually(async () => {
        const found = await findColours(mia, 'canvas.leaflet-tile')
        const { land, water } = MAP_COLOURS[scheme]
        return [land, water].filter((color) => !found.has(color))
      }).toEqual([])

    test('show coastlines instead of an empty grid, light and dark', async () => {
      await world().open(mia, `/workouts/${id}`)
      await mia.locator('[data-part="map"]').scrollIntoViewIfNeeded()
      await expectMap('light')
      await mia.getByText('Natural Earth').waitFor()
      await switchScheme(mia, 'dark')
      await expectMap('dark')
      await switchScheme(mia, 'light')
      await expectMap('light')
    })

    test('show them on the map of all workouts at every zoom level', async () => {
      await world().open(mia, '/map')
      const map = mia.locator('[data-part="map"]')
      await map.locator('canvas[data-drawn]').waitFor()
      await expectMap('light')
      const scale = map.locator('.leaflet-control-scale-line')
      for (let step = 0; step < 4; step++) {
        const before = (await scale.textContent()) ?? ''
        await mia.getByRole('button', { name: 'Zoom out' }).click()
        await scale.filter({ hasNotText: before }).waitFor()
      }
      await expectMap('light')
      await world().expectAccessible(mia)
    })

    test('ask no other host', () => {
      expect(asked).toEqual([])
    })
  },
  env,
)
