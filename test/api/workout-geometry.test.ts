import { describe, expect, test } from 'bun:test'
import { aSuspendedUser, aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { type SamplePoint, samplePoints } from '../support/tracks/points'
import { aFollow, startWorkoutServer } from '../support/workouts'

const NOBODY = '2AXUtXDfi8HwaAHdf6BDaa'
/** V2 of the contract: ten points ten seconds apart, the sixth with the elevation of the first. */
const partAt = (hour: number, points = 10): SamplePoint[] =>
  samplePoints(points, (i) => ({
    lat: (44.68 + i * 0.0003).toFixed(6),
    lon: (6.07367 + i * 0.00005).toFixed(6),
    ele: 998 - (i % 5),
    time: new Date(Date.UTC(2024, 5, 1, hour, 0, i * 10)).toISOString(),
  }))

const unseen = (data: object) => ({ data, message: 'workout not found', status: 'not found' })

async function twoParts(data: object = {}) {
  const server = await startWorkoutServer()
  const workout = await server.record('two.gpx', gpxOf(partAt(10), partAt(11)), {
    sport_id: 5,
    ...data,
  })
  const [first, second] = workout.segments.map(
    ({ segment_id }: { segment_id: string }) => segment_id,
  )
  const path = `/api/workouts/${workout.id}`
  return { ...server, workout, path, first: String(first), second: String(second) }
}

describe.each(['geojson', 'chart_data'])('GET /api/workouts/{id}/%s', (what) => {
  const nothing = what === 'geojson' ? { geojson: null } : { chart_data: '' }
  const level = what === 'geojson' ? 'map_visibility' : 'analysis_visibility'

  test('returns 404 for unknown workouts and those the caller may not see', async () => {
    const { get, call, ctx, path } = await twoParts()
    expect(await get(`/api/workouts/${NOBODY}/${what}`)).toMatchObject({
      status: 404,
      body: unseen(nothing),
    })
    expect(await call('GET', `${path}/${what}`)).toMatchObject({
      status: 404,
      body: unseen(nothing),
    })
    const as = await aUser(ctx)
    expect(await get(`${path}/${what}`, { as })).toMatchObject({ status: 404 })
    expect((await get(`${path}/${what}`, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('follows its own visibility, limited by that of the workout', async () => {
    const all = {
      workout_visibility: 'public',
      analysis_visibility: 'public',
      map_visibility: 'public',
    }
    const server = await twoParts({ ...all, [level]: 'followers_only' })
    const url = `${server.path}/${what}`
    const as = await aUser(server.ctx)
    expect((await server.get(url, { as })).status).toBe(404)
    await aFollow(server.ctx, as, server.user)
    expect((await server.get(url, { as })).status).toBe(200)
    expect((await server.call('GET', url)).status).toBe(404)
    const open = await twoParts(all)
    expect((await open.call('GET', `${open.path}/${what}`)).status).toBe(200)
    const json = { workout_visibility: 'private' }
    await open.send('PATCH', open.path, { json })
    expect((await open.call('GET', `${open.path}/${what}`)).status).toBe(404)
  })

  test('returns an error for a manual workout', async () => {
    const { get, enter } = await startWorkoutServer()
    const { id } = await enter()
    const body = { message: `no file for this workout (id: ${id})`, status: 'not found' }
    expect(await get(`/api/workouts/${id}/${what}`)).toMatchObject({ status: 404, body })
    expect(await get(`/api/workouts/${id}/${what}/segment/${NOBODY}`)).toMatchObject({
      status: 404,
      body,
    })
  })

  test('returns 404 for segments of other workouts', async () => {
    const { get, path, record } = await twoParts()
    const other = await record('other.gpx', gpxOf(partAt(15)))
    for (const id of [NOBODY, 'zz', other.segments[0].segment_id])
      expect(await get(`${path}/${what}/segment/${id}`)).toMatchObject({
        status: 404,
        body: {
          message: what === 'geojson' ? 'geojson not found' : `No segment with id '${id}'`,
          status: 'not found',
        },
      })
  })
})

describe('GET /api/workouts/{id}/geojson', () => {
  test('returns one line for each segment', async () => {
    const { get, path, second } = await twoParts()
    const { status, body } = await get(`${path}/geojson`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: '', status: 'success' })
    const { geojson } = body.data
    expect(geojson.type).toBe('MultiLineString')
    expect(geojson.coordinates.map((line: unknown[]) => line.length)).toEqual([10, 10])
    expect(geojson.coordinates[0][1]).toEqual([6.07372, 44.6803])
    expect((await get(`${path}/geojson/segment/${second}`)).body.data.geojson).toEqual({
      type: 'LineString',
      coordinates: geojson.coordinates[1],
    })
  })
})

describe('GET /api/workouts/{id}/chart_data', () => {
  test('covers all segments, with the values that the sport shows', async () => {
    const { get, path } = await twoParts()
    const { body } = await get(`${path}/chart_data`)
    const rows = body.data.chart_data
    expect(rows).toHaveLength(20)
    expect(rows[1]).toEqual({
      cadence: 162,
      distance: 0.03,
      duration: 10,
      elevation: 997,
      hr: 101,
      latitude: 44.6803,
      longitude: 6.07372,
      pace: 0.2972749794,
      time: '2024-06-01 10:00:10+00:00',
    })
    expect(rows[10]).toMatchObject({ distance: 0.3, duration: 3600 })
  })

  test('starts a single segment at zero', async () => {
    const { get, path, second } = await twoParts()
    const { body } = await get(`${path}/chart_data/segment/${second}`)
    expect(body.data.chart_data[0]).toMatchObject({ distance: 0, duration: 0, pace: null })
  })

  test('returns heart rates only to callers who may see them', async () => {
    const open = { workout_visibility: 'public', analysis_visibility: 'public' }
    const { get, call, path } = await twoParts(open)
    const [own, others] = [await get(`${path}/chart_data`), await call('GET', `${path}/chart_data`)]
    expect(own.body.data.chart_data[0]).toHaveProperty('hr')
    expect(others.body.data.chart_data[0]).not.toHaveProperty('hr')
  })

  test('returns speed and power of sports that have them', async () => {
    const { get, path } = await twoParts({ sport_id: 1 })
    const { body } = await get(`${path}/chart_data`)
    expect(body.data.chart_data[1]).toMatchObject({ cadence: 81, power: 151, speed: 12.11 })
    expect(body.data.chart_data[1]).not.toHaveProperty('pace')
  })
})

describe.each(['gpx', 'gpx/segment/1'])('GET /api/workouts/{id}/%s', (path) => {
  test('has been removed, for all callers', async () => {
    const { call } = await startWorkoutServer()
    const answer = await call('GET', `/api/workouts/${NOBODY}/${path}`)
    expect(answer.status).toBe(410)
    expect(answer.body).toEqual({ message: 'this was removed', status: 'error' })
  })
})

describe('a recording whose segments are not in chronological order', () => {
  const late = partAt(11, 2)
  const early = partAt(10, 3).map((point) => ({ ...point, lat: Number(point.lat) + 0.1 }))

  async function recorded() {
    const server = await startWorkoutServer()
    const workout = await server.record('two.gpx', gpxOf(late, early), { sport_id: 5 })
    return { ...server, workout, path: `/api/workouts/${workout.id}` }
  }

  test('has rows, lines and segments in chronological order', async () => {
    const { get, workout, path } = await recorded()
    const chart = (await get(`${path}/chart_data`)).body.data.chart_data
    const times = chart.map(({ time }: { time: string }) => time.slice(11, 19))
    expect(times).toEqual(['10:00:00', '10:00:10', '10:00:20', '11:00:00', '11:00:10'])
    const lines = (await get(`${path}/geojson`)).body.data.geojson.coordinates
    expect(lines.map((line: number[][]) => line.length)).toEqual([3, 2])
    const { features } = (await get('/api/workouts/collection')).body.data
    expect(features[0].geometry.coordinates).toEqual(lines)
    const numbers = workout.segments.map((part: { segment_number: number }) => part.segment_number)
    expect(numbers).toEqual([2, 1])
  })

  test('has the date and totals of the file', async () => {
    const { get, workout, path } = await recorded()
    expect(workout.workout_date).toBe('Sat, 01 Jun 2024 11:00:00 GMT')
    const chart = (await get(`${path}/chart_data`)).body.data.chart_data
    const durations = chart.map(({ duration }: { duration: number }) => duration)
    expect(durations).toEqual([3600, 3590, 3580, 0, 10])
  })
})

test('a KML track with positions but no times is rejected', async () => {
  const { upload } = await startWorkoutServer()
  const positions = '<gx:coord>6 45 1</gx:coord><gx:coord>7 46 2</gx:coord>'
  const kml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Placemark><gx:MultiTrack><gx:Track>${positions}</gx:Track></gx:MultiTrack></Placemark></Document></kml>`
  const { status, body } = await upload('ride.kml', kml)
  expect({ status, body }).toEqual({
    status: 400,
    body: { message: 'no valid segments in file', status: 'error' },
  })
})
