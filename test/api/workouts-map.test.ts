import { describe, expect, test } from 'bun:test'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { aWorkout, startWorkoutServer } from '../support/workouts'

type Server = Awaited<ReturnType<typeof startWorkoutServer>>

/** A straight line to the north with a point every 0.0001 degrees. */
const wayFrom = (lat: number, lon: number, day = 4, points = 20) =>
  samplePoints(points, (index) => ({
    lat: (lat + index * 1e-4).toFixed(6),
    lon,
    time: new Date(Date.UTC(2024, 4, day, 8, 0, index)).toISOString(),
  }))

const record = ({ record }: Server, title: string, ...ways: ReturnType<typeof wayFrom>[]) =>
  record('way.gpx', gpxOf(...ways), { title })

const noFeatures = { bbox: [], features: [], type: 'FeatureCollection' }

describe('GET /api/workouts/collection', () => {
  const PATH = '/api/workouts/collection'

  test('requires a token', async () => {
    const { call } = await startWorkoutServer()
    expect((await call('GET', PATH)).status).toBe(401)
  })

  test('is empty without workouts', async () => {
    const { get } = await startWorkoutServer()
    expect((await get(PATH)).body).toEqual({
      data: noFeatures,
      pagination: { has_next: false, has_prev: false, page: 1, pages: 0, total: 0 },
      status: 'success',
    })
  })

  test('draws all segments of recordings; other workouts are not drawn, but counted', async () => {
    const server = await startWorkoutServer()
    const later = wayFrom(46, 7, 4, 2).map((point, index) => ({
      ...point,
      time: new Date(Date.UTC(2024, 4, 4, 9, 0, index)).toISOString(),
    }))
    const { id } = await record(server, 'two parts', wayFrom(45.123, 6, 4, 3), later)
    await server.enter()
    const { body } = await server.get(`${PATH}?order_by=distance`)
    expect(body).toEqual({
      data: {
        bbox: [6, 45.123, 7, 46.0001],
        features: [
          {
            geometry: {
              type: 'MultiLineString',
              coordinates: [
                [
                  [6, 45.123],
                  [6, 45.1231],
                  [6, 45.1232],
                ],
                [
                  [7, 46],
                  [7, 46.0001],
                ],
              ],
            },
            properties: {
              bounds: [45.123, 6, 46.0001, 7],
              id,
              sport_id: 1,
              title: 'two parts',
              workout_visibility: 'private',
            },
            type: 'Feature',
          },
        ],
        type: 'FeatureCollection',
      },
      pagination: { has_next: false, has_prev: false, page: 1, pages: 1, total: 2 },
      status: 'success',
    })
  })

  test('is paged in the order of the list', async () => {
    const server = await startWorkoutServer()
    for (const day of [1, 2, 3]) await record(server, `day ${day}`, wayFrom(45, 6, day))
    const { body } = await server.get(`${PATH}?per_page=1&page=2&order=asc`)
    expect(
      body.data.features.map((one: { properties: { title: string } }) => one.properties.title),
    ).toEqual(['day 2'])
    expect(body.pagination).toMatchObject({ pages: 3, total: 3 })
  })
})

