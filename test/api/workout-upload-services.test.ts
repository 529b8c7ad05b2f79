import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { startFakeServer, unusedUrl } from '../support/fake-server'
import { readImage } from '../support/images'
import { rideGpx } from '../support/ride'
import { zipBytes } from '../support/tracks/zip'
import { startWorkoutServer } from '../support/workouts'

const W = '/api/workouts'
const RIDE = rideGpx({ kilometres: 2, start: new Date('2024-05-16T07:12:00Z') })
const FLAT = RIDE.replaceAll(/<ele>[^<]*<\/ele>/g, '')
const conditions = { icon: 'rain', temp: 12.5, humidity: 87, windspeed: 18, winddir: 240 }

const heights = (value: number) =>
  startFakeServer(({ body }) => Response.json({ height: JSON.parse(body).shape.map(() => value) }))

async function serverWith(
  services: { valhalla?: string; openElevation?: string; weather?: string },
  preference: 'file' | 'valhalla' | 'open_elevation' = 'valhalla',
) {
  const server = await startWorkoutServer(
    { missing_elevations_processing: preference },
    {
      elevation: { openElevation: services.openElevation, valhalla: services.valhalla },
      weather: services.weather
        ? { provider: 'visualcrossing', key: 'key', url: services.weather }
        : undefined,
    },
  )
  const files = () =>
    readdirSync(server.ctx.config.uploadsDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  return { ...server, files }
}

const byExtension = (a: string, b: string) => a.slice(-3).localeCompare(b.slice(-3))

describe('an upload', () => {
  test('has a map image next to the original once it is requested, and both are deleted with the workout', async () => {
    const { record, handle, send, files } = await serverWith({})
    const { id, map } = await record('ride.gpx', RIDE)
    const original = expect.stringMatching(/^2024-05-16_07-12-00_1_[\w-]+\.gpx$/)
    expect(files()).toEqual([original])
    const answer = await handle(new Request(`http://localhost${W}/map/${map}`))
    const image = await readImage(await answer.bytes())
    expect(image).toMatchObject({ format: 'png', width: 400, height: 225 })
    expect(files().sort(byExtension)).toEqual([original, expect.stringMatching(/\.png$/)])
    await send('DELETE', `${W}/${id}`)
    expect(files()).toEqual([])
    expect((await handle(new Request(`http://localhost${W}/map/${map}`))).status).toBe(404)
  })

  test('of the same file again shares the map id, but not the file', async () => {
    const { record, send, handle, files } = await serverWith({})
    const first = await record('ride.gpx', RIDE)
    const second = await record('ride.gpx', RIDE)
    expect(second.map).toBe(first.map)
    expect(files()).toHaveLength(2)
    await send('DELETE', `${W}/${first.id}`)
    expect((await handle(new Request(`http://localhost${W}/map/${first.map}`))).status).toBe(200)
  })

  test('that is rejected leaves no files behind', async () => {
    const { upload, files } = await serverWith({})
    expect((await upload('ride.gpx', RIDE.slice(0, 2000))).status).toBe(400)
    expect(files()).toEqual([])
  })

  test('that cannot be stored returns 500 and leaves no files behind', async () => {
    const { upload, files, ctx } = await serverWith({})
    ctx.files.storeWritten = () => Promise.reject(new Error('disk full'))
    expect(await upload('ride.gpx', RIDE)).toMatchObject({
      status: 500,
      body: { status: 'error', message: 'error when storing workout file' },
    })
    expect(files()).toEqual([])
  })
})

describe('missing elevations', () => {
  test('come from the service that the user prefers', async () => {
    const { record } = await serverWith({ valhalla: heights(321).url })
    expect(await record('ride.gpx', FLAT)).toMatchObject({
      elevation_data_source: 'provider_b',
      min_alt: 321,
      max_alt: 321,
    })
  })

  test('are not requested when none is missing or the user prefers the file', async () => {
    const service = heights(321)
    const { record } = await serverWith({ valhalla: service.url })
    expect(await record('ride.gpx', RIDE)).toMatchObject({ elevation_data_source: 'file' })
    const unwilling = await serverWith({ valhalla: service.url }, 'file')
    expect(await unwilling.record('ride.gpx', FLAT)).toMatchObject({
      elevation_data_source: 'file',
      max_alt: null,
    })
    const elsewhere = await serverWith({ valhalla: service.url }, 'open_elevation')
    expect(await elsewhere.record('ride.gpx', FLAT)).toMatchObject({
      elevation_data_source: 'file',
    })
    expect(service.asked).toEqual([])
  })

  test('that cannot be loaded reject the upload without leaving files behind', async () => {
    for (const valhalla of [
      unusedUrl(),
      startFakeServer(() => new Response('', { status: 503 })).url,
    ]) {
      const { upload, files, get } = await serverWith({ valhalla })
      expect(await upload('ride.gpx', FLAT)).toMatchObject({
        status: 500,
        body: { status: 'error', message: 'error when processing workout' },
      })
      expect(files()).toEqual([])
      expect((await get(W)).body.pagination.total).toBe(0)
    }
  })
})

describe('an archive', () => {
  test('continues when a service fails for one of its recordings, and leaves no temporary files behind', async () => {
    const service = startFakeServer(() => new Response('', { status: 503 }))
    const { upload, files } = await serverWith({ valhalla: service.url })
    const archive = zipBytes([
      { name: 'flat.gpx', content: FLAT },
      { name: 'broken.gpx', content: RIDE.slice(0, 2000) },
      { name: 'fine.gpx', content: RIDE },
    ])
    expect(await upload('rides.zip', archive)).toMatchObject({
      status: 400,
      body: {
        status: 'fail',
        new_workouts: 1,
        errored_workouts: {
          'flat.gpx': 'error when processing workout',
          'broken.gpx': 'error when parsing gpx file',
        },
      },
    })
    expect(files()).toHaveLength(1)
  })
})

describe('the weather of an upload', () => {
  test('is stored for start and end', async () => {
    const service = startFakeServer(() => Response.json({ currentConditions: conditions }))
    const { record } = await serverWith({ weather: service.url })
    const weather = {
      ...{ icon: 'rain', temperature: 12.5, humidity: 0.87, wind: 5, windBearing: 240 },
    }
    expect(await record('ride.gpx', RIDE)).toMatchObject({
      weather_start: weather,
      weather_end: weather,
    })
    expect(service.asked).toHaveLength(2)
    expect(service.asked[0]?.path).toMatch(/\/1715842800$/)
  })

  test('is missing when the service fails, but the workout is stored', async () => {
    const service = startFakeServer(() => new Response('', { status: 500 }))
    const { record } = await serverWith({ weather: service.url })
    expect(await record('ride.gpx', RIDE)).toMatchObject({ weather_start: null, weather_end: null })
  })

  test('is not requested for a workout without a recording', async () => {
    const service = startFakeServer(() => Response.json({ currentConditions: conditions }))
    const { enter } = await serverWith({ weather: service.url })
    expect(await enter()).toMatchObject({ weather_start: null })
    expect(service.asked).toEqual([])
  })
})
