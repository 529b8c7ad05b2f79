import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { MAP_COLOURS } from '@/domain/reference/vector-map/map-style'
import { loadSharp } from '@/store/files/sharp'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { collectPageErrors, findChromium, startBrowser } from '../support/browser'
import { DEFAULT_VISITOR } from '../support/browser-world'
import { hgtTile } from '../support/elevation-tiles'
import { eventually } from '../support/eventually'
import { findColours } from '../support/map-colours'
import { rideGpx } from '../support/ride'
import { type DemoWorld, openScreen, startDemo } from '../support/screens'
import { BROWSER_TIME_LIMIT } from '../support/slow-pages'
import { openUntilDrawn } from '../support/wait-until-drawn'
import { canRefuseConnections, withoutNetwork } from '../support/without-network'

const TIMEOUT = 900_000
/** Screens that are opened at the same time. */
const AT_ONCE = 3
/** A connection that is neither refused nor answered takes longer: most timeouts of the server are 30 s. */
const MAX_RESPONSE_MS = 15_000

/** Between Venice and the sea. */
const COAST = { latitude: 45.42, longitude: 12.3 }
const ELEVATION_TILE = { name: 'N45E012.hgt', south: 45, west: 12, metres: 321 }
const FLAT_RIDE = {
  name: 'flat.gpx',
  mimeType: 'application/gpx+xml',
  buffer: Buffer.from(
    rideGpx({ name: 'Along the coast', ...COAST })
      .replaceAll(/<ele>[^<]*<\/ele>/g, '')
      .replace('<trkseg>', '<type>cycling</type><trkseg>'),
  ),
}

/** Screens about something that does not exist, or whose link has expired, and what their requests are answered. */
const EXPECTED_ERRORS: Record<string, string> = {
  'login-callback': '400 /api/auth/login/provider/finish',
  suspension: '404 /api/auth/account/suspension',
  'workout-of-nobody': '404 /api/workouts/nothing',
}
/** Nobody receives the emails of the demo, and the log says why map images are coarse. */
const EXPECTED_WARNINGS = [
  'could not send an email, will retry',
  'map tiles are missing: new map images show a coarse map for a minute',
]

interface LogLine {
  level: number
  msg: string
  path?: string
  status?: number
  ms?: number
}

const chromium = findChromium()
const isPossible = chromium !== undefined && canRefuseConnections()
setDefaultTimeout(BROWSER_TIME_LIMIT)

