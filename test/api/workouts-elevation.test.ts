import { describe, expect, test } from 'bun:test'
import { startFakeServer } from '../support/fake-server'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const RIDE = gpxOf(samplePoints(20))
const FLAT = RIDE.replaceAll(/<ele>[^<]*<\/ele>/g, '')

/** Returns elevations that increase with each request: 100 m, then 200 m … */
function service() {
  let calls = 0
  return startFakeServer(({ body }) => {
    calls += 1
    return Response.json({ height: JSON.parse(body).shape.map(() => calls * 100) })
  })
}

async function withValhalla() {
  const valhalla = service()
  const server = await startWorkoutServer(
    { missing_elevations_processing: 'valhalla' },
    { elevation: { openElevation: undefined, valhalla: valhalla.url } },
  )
  const patch = async (id: string, json: object) => {
    const { status, body } = await server.send('PATCH', `/api/workouts/${id}`, { json })
    expect(status).toBe(200)
    return body.data.workouts[0]
  }
  const refresh = async (id: string) => {
    const { status, body } = await server.send('POST', `/api/workouts/${id}/refresh`)
    expect(status).toBe(200)
    return body.data.workouts[0]
  }
  return { ...server, valhalla, patch, refresh }
}

describe('the elevations of a workout', () => {
  test('stay those of the service after a refresh or a change of sport', async () => {
    const { record, refresh, patch, valhalla } = await withValhalla()
    const { id } = await record('flat.gpx', FLAT)
    const fromService = { elevation_data_source: 'provider_b', min_alt: 100, max_alt: 100 }
    expect(await refresh(id)).toMatchObject(fromService)
    expect(await patch(id, { sport_id: 3 })).toMatchObject(fromService)
    expect(valhalla.asked).toHaveLength(1)
  })

  test('are dropped for a sport without elevation and read from the file for the next one', async () => {
    const { record, patch } = await withValhalla()
    const { id } = await record('flat.gpx', FLAT)
    expect(await patch(id, { sport_id: 11 })).toMatchObject({
      elevation_data_source: 'file',
      max_alt: null,
    })
    expect(await patch(id, { sport_id: 1 })).toMatchObject({
      elevation_data_source: 'file',
      max_alt: null,
    })
  })

  test('can be requested from the service when none is missing, repeatedly, and reverted to the file', async () => {
    const { record, patch, refresh, valhalla } = await withValhalla()
    const { id } = await record('ride.gpx', RIDE)
    const chosen = await patch(id, { elevation_data_source: 'valhalla' })
    expect(chosen).toMatchObject({ elevation_data_source: 'provider_b', min_alt: 100, ascent: 0 })
    const again = await patch(id, { elevation_data_source: 'provider_b' })
    expect(again).toMatchObject({ elevation_data_source: 'provider_b', min_alt: 200 })
    expect(valhalla.asked).toHaveLength(2)
    expect(await patch(id, { elevation_data_source: 'file' })).toMatchObject({
      elevation_data_source: 'file',
      min_alt: 300,
      max_alt: 319,
    })
    expect(await refresh(id)).toMatchObject({ elevation_data_source: 'file', min_alt: 300 })
  })

  test('stay unchanged with everything else when the service fails', async () => {
    const valhalla = startFakeServer(() => new Response('', { status: 503 }))
    const server = await startWorkoutServer(
      {},
      { elevation: { openElevation: undefined, valhalla: valhalla.url } },
    )
    const { id } = await server.record('ride.gpx', RIDE)
    const json = { elevation_data_source: 'valhalla', title: 'changed' }
    const answer = await server.send('PATCH', `/api/workouts/${id}`, { json })
    expect(answer).toMatchObject({
      status: 500,
      body: { message: 'error when processing workout', status: 'error' },
    })
    const { body } = await server.get(`/api/workouts/${id}`)
    expect(body.data.workouts[0]).toMatchObject({
      elevation_data_source: 'file',
      min_alt: 300,
      title: 'Cycling (Sport) - 2024-05-04 10:00:00',
    })
  })
})

describe('the weather of a workout', () => {
  const conditions = { icon: 'rain', temp: 12.5, humidity: 87, windspeed: 18, winddir: 240 }

  test('is requested by a refresh when it is missing, and not again', async () => {
    const state = { works: false }
    const weather = startFakeServer(() =>
      state.works
        ? Response.json({ currentConditions: conditions })
        : new Response('', { status: 500 }),
    )
    const server = await startWorkoutServer(
      {},
      { weather: { provider: 'visualcrossing', key: 'key', url: weather.url } },
    )
    const { id, weather_start } = await server.record('ride.gpx', RIDE)
    expect(weather_start).toBeNull()
    state.works = true
    const refresh = async () => {
      const { body } = await server.send('POST', `/api/workouts/${id}/refresh`)
      return body.data.workouts[0]
    }
    const shown = { icon: 'rain', temperature: 12.5, humidity: 0.87, wind: 5, windBearing: 240 }
    expect(await refresh()).toMatchObject({ weather_start: shown, weather_end: shown })
    const asked = weather.asked.length
    expect(await refresh()).toMatchObject({ weather_start: shown })
    expect(weather.asked).toHaveLength(asked)
  })
})