describe('GET /api/workouts/global-map', () => {
  const PATH = '/api/workouts/global-map'

  test('requires a token', async () => {
    const { call } = await startWorkoutServer()
    expect((await call('GET', PATH)).status).toBe(401)
  })

  test('is empty without recordings', async () => {
    const server = await startWorkoutServer()
    await server.enter()
    expect((await server.get(PATH)).body).toEqual({
      data: { ...noFeatures, limit_exceeded: false },
      status: 'success',
    })
  })

  test('returns the start of workouts, newest first', async () => {
    const server = await startWorkoutServer()
    await record(server, 'first', wayFrom(45, 6, 1))
    const { id } = await record(server, 'second', wayFrom(46.5, 5, 2))
    await aWorkout(server.ctx, server.user, { start_lat: 1, start_lon: 1, suspended_at: 1 })
    await aWorkout(server.ctx, await aUser(server.ctx), { start_lat: 1, start_lon: 1 })
    const { body } = await server.get(PATH)
    expect(body.data.features).toMatchObject([
      {
        geometry: { type: 'Point', coordinates: [5, 46.5] },
        properties: { id, title: 'second', sport_id: 1, bounds: [46.5, 5, 46.5019, 5] },
        type: 'Feature',
      },
      { geometry: { coordinates: [6, 45] }, properties: { title: 'first' } },
    ])
    expect(body.data).toMatchObject({ bbox: [5, 45, 6, 46.5], limit_exceeded: false })
  })

  test('returns at most the configured number, and reports that', async () => {
    const server = await startWorkoutServer()
    await server.ctx.db.updateTable('app_config').set({ global_map_workouts_limit: 2 }).execute()
    const start = { start_lat: 1, start_lon: 1 }
    for (let day = 1; day <= 2; day++) await aWorkout(server.ctx, server.user, start)
    expect((await server.get(PATH)).body.data.limit_exceeded).toBe(false)
    await aWorkout(server.ctx, server.user, { ...start, workout_date: 0, title: 'oldest' })
    const { data } = (await server.get(PATH)).body
    expect(data.limit_exceeded).toBe(true)
    expect(data.features).toHaveLength(2)
    expect(JSON.stringify(data.features)).not.toContain('oldest')
  })

  test.each([
    ['from=2024-05-04&to=2024-05-04', 1],
    ['from=2024-05-05', 0],
    ['sport_ids=1', 1],
    ['sport_ids=2,3', 0],
    ['sport_ids=3, 1', 1],
    ['sport_ids=', 1],
    ['from=', 1],
  ])('filters by %s', async (query, count) => {
    const server = await startWorkoutServer()
    await aWorkout(server.ctx, server.user, { start_lat: 1, start_lon: 1 })
    expect((await server.get(`${PATH}?${query}`)).body.data.features).toHaveLength(count)
  })

  test.each([
    ['from=01/02/2024', "invalid date format, expecting '%Y-%m-%d'"],
    ['to=2024-13-01', "invalid date format, expecting '%Y-%m-%d'"],
    ['sport_ids=1,x', 'invalid sport_ids'],
    ['sport_ids=1,', 'invalid sport_ids'],
    ['sport_ids=1.5', 'invalid sport_ids'],
  ])('rejects %s', async (query, message) => {
    const { get } = await startWorkoutServer()
    const answer = await get(`${PATH}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ message, status: 'error' })
  })
})

describe('GET /api/workouts?coordinates=…&radius=…', () => {
  /** The titles of the recordings nearby. */
  const near = async ({ get }: Server, query: string) => {
    const { body } = await get(`/api/workouts?order=asc&${query}`)
    return body.data.workouts.map(({ title }: { title: string }) => title).join(' ')
  }

  test('finds recordings that come within the radius, 10 km by default', async () => {
    const server = await startWorkoutServer()
    await record(server, 'here', wayFrom(45, 6, 1))
    await record(server, 'there', wayFrom(45.05, 6, 2))
    await record(server, 'far', wayFrom(45.2, 6, 3))
    await server.enter({ title: 'without' })
    expect(await near(server, 'coordinates=45,6')).toBe('here there')
    expect(await near(server, 'coordinates=45,6&radius=')).toBe('here there')
    expect(await near(server, 'coordinates=45,6&radius=5')).toBe('here')
    expect(await near(server, 'coordinates=45,6&radius=23')).toBe('here there far')
    expect(await near(server, 'coordinates=%2B45.0, 6.0&radius=2e-1')).toBe('here')
    expect(await near(server, 'coordinates=0,0')).toBe('')
    expect(await near(server, 'coordinates=0,0&radius=30000')).toBe('here there far')
    expect(await near(server, 'radius=far')).toBe('here there far without')
  })

  test('uses the recorded points where the simplified line is not precise enough', async () => {
    const server = await startWorkoutServer()
    // A detour of a few metres that simplification removes.
    const detour = wayFrom(45, 6, 1, 60).map((point, index) =>
      index === 30 ? { ...point, lon: 6.00005 } : point,
    )
    await record(server, 'detour', detour)
    // 100 m east of the line: the detour is 96.06 m away, the line itself 100.
    const east = 6 + 100 / 78_847
    expect(await near(server, `coordinates=45.003,${east}&radius=0.097`)).toBe('detour')
    expect(await near(server, `coordinates=45.003,${east}&radius=0.095`)).toBe('')
    expect(await near(server, `coordinates=45.002,${east}&radius=0.099`)).toBe('')
  })

  test('finds every part of a long line', async () => {
    const server = await startWorkoutServer()
    const zigzag = samplePoints(400, (index) => ({
      lat: (45 + index * 1e-3).toFixed(6),
      lon: index % 2 === 0 ? 6 : 6.001,
      time: new Date(Date.UTC(2024, 4, 1, 8, 0, index * 10)).toISOString(),
    }))
    await record(server, 'zigzag', zigzag)
    for (let index = 0; index < 400; index += 7)
      expect(await near(server, `coordinates=${45 + index * 1e-3},6.0005&radius=0.06`)).toBe(
        'zigzag',
      )
    expect(await near(server, 'coordinates=45.2,6.01&radius=0.6')).toBe('')
  })

  test('does not find recordings of others or deleted ones', async () => {
    const server = await startWorkoutServer()
    const { id } = await record(server, 'mine', wayFrom(45, 6, 1))
    const as = await aUser(server.ctx)
    const others = await server.get('/api/workouts?coordinates=45,6', { as })
    expect(others.body.data.workouts).toEqual([])
    await server.send('DELETE', `/api/workouts/${id}`)
    expect(await near(server, 'coordinates=45,6')).toBe('')
    const boxes = server.ctx.db.selectFrom('segment_piece_boxes').selectAll()
    expect(await boxes.execute()).toEqual([])
  })

  test('works across the antimeridian', async () => {
    const server = await startWorkoutServer()
    const across = samplePoints(5, (index) => ({
      lat: -17,
      lon: [179.98, 179.99, 180, -179.99, -179.98][index] ?? 0,
    }))
    await record(server, 'across', across)
    expect(await near(server, 'coordinates=-17,179.9&radius=9')).toBe('across')
    expect(await near(server, 'coordinates=-17,-179.9&radius=9')).toBe('across')
    expect(await near(server, 'coordinates=-17,179.9&radius=8')).toBe('')
  })

  test('can be combined with other filters, in collections too', async () => {
    const server = await startWorkoutServer()
    await record(server, 'one', wayFrom(45, 6, 1))
    await record(server, 'two', wayFrom(45, 6, 2))
    expect(await near(server, 'coordinates=45,6&title=two')).toBe('two')
    const { body } = await server.get('/api/workouts/collection?coordinates=45,6&title=one')
    expect(body.data.features).toHaveLength(1)
  })
})
