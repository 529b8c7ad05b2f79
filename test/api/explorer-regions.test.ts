import { describe, expect, test } from 'bun:test'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { locateNextWorkouts } from '@/use-cases/workouts/regions/locate-workouts'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

type Server = Awaited<ReturnType<typeof startWorkoutServer>>
type Position = readonly [latitude: number, longitude: number]

/** Places in Germany, and the ends of a line across the Rhine to France. */
const KIRCHZARTEN: Position = [47.965, 7.955]
const ST_MAERGEN: Position = [48.0, 8.09]
const BREISACH: Position = [48.02, 7.62]
const COLMAR: Position = [48.06, 7.42]
const SEA: Position = [45, -30]

/** A straight line of about an hour that begins at a time. */
const between = (start: string, [fromLat, fromLon]: Position, [toLat, toLon]: Position) =>
  samplePoints(101, (index) => ({
    lat: (fromLat + ((toLat - fromLat) * index) / 100).toFixed(6),
    lon: (fromLon + ((toLon - fromLon) * index) / 100).toFixed(6),
    time: new Date(Date.parse(start) + index * 36_000).toISOString(),
  }))

const record = (
  server: Server,
  line: Parameters<typeof between>,
  fields: Record<string, unknown> = {},
) => server.record('ride.gpx', gpxOf(between(...line)), fields)

const regionsOf = async (server: Server, query = '') => {
  while (await locateNextWorkouts(server.ctx, () => false));
  const { body, status } = await server.get(`/api/explorer/regions${query}`)
  expect(status).toBe(200)
  return body.data
}

/** Countries and regions with their days, as one list. */
const daysOf = async (server: Server, query = '') =>
  (await regionsOf(server, query)).countries.flatMap(
    ({ country, days, regions }: { country: string; days: number; regions: PlaceDays[] }) => [
      `${country} ${days}`,
      ...regions.map(({ name, days: inRegion }) => `${name} ${inRegion}`),
    ],
  )

interface PlaceDays {
  name: string
  days: number
}

describe('GET /api/explorer/regions', () => {
  test('requires a token', async () => {
    const { call } = await startWorkoutServer()
    expect((await call('GET', '/api/explorer/regions')).status).toBe(401)
  })

  test.each([
    ['year=x', 400],
    ['year=0', 400],
    ['year=20240', 400],
    ['sport_id=x', 400],
    ['sport_id=999', 404],
  ])('rejects %s', async (query, status) => {
    const { get } = await startWorkoutServer()
    expect((await get(`/api/explorer/regions?${query}`)).status).toBe(status)
  })

  test('has no countries without recordings, and at sea', async () => {
    const server = await startWorkoutServer()
    await server.enter()
    await record(server, ['2024-05-01T08:00:00Z', SEA, [45.1, -30]])
    expect(await regionsOf(server)).toEqual({ countries: [], complete: true })
  })

  test('sums up the days, workouts and distances in each country and region', async () => {
    const server = await startWorkoutServer()
    const first = await record(server, ['2023-05-01T08:00:00Z', KIRCHZARTEN, ST_MAERGEN])
    await record(server, ['2023-05-01T16:00:00Z', ST_MAERGEN, KIRCHZARTEN])
    const last = await record(server, ['2024-06-01T08:00:00Z', BREISACH, COLMAR], { sport_id: 5 })
    const { countries, complete } = await regionsOf(server)
    expect(complete).toBe(true)
    const [germany, france] = countries
    const totals = (days: number, workouts: number, from: typeof first) => ({
      ...{ days, workouts, distance: expect.any(Number) },
      ...{ first_visit: from.workout_date, last_visit: last.workout_date },
    })
    expect(countries).toEqual([
      {
        ...{ country: 'DE', ...totals(2, 3, first) },
        regions: [{ name: 'Baden-Württemberg', ...totals(2, 3, first) }],
      },
      {
        ...{ country: 'FR', ...totals(1, 1, last) },
        regions: [{ name: 'Grand Est', ...totals(1, 1, last) }],
      },
    ])
    const sum = 2 * first.distance + last.distance
    expect(Math.abs(germany.distance + france.distance - sum)).toBeLessThan(0.01)
    expect(germany.distance).toBeLessThan(sum - 5)
    expect(await daysOf(server, '?year=2023')).toEqual(['DE 1', 'Baden-Württemberg 1'])
    expect(await daysOf(server, '?year=2022')).toEqual([])
    expect(await daysOf(server, '?sport_id=5')).toEqual([
      ...['DE 1', 'Baden-Württemberg 1', 'FR 1', 'Grand Est 1'],
    ])
  })

  test('does not count virtual rides, suspended workouts and those of others', async () => {
    const server = await startWorkoutServer()
    await record(server, ['2023-05-01T08:00:00Z', KIRCHZARTEN, ST_MAERGEN], { sport_id: 13 })
    const suspended = await record(server, ['2023-05-02T08:00:00Z', KIRCHZARTEN, ST_MAERGEN])
    await server.ctx.db
      .updateTable('workouts')
      .set({ suspended_at: 1 })
      .where('short_id', '=', suspended.id)
      .execute()
    expect(await daysOf(server)).toEqual([])
    const other = await aUser(server.ctx)
    const token = await server.ctx.sessions.issue(other.id, other.session_epoch)
    await record(server, ['2023-05-03T08:00:00Z', KIRCHZARTEN, ST_MAERGEN])
    expect(await daysOf(server)).toEqual(['DE 1', 'Baden-Württemberg 1'])
    const request = new Request('http://localhost/api/explorer/regions', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await (await server.handle(request)).json()).data.countries).toEqual([])
  })

  test('counts a day in the time zone of the caller', async () => {
    const server = await startWorkoutServer()
    await server.send('POST', '/api/auth/profile/edit/preferences', {
      json: { timezone: 'America/Los_Angeles' },
    })
    await record(server, ['2023-12-31T23:30:00Z', KIRCHZARTEN, ST_MAERGEN])
    await record(server, ['2024-01-01T03:30:00Z', KIRCHZARTEN, ST_MAERGEN])
    expect(await daysOf(server, '?year=2023')).toEqual(['DE 1', 'Baden-Württemberg 1'])
    expect(await daysOf(server, '?year=2024')).toEqual([])
  })

  test('follows deletions and changes of recordings and sports', async () => {
    const server = await startWorkoutServer()
    const one = await record(server, ['2023-05-01T08:00:00Z', KIRCHZARTEN, ST_MAERGEN])
    const two = await record(server, ['2023-05-02T08:00:00Z', KIRCHZARTEN, ST_MAERGEN])
    expect(await daysOf(server)).toEqual(['DE 2', 'Baden-Württemberg 2'])
    await server.send('DELETE', `/api/workouts/${one.id}`)
    expect(await daysOf(server)).toEqual(['DE 1', 'Baden-Württemberg 1'])
    await server.send('PATCH', `/api/workouts/${two.id}`, { json: { sport_id: 13 } })
    expect(await daysOf(server)).toEqual([])
    const { id } = (await findWorkout(server.ctx.db, two.id)) ?? { id: 0 }
    const rows = server.ctx.db.selectFrom('workout_regions').select('workout_id').distinct()
    expect(await rows.execute()).toEqual([{ workout_id: id }])
  })
})
