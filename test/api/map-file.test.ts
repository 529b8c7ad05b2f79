import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { MAP_COLOURS } from '@/domain/reference/vector-map/map-style'
import { loadConfig } from '@/lib/config/config'
import type { Tile } from '@/services/maps/map-view'
import { startServer } from '../support/client'
import { newTestFolder } from '../support/folder'
import { plainPng, readImage } from '../support/images'
import { type MapFileContent, packPmtiles, writeMbtiles, writePmtiles } from '../support/map-files'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { PROTOMAPS_TILE, packVectorTile } from '../support/vector-tiles'
import { startWorkoutServer } from '../support/workouts'

const red = await plainPng('#ff0000')
const vector = packVectorTile(PROTOMAPS_TILE)
const WORLD = [-180, -85, 180, 85] as const

/** All tiles up to a zoom level. */
const tilesTo = (maxZoom: number, bytes: Uint8Array): MapFileContent['tiles'] =>
  Array.from({ length: maxZoom + 1 }, (_, z) => z).flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, i) => ({
      z,
      x: i % 2 ** z,
      y: Math.floor(i / 2 ** z),
      bytes,
    })),
  )

const RASTER: MapFileContent = { tiles: tilesTo(3, red), minZoom: 0, maxZoom: 3 }
const VECTOR: MapFileContent = {
  ...{ tiles: tilesTo(3, vector), type: 'mvt', minZoom: 0, maxZoom: 3, bounds: WORLD },
  metadata: {
    attribution:
      '<a href="https://osm.org">OSM</a><script>alert(1)</script><img src=x onerror=alert(1)>',
  },
}

/** The settings of a server with a map file. */
const withFile = (file: string) => ({
  map: {
    ...loadConfig({}, { MAP_FILE: file }).map,
    cacheFolder: join(newTestFolder(), 'tiles'),
  },
})

function serverWith(file: string) {
  const { ctx, call, handle, clock } = startServer(withFile(file))
  const get = ({ z, x, y }: Tile, extension = 'png', headers: Record<string, string> = {}) => {
    const path = `/api/workouts/map_tile/a/${z}/${x}/${y}.${extension}`
    return handle(new Request(`http://localhost${path}`, { headers }))
  }
  const config = async () => (await call('GET', '/api/config')).body.data
  return { ctx, get, config, clock }
}

const newFile = (name = 'region') => join(newTestFolder(), name)