for (const { name, env, hasElevations } of [
  { name: 'without a tile server', env: { TILE_SERVER_URL: 'off' }, hasElevations: true },
  { name: 'with the default settings', env: {}, hasElevations: false },
])
  describe.skipIf(!isPossible)(`with every connection refused, ${name}`, () => {
    let binary: InstalledBinary
    let demo: DemoWorld
    let browser: Browser
    let alex: Page
    let id = ''
    /** Requests of pages to other servers. */
    const strays: string[] = []
    const complaints: string[][] = []

    beforeAll(async () => {
      binary = installBinary()
      const settings = { LOG_FORMAT: 'json', ...env }
      if (hasElevations) addElevations(join(binary.dataDir, 'elevation'))
      demo = await startDemo(withoutNetwork(binary, settings), 40)
      browser = await startBrowser(chromium ?? '')
      alex = await openBrowser()
    }, BUILD_TIMEOUT)

    afterAll(async () => {
      await browser?.close()
      await demo?.server.stop()
      binary?.remove()
    })

    /** Denies a browser every connection except to the server, and records attempts. */
    const restrict = (context: BrowserContext) =>
      context.route(
        ({ origin, protocol }) => protocol.startsWith('http') && origin !== demo.server.url,
        (route) => {
          strays.push(route.request().url())
          return route.abort('connectionrefused')
        },
      )

    async function openBrowser(): Promise<Page> {
      const context = await browser.newContext(DEFAULT_VISITOR)
      await restrict(context)
      const token = demo.tokens.get('alex') ?? ''
      await context.addInitScript((text) => localStorage.setItem('milepost.token', text), token)
      const page = await context.newPage()
      complaints.push(collectPageErrors(page))
      return page
    }

    async function request(path: string, body?: object): Promise<Response> {
      const response = await fetch(`${demo.server.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${demo.tokens.get('alex')}`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect({ path, status: response.status }).toEqual({ path, status: 200 })
      return response
    }

    const readLog = (): LogLine[] =>
      demo.server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))

    const listFaults = async (screen: DemoWorld['screens'][number]): Promise<string[]> => {
      const errors: string[] = []
      const prepare = async (context: BrowserContext) => {
        await restrict(context)
        // Scripts that prepare a page also run in its first, empty document, which has no storage.
        context.on('page', (page) =>
          page.once('request', () => complaints.push(collectPageErrors(page))),
        )
        context.on('response', (response) => {
          const { pathname } = new URL(response.url())
          // Maps show the coarse map instead of tiles.
          const isTile = pathname.startsWith('/api/workouts/map_tile/')
          if (response.status() >= 400 && !isTile) errors.push(`${response.status()} ${pathname}`)
        })
      }
      const page = await openScreen(demo, browser, screen, { prepare })
      const expected = EXPECTED_ERRORS[screen.name]
      if (!expected) errors.push(...(await page.getByRole('alert').allTextContents()))
      await page.context().close()
      return errors.filter((error) => error !== expected).map((error) => `${screen.name}: ${error}`)
    }

    test(
      'every screen is shown without an error',
      async () => {
        const faults: string[] = []
        for (let first = 0; first < demo.screens.length; first += AT_ONCE) {
          const some = demo.screens.slice(first, first + AT_ONCE)
          faults.push(...(await Promise.all(some.map(listFaults))).flat())
        }
        expect(faults).toEqual([])
        expect(complaints.flat()).toEqual([])
      },
      TIMEOUT,
    )

    test('an upload becomes a workout, on a map with coastlines', async () => {
      const missing_elevations_processing = hasElevations ? 'provider_a' : 'file'
      await request('/api/auth/profile/edit/preferences', { missing_elevations_processing })
      await openUntilDrawn(alex, `${demo.server.url}/workouts/add`)
      await alex.locator('input[type="file"]').setInputFiles(FLAT_RIDE)
      await alex.getByText('Workout added.').waitFor()
      const { data } = await (await request('/api/workouts?title=Along+the+coast')).json()
      id = data.workouts[0].id
      await openUntilDrawn(alex, `${demo.server.url}/workouts/${id}`)
      await alex.getByRole('heading', { name: 'Along the coast' }).waitFor()
      await alex.locator('[data-part="map"]').scrollIntoViewIfNeeded()
      const { land, water } = MAP_COLOURS.light
      await eventually(async () => {
        const colours = await findColours(alex, 'canvas.leaflet-tile')
        return [land, water].filter((colour) => !colours.has(colour))
      }).toEqual([])
    })

    test('its map image and its picture for sharing show the coastlines, too', async () => {
      const { data } = await (await request(`/api/workouts/${id}`)).json()
      const image = await request(`/api/workouts/map/${data.workouts[0].map}`)
      const card = await request(`/api/workouts/${id}/card?with_map=true`)
      for (const response of [image, card])
        expect(await hasCoast(new Uint8Array(await response.arrayBuffer()))).toBe(true)
    })

    test('place search finds towns', async () => {
      await openUntilDrawn(alex, `${demo.server.url}/workouts`)
      await alex.getByRole('button', { name: 'Filters' }).click()
      const place = alex.getByRole('dialog').getByRole('textbox', { name: 'Place' })
      await place.fill('Freiburg')
      await place.press('Enter')
      await alex.getByRole('button', { name: 'Freiburg, Germany' }).first().waitFor()
    })

    test('elevations come from tiles on the server, and are not offered without them', async () => {
      const { data } = await (await request(`/api/workouts/${id}`)).json()
      const { metres } = ELEVATION_TILE
      expect(data.workouts[0]).toMatchObject(
        hasElevations
          ? { elevation_data_source: 'provider_a', max_alt: metres, min_alt: metres }
          : { elevation_data_source: 'file', max_alt: null, min_alt: null },
      )
      await openUntilDrawn(alex, `${demo.server.url}/profile/edit/preferences`)
      const choice = alex.getByText('Elevation data on this server', { exact: true })
      expect(await choice.count()).toBe(hasElevations ? 1 : 0)
    })

    test('the server logs no errors, and no response waited for a network', async () => {
      const log = readLog()
      const warnings = log.filter(
        ({ level, msg }) => level >= 40 && !EXPECTED_WARNINGS.includes(msg),
      )
      expect(warnings).toEqual([])
      const responses = log.filter(({ path }) => path !== undefined)
      expect(responses.length).toBeGreaterThan(demo.screens.length)
      expect(responses.filter(({ ms = 0 }) => ms > MAX_RESPONSE_MS)).toEqual([])
      const tiles = responses.filter(({ path }) => path?.startsWith('/api/workouts/map_tile/'))
      // With the default settings the server asked OpenStreetMap, in vain.
      expect([...new Set(tiles.map(({ status }) => status))]).toEqual(hasElevations ? [] : [504])
      expect(strays).toEqual([])
    })
  })

function addElevations(folder: string): void {
  const { name, south, west, metres } = ELEVATION_TILE
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, name),
    hgtTile(south, west, () => metres),
  )
}

/** Whether a picture contains both land and water of the coarse map. */
async function hasCoast(bytes: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colours = new Set<string>()
  for (let at = 0; at < data.length; at += info.channels)
    colours.add(`#${data.subarray(at, at + 3).toString('hex')}`)
  return colours.has(MAP_COLOURS.light.land) && colours.has(MAP_COLOURS.light.water)
}
