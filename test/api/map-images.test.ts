import { describe, expect, test } from 'bun:test'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadConfig } from '@/lib/config/config'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { startFakeServer } from '../support/fake-server'
import { newTestFolder } from '../support/folder'
import { plainPng, readImage } from '../support/images'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { until } from '../support/until'
import { aWorkout, startWorkoutServer } from '../support/workouts'

const png = await plainPng('#abcdef', 8)
const ID = '0123456789abcdef0123456789abcdef'
const MODIFIED = new Date('2024-05-06T07:08:09Z')

async function serverWithMaps(...files: { name: string; exists: boolean }[]) {
  const server = startServer()
  const user = await aUser(server.ctx)
  for (const { name, exists } of files) {
    const map_file = `workouts/${user.id}/${name}`
    await aWorkout(server.ctx, user, { map_id: ID, map_file, map_visibility: 'private' })
    const path = server.ctx.files.pathOf(map_file)
    mkdirSync(dirname(path), { recursive: true })
    if (!exists) continue
    writeFileSync(path, png)
    utimesSync(path, MODIFIED, MODIFIED)
  }
  const get = (id: string, headers: Record<string, string> = {}) =>
    server.handle(new Request(`http://localhost/api/workouts/map/${id}`, { headers }))
  return { ...server, get }
}