describe.each<[string, (path: string) => Promise<void> | void]>([
  ['PMTiles', (path) => writePmtiles(path, RASTER)],
  ['MBTiles', (path) => writeMbtiles(path, RASTER)],
])('images in %s', (_, write) => {
  test('are sent with an entity tag, and 304 to clients that have them', async () => {
    const file = newFile()
    await write(file)
    const { get } = serverWith(file)
    const answer = await get({ z: 2, x: 1, y: 3 })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=604800',
    })
    expect(await answer.bytes()).toEqual(red)
    const etag = answer.headers.get('etag') ?? ''
    const again = await get({ z: 2, x: 1, y: 3 }, 'png', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('are enlarged beyond their last zoom level, and 404 as vector tiles', async () => {
    const file = newFile()
    await write(file)
    const { get } = serverWith(file)
    const enlarged = await get({ z: 9, x: 300, y: 200 })
    expect((await readImage(await enlarged.bytes())).at(100, 100)).toBe('#ff0000')
    expect((await get({ z: 2, x: 1, y: 3 }, 'mvt')).status).toBe(404)
  })

  test('are described in the configuration, with the attribution of OpenStreetMap by default', async () => {
    const file = newFile()
    await write(file)
    const { config } = serverWith(file)
    expect(await config()).toMatchObject({
      map_attribution: expect.stringContaining('OpenStreetMap'),
      map_tiles: { type: 'raster', min_zoom: 0, max_zoom: 3, bounds: [...WORLD] },
    })
  })
})

describe('vector tiles in a file', () => {
  test('are sent as they are stored, or decompressed, each with its own tag', async () => {
    const file = newFile()
    await writePmtiles(file, VECTOR)
    const { get } = serverWith(file)
    const tile = { z: 1, x: 1, y: 0 }
    const packed = await get(tile, 'mvt', { 'accept-encoding': 'gzip, br' })
    const plain = await get(tile, 'mvt', { 'accept-encoding': 'identity' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
    expect([packed, plain].map(({ headers }) => headers.get('vary'))).toEqual([
      'accept-encoding',
      'accept-encoding',
    ])
    expect(await packed.bytes()).toEqual(new Uint8Array(vector))
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.bytes()).toEqual(new Uint8Array(gunzipSync(vector)))
    expect(plain.headers.get('etag')).not.toBe(packed.headers.get('etag'))
  })

  test('are drawn for clients that ask for images, once', async () => {
    const file = newFile()
    await writePmtiles(file, VECTOR)
    const { get, ctx } = serverWith(file)
    const answer = await get({ z: 3, x: 1, y: 1 })
    const bytes = await answer.bytes()
    const { format, width, at } = await readImage(bytes)
    expect([format, width]).toEqual(['webp', 256])
    expect(answer.headers.get('content-type')).toBe('image/webp')
    // Within the lake, and in the wood around it.
    expect([at(128, 80), at(10, 250)]).toEqual([MAP_COLOURS.light.water, MAP_COLOURS.light.wood])
    ctx.limiter.spend = () => {
      throw new Error('drawn again')
    }
    expect(await (await get({ z: 3, x: 1, y: 1 })).bytes()).toEqual(bytes)
  })

  test('are drawn one after another, and 503 while too many wait', async () => {
    const file = newFile()
    await writePmtiles(file, VECTOR)
    const { get, ctx } = serverWith(file)
    const drawings = Array.from({ length: 201 }, () => ctx.localMap?.drawings.acquire('tiles'))
    expect((await get({ z: 3, x: 2, y: 2 })).status).toBe(503)
    for (const drawing of drawings) (await drawing)?.()
    expect((await get({ z: 3, x: 2, y: 2 })).status).toBe(200)
  })

  test('have the attribution of the file, without scripts', async () => {
    const file = newFile()
    await writePmtiles(file, VECTOR)
    const { map_attribution, map_tiles } = await serverWith(file).config()
    expect(map_attribution).toBe('<a href="https://osm.org" rel="noopener noreferrer">OSM</a>')
    expect(map_tiles.type).toBe('vector')
  })
})

describe('a map file that cannot be used', () => {
  test.each<[string, Uint8Array | undefined]>([
    ['missing', undefined],
    ['something else', Buffer.from('hello')],
    ['truncated', packPmtiles(RASTER).subarray(0, 150)],
  ])('leads to no tiles and one line in the log: %s', async (_, bytes) => {
    const file = newFile()
    if (bytes) await Bun.write(file, bytes)
    const { get, config, ctx } = serverWith(file)
    const lines: unknown[] = []
    ctx.log.error = (line: unknown) => void lines.push(line)
    for (let i = 0; i < 3; i++) expect((await get({ z: 1, x: 0, y: 0 })).status).toBe(404)
    expect((await config()).map_tiles).toBeNull()
    expect(lines).toEqual([expect.stringContaining(`the map file ${file} `)])
  })

  test('whose last tiles are missing leads to 404 for these', async () => {
    const file = newFile()
    const whole = packPmtiles(RASTER)
    await Bun.write(file, whole.subarray(0, whole.length - 10))
    const { get } = serverWith(file)
    const statuses = await Promise.all(RASTER.tiles.map(async (tile) => (await get(tile)).status))
    expect(statuses.filter((status) => status === 404)).toHaveLength(1)
    expect(statuses.filter((status) => status === 200)).toHaveLength(RASTER.tiles.length - 1)
  })

  test('is used as soon as it has been replaced', async () => {
    const file = newFile()
    const { get, clock } = serverWith(file)
    expect((await get({ z: 1, x: 0, y: 0 })).status).toBe(404)
    await writePmtiles(file, RASTER)
    clock.advance(6000)
    expect((await get({ z: 1, x: 0, y: 0 })).status).toBe(200)
  })

  test('has damaged vector tiles, which are 404', async () => {
    const file = newFile()
    const tiles = [{ z: 0, x: 0, y: 0, bytes: vector.subarray(0, 30) }]
    await writePmtiles(file, { ...VECTOR, tiles, maxZoom: 0 })
    const { get } = serverWith(file)
    const plain = await get({ z: 0, x: 0, y: 0 }, 'mvt', { 'accept-encoding': 'identity' })
    expect([plain.status, (await get({ z: 0, x: 0, y: 0 })).status]).toEqual([404, 404])
  })
})

test('without a tile server there are no tiles', async () => {
  const map = { ...loadConfig({}, { TILE_SERVER_URL: 'off' }).map, cacheFolder: newTestFolder() }
  const { call } = startServer({ map })
  expect((await call('GET', '/api/workouts/map_tile/a/1/1/1.png')).status).toBe(404)
  expect((await call('GET', '/api/config')).body.data.map_tiles).toBeNull()
})

describe('the map image of a recording', () => {
  const colorsOf = async (content: MapFileContent) => {
    const file = newFile()
    await writePmtiles(file, content)
    const server = await startWorkoutServer({}, withFile(file))
    const { id } = await server.record('ride.gpx', gpxOf(samplePoints(60)))
    const { map } = (await server.get(`/api/workouts/${id}`)).body.data.workouts[0]
    const request = new Request(`http://localhost/api/workouts/map/${map}`)
    const { at } = await readImage(await (await server.handle(request)).bytes())
    return new Set(Array.from({ length: 400 * 225 }, (_, i) => at(i % 400, Math.floor(i / 400))))
  }

  test('is drawn on images of the file', async () => {
    expect(await colorsOf(RASTER)).toContain('#ff0000')
  })

  test('is drawn on vector tiles of the file', async () => {
    const colors = await colorsOf({ ...VECTOR, tiles: tilesTo(0, vector), maxZoom: 0 })
    const { water, wood } = MAP_COLOURS.light
    expect(colors.has(water) || colors.has(wood)).toBe(true)
    expect(colors).not.toContain(MAP_COLOURS.light.land)
  })
})
