import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { MAP_COLOURS } from '@/domain/reference/vector-map/map-style'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { newFolder } from '../support/folder'
import { findColours, switchScheme } from '../support/map-colours'
import { writePmtiles } from '../support/map-files'
import { PROTOMAPS_TILE, packVectorTile } from '../support/vector-tiles'

const PLACE = { latitude: 46.95, longitude: 7.44 }
const LEVELS = [9, 10, 11, 12, 13, 14]
/** Tiles on each side of the place, at every level. */
const REACH = 6

/** Vector tiles around the place, all with the same content. */
function tilesAround() {
  const bytes = packVectorTile(PROTOMAPS_TILE)
  const angle = (PLACE.latitude * Math.PI) / 180
  const [shareX, shareY] = [
    (PLACE.longitude + 180) / 360,
    (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2,
  ]
  return LEVELS.flatMap((z) => {
    const [column, row] = [Math.floor(shareX * 2 ** z), Math.floor(shareY * 2 ** z)]
    return Array.from({ length: (2 * REACH + 1) ** 2 }, (_, i) => ({
      ...{ z, x: column - REACH + (i % (2 * REACH + 1)) },
      ...{ y: row - REACH + Math.floor(i / (2 * REACH + 1)), bytes },
    }))
  })
}

const MAP_FILE = join(newFolder(), 'region.pmtiles')
await writePmtiles(MAP_FILE, {
  ...{ tiles: tilesAround(), type: 'mvt', minZoom: 9, maxZoom: 14 },
  bounds: [7, 46.7, 7.9, 47.2],
  metadata: { attribution: 'Our own map' },
})

describeInBrowser(
  'maps of a file with vector tiles',
  (world) => {
    let mia: Page
    let id = ''

    beforeAll(async () => {
      mia = await world().pageOf('mia')
      id = await world().ride('mia', { name: 'In the file', ...PLACE })
    })

    const expectMap = (scheme: 'light' | 'dark') =>
      eventually(async () => {
        const found = await findColours(mia, 'canvas.leaflet-tile')
        const { wood, water, primary } = MAP_COLOURS[scheme]
        return [wood, water, primary].filter((color) => !found.has(color))
      }).toEqual([])

    test('are drawn in the browser, light and dark, with the attribution of the file', async () => {
      await world().open(mia, `/workouts/${id}`)
      await mia.locator('[data-part="map"]').scrollIntoViewIfNeeded()
      await expectMap('light')
      await mia.getByText('Our own map').waitFor()
      // The coarse map is not loaded where the tiles cover the view.
      expect(await mia.getByText('Natural Earth').count()).toBe(0)
      await switchScheme(mia, 'dark')
      await expectMap('dark')
      await switchScheme(mia, 'light')
      await world().expectAccessible(mia)
    })

    test('have labels above all tiles', async () => {
      await world().open(mia, `/workouts/${id}`)
      await mia.locator('[data-part="map"]').scrollIntoViewIfNeeded()
      await eventually(async () => {
        const found = await findColours(mia, 'canvas.mp-labels')
        return found.has(MAP_COLOURS.light.label)
      }).toBe(true)
    })

    test('have the coarse map around them', async () => {
      await world().open(mia, '/map')
      await mia.locator('canvas[data-drawn]').waitFor()
      const scale = mia.locator('.leaflet-control-scale-line')
      for (let step = 0; step < 7; step++) {
        const before = (await scale.textContent()) ?? ''
        await mia.getByRole('button', { name: 'Zoom out' }).click()
        await scale.filter({ hasNotText: before }).waitFor()
      }
      await mia.getByText('Natural Earth').waitFor()
      await eventually(async () => {
        const found = await findColours(mia, 'canvas.leaflet-tile')
        return found.has(MAP_COLOURS.light.land) && found.has(MAP_COLOURS.light.water)
      }).toBe(true)
    })

    test('are enlarged beyond their last zoom level', async () => {
      await world().open(mia, '/map')
      await mia.locator('canvas[data-drawn]').waitFor()
      const scale = mia.locator('.leaflet-control-scale-line')
      for (let step = 0; step < 4; step++) {
        const before = (await scale.textContent()) ?? ''
        await mia.getByRole('button', { name: 'Zoom in' }).click()
        await scale.filter({ hasNotText: before }).waitFor()
      }
      await eventually(async () => {
        const found = await findColours(mia, 'canvas.leaflet-tile')
        return found.has(MAP_COLOURS.light.wood) || found.has(MAP_COLOURS.light.water)
      }).toBe(true)
      expect(await mia.locator('canvas.mp-labels').count()).toBe(1)
    })
  },
  { MAP_FILE },
)
