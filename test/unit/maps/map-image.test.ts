import { beforeEach, describe, expect, test } from 'bun:test'
import type { MapTiles } from '@/services/maps/load-ground'
import { drawMapImage } from '@/services/maps/map-image'
import { neverResponds, startFakeServer, unusedUrl } from '../../support/fake-server'
import { newTestFolder } from '../../support/folder'
import { plainPng, readImage } from '../../support/images'

let cacheFolder = ''
beforeEach(() => {
  cacheFolder = newTestFolder()
})

const LINE_COLOR = '#3388ff'
/** The Gulf of Guinea on the coarse map. */
const WATER = '#b9d7e3'

/** Along the equator, so that the line crosses the centre of the image from left to right. */
const equator = {
  lat: new Float64Array(100),
  lon: Float64Array.from({ length: 100 }, (_, i) => 7 + (i - 49.5) / 1000),
}

const draw = (url: string, changes: Partial<MapTiles> = {}) =>
  drawMapImage(
    [equator],
    {
      template: `${url}/{z}/{x}/{y}.png`,
      ...{ subdomains: [], cacheFolder, useServer: true, timeout: 20_000 },
      ...changes,
    },
    { fetch },
  )

/** The image, which is expected to exist. */
async function drawn(url: string, changes: Partial<MapTiles> = {}) {
  const image = await draw(url, changes)
  if (!image) throw new Error('no image')
  return { ...image, ...(await readImage(image.png)) }
}

const png = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes, { headers: { 'content-type': 'image/png' } })

describe('a map image', () => {
  test('is a PNG of 400 × 225 pixels', async () => {
    const image = await drawn(unusedUrl())
    expect(image).toMatchObject({ format: 'png', width: 400, height: 225, channels: 3 })
  })

  test('shows the line in blue, four pixels wide, on the coarse map', async () => {
    const { at } = await drawn(unusedUrl())
    const column = Array.from({ length: 225 }, (_, y) => at(200, y))
    const blue = column.flatMap((color, y) => (color === LINE_COLOR ? [y] : []))
    expect(blue.length).toBeWithin(2, 5)
    expect(blue).toContain(112)
    expect(column.filter((color) => color !== WATER).length).toBeWithin(3, 10)
    expect([at(0, 0), at(399, 224), at(200, 60)]).toEqual([WATER, WATER, WATER])
    expect([at(2, 112), at(397, 112)]).toEqual([WATER, WATER])
  })

  test('shows the tiles in the correct places', async () => {
    const colors = ['#ff0000', '#00ff00']
    const tiles = await Promise.all(colors.map((color) => plainPng(color)))
    const server = startFakeServer(({ path }) => {
      const [x = 0, y = 0] = path.match(/\d+/g)?.slice(1).map(Number) ?? []
      return png(tiles[(x + y) % 2] ?? new Uint8Array())
    })
    const { at, serverFailed, isComplete } = await drawn(server.url)
    expect([serverFailed, isComplete]).toEqual([false, true])
    // 7° east at level 12 is tile 2127.644: its left edge is 165 pixels left of the centre.
    const zoom = Number(server.asked[0]?.path.split('/')[1])
    const x = ((7 + 180) / 360) * 2 ** zoom
    const edge = Math.round((Math.floor(x) - x) * 256 + 200)
    expect(at(edge - 1, 20)).not.toBe(at(edge, 20))
    expect(colors).toContain(at(edge, 20))
    // The equator is the border between two rows of tiles.
    const rows = new Set(server.asked.map(({ path }) => path.split('/')[3]))
    expect(rows.size).toBe(2)
    expect(at(20, 30)).not.toBe(at(20, 190))
    expect(at(200, 112)).toBe(LINE_COLOR)
  })

  test('can use larger tiles', async () => {
    const large = await plainPng('#ff0000', 512)
    const { at } = await drawn(startFakeServer(() => png(large)).url)
    expect([at(0, 0), at(399, 224)]).toEqual(['#ff0000', '#ff0000'])
  })

  test('uses one of the subdomains', async () => {
    const server = startFakeServer(() => new Response('', { status: 404 }))
    const template = `${server.url}/{s}.map/{z}/{x}/{y}`
    for (let i = 0; i < 20; i++) await draw('', { template, subdomains: ['a', 'b'] })
    const picked = new Set(server.asked.map(({ path }) => path.split('/')[1]))
    expect(picked).toEqual(new Set(['a.map', 'b.map']))
  })

  test('is undefined without positions', async () => {
    const nothing = { lat: new Float64Array(), lon: new Float64Array() }
    const tiles = { template: unusedUrl(), subdomains: [], cacheFolder, useServer: true }
    expect(await drawMapImage([nothing], tiles, { fetch })).toBeUndefined()
  })
})

describe('a map image without tiles', () => {
  const plain = async () => (await drawn(unusedUrl())).png

  test('is the line on the coarse map when the server is unreachable', async () => {
    expect(await drawn(unusedUrl())).toMatchObject({ serverFailed: true, isComplete: false })
  })

  const failures: [string, () => Response | Promise<Response>, boolean][] = [
    ['the server fails', () => new Response('', { status: 500 }), true],
    ['the server limits its rate', () => new Response('', { status: 429 }), true],
    ['there is no such tile', () => new Response('', { status: 404 }), false],
    ['the tile is not an image', () => png(new Uint8Array([1, 2, 3])), false],
    [
      'the tile is a drawing',
      () => new Response('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      false,
    ],
  ]
  for (const [what, answer, serverFailed] of failures) {
    test(`is the line on the coarse map when ${what}`, async () => {
      const image = await drawn(startFakeServer(answer).url)
      expect(image).toMatchObject({ serverFailed, isComplete: !serverFailed })
      expect(image.png).toEqual(await plain())
    })
  }

  test('is the line on the coarse map when a tile is truncated', async () => {
    const whole = await plainPng('#ff0000')
    const image = await drawn(startFakeServer(() => png(whole.slice(0, 60))).url)
    expect(image.png).toEqual(await plain())
  })

  test('waits no longer than its timeout', async () => {
    const server = startFakeServer(neverResponds)
    const image = await drawn(server.url, { timeout: 2000 })
    expect(image.serverFailed).toBe(true)
    expect(server.asked.length).toBeGreaterThan(1)
  })

  test('sends no requests to a server that failed recently, but shows cached tiles', async () => {
    const red = await plainPng('#ff0000')
    const server = startFakeServer(() => png(red))
    await drawn(server.url)
    const asked = server.asked.length
    const { at, serverFailed, isComplete } = await drawn(server.url, { useServer: false })
    expect(at(0, 0)).toBe('#ff0000')
    expect([serverFailed, isComplete]).toEqual([false, true])
    expect(server.asked).toHaveLength(asked)
    const unknown = await drawn(`${server.url}/other`, { useServer: false })
    expect(unknown).toMatchObject({ serverFailed: false, isComplete: false })
    expect(unknown.png).toEqual(await plain())
  })
})