describe('GET /api/workouts/map/{map_id}', () => {
  test('returns the image to any caller who knows its id', async () => {
    const { get } = await serverWithMaps({ name: 'a.png', exists: true })
    const answer = await get(ID)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('content-disposition')).toBe('inline')
    expect(answer.headers.get('last-modified')).toBe('Mon, 06 May 2024 07:08:09 GMT')
    expect(await answer.bytes()).toEqual(png)
  })

  test('returns 304 to a browser that has the image', async () => {
    const { get } = await serverWithMaps({ name: 'a.png', exists: true })
    const etag = (await get(ID)).headers.get('etag') ?? ''
    expect(etag).toBe(`"${ID}"`)
    const again = await get(ID, { 'if-none-match': `"other", ${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get(ID, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('returns an image shared by workouts as long as one of its files exists', async () => {
    const { get } = await serverWithMaps(
      { name: 'a.png', exists: false },
      { name: 'b.png', exists: true },
    )
    expect((await get(ID)).status).toBe(200)
  })

  test('returns 404 for unknown maps', async () => {
    const { get, call } = await serverWithMaps({ name: 'a.png', exists: true })
    for (const id of ['other', ID.slice(1), '%25', '..%2F..%2Fmilepost.db'])
      expect((await get(id)).status).toBe(404)
    expect(await call('GET', '/api/workouts/map/other')).toMatchObject({
      status: 404,
      body: { status: 'not found', message: 'Map does not exist.' },
    })
  })

  test('returns 404 when the file is missing', async () => {
    const { call } = await serverWithMaps({ name: 'a.png', exists: false })
    expect(await call('GET', `/api/workouts/map/${ID}`)).toMatchObject({
      status: 404,
      body: { status: 'not found', message: 'Map file does not exist.' },
    })
  })
})

const ride = gpxOf(samplePoints(60))
/** Land on the coarse map, without tiles. */
const LAND = '#eef0e8'

/** A server with red tiles that can be switched off. */
async function tileServer() {
  const red = await plainPng('#ff0000')
  const state = { works: true }
  const server = startFakeServer(() =>
    state.works
      ? new Response(red, { headers: { 'content-type': 'image/png' } })
      : new Response('', { status: 500 }),
  )
  return { ...server, state }
}

/** A server with a new ride, and the state of its map image. */
async function serverWithRide(tilesUrl: string) {
  const map = { ...loadConfig({}, {}).map, imageTileUrl: `${tilesUrl}/{z}/{x}/{y}.png` }
  const server = await startWorkoutServer({}, { map: { ...map, cacheFolder: newTestFolder() } })
  server.clock.set(new Date().toISOString())
  const { id } = await server.record('ride.gpx', ride)
  const { map: mapId } = (await server.get(`/api/workouts/${id}`)).body.data.workouts[0]
  const fileOf = async (shortId = id) =>
    (await findWorkout(server.ctx.db, shortId))?.map_file ?? undefined
  const image = async (headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost/api/workouts/map/${mapId}`, { headers })
    const answer = await server.handle(request)
    const { status } = answer
    const etag = answer.headers.get('etag') ?? ''
    return { status, etag, bytes: await answer.bytes() }
  }
  const corner = async () => (await readImage((await image()).bytes)).at(0, 0)
  const images = async () =>
    (await server.ctx.files.filesIn(`workouts/${server.user.id}`)).filter(({ path }) =>
      path.endsWith('.png'),
    )
  return { ...server, id, mapId, fileOf, image, corner, images }
}

describe('the map image of a recording', () => {
  test('is drawn on the first request and stored', async () => {
    const tiles = await tileServer()
    const { mapId, fileOf, image, ctx } = await serverWithRide(tiles.url)
    expect(mapId).toMatch(/^[0-9a-f]{32}$/)
    expect(tiles.asked).toEqual([])
    expect(await fileOf()).toBeUndefined()
    const { status, etag, bytes } = await image()
    expect([status, etag]).toEqual([200, `"${mapId}"`])
    expect(await readImage(bytes)).toMatchObject({ format: 'png', width: 400, height: 225 })
    const file = await fileOf()
    expect(await Bun.file(ctx.files.pathOf(file ?? '')).bytes()).toEqual(bytes)
    const asked = tiles.asked.length
    expect((await image()).bytes).toEqual(bytes)
    expect((await image({ 'if-none-match': etag })).status).toBe(304)
    expect(tiles.asked).toHaveLength(asked)
    expect(await fileOf()).toBe(file)
  })

  test('is drawn once for simultaneous requests', async () => {
    const { image, images } = await serverWithRide((await tileServer()).url)
    const answers = await Promise.all(Array.from({ length: 20 }, () => image()))
    expect(new Set(answers.map(({ bytes }) => Bun.hash(bytes))).size).toBe(1)
    expect(await images()).toHaveLength(1)
  })

  test('is drawn again when its file is missing', async () => {
    const { image, fileOf, ctx, images } = await serverWithRide((await tileServer()).url)
    const { bytes } = await image()
    await ctx.files.remove((await fileOf()) ?? '')
    expect((await image()).bytes).toEqual(bytes)
    expect(await images()).toHaveLength(1)
  })

  test('is drawn without unavailable tiles, and again when they become available', async () => {
    const tiles = await tileServer()
    tiles.state.works = false
    const { image, corner, images, clock, mapId, fileOf } = await serverWithRide(tiles.url)
    const plain = await image()
    expect((await readImage(plain.bytes)).at(0, 0)).toBe(LAND)
    expect(plain.etag).not.toBe(`"${mapId}"`)
    expect((await image({ 'if-none-match': plain.etag })).status).toBe(304)
    const asked = tiles.asked.length
    tiles.state.works = true
    expect(await corner()).toBe(LAND)
    expect(tiles.asked).toHaveLength(asked)
    // The image has the system's date, which may be later because drawing takes time.
    clock.set(new Date(Date.now() + 61_000).toISOString())
    const former = await fileOf()
    // The request does not wait for the new image.
    expect(await corner()).toBe(LAND)
    while ((await fileOf()) === former) await Bun.sleep(5)
    expect(await corner()).toBe('#ff0000')
    expect((await image()).etag).toBe(`"${mapId}"`)
    // The old one is deleted once the new one is recorded.
    await until('one image', async () => (await images()).length === 1)
  })

  test('is deleted with its workout, even while it is being drawn', async () => {
    const { image, images, send, id, ctx } = await serverWithRide((await tileServer()).url)
    const { draw } = ctx.maps
    ctx.maps.draw = async (points) => {
      const drawn = await draw(points)
      await send('DELETE', `/api/workouts/${id}`)
      return drawn
    }
    expect((await image()).status).toBe(404)
    expect(await images()).toEqual([])
  })

  test('is shared by workouts with the same line, and deleted with the last of them', async () => {
    const server = await serverWithRide((await tileServer()).url)
    const { bytes } = await server.image()
    const twin = await server.record('again.gpx', ride)
    const { map } = (await server.get(`/api/workouts/${twin.id}`)).body.data.workouts[0]
    expect(map).toBe(server.mapId)
    expect(await server.fileOf(twin.id)).toBeUndefined()
    await server.send('DELETE', `/api/workouts/${server.id}`)
    expect(await server.images()).toEqual([])
    expect((await server.image()).bytes).toEqual(bytes)
    expect(await server.images()).toHaveLength(1)
  })

  test('is rejected with 503 while too many are being drawn', async () => {
    const { image, ctx, mapId } = await serverWithRide((await tileServer()).url)
    const gate = Promise.withResolvers<undefined>()
    for (let i = 0; i < 1000; i++) ctx.maps.underWay.run(`other ${i}`, () => gate.promise)
    expect((await image()).status).toBe(503)
    gate.resolve(undefined)
    await gate.promise
    await Bun.sleep(0)
    expect(await image()).toMatchObject({ status: 200, etag: `"${mapId}"` })
  })
})
