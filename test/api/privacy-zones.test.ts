import { describe, expect, test } from 'bun:test'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const CENTRE = { latitude: 48, longitude: 7.9 }
const ZONE = { name: 'Home', positions: [CENTRE], radius: 200 }

async function started() {
  const server = await startWorkoutServer({ username: 'ann' })
  const { send } = server
  const create = async (changes: object = {}) =>
    send('POST', '/api/privacy/zones', { json: { ...ZONE, ...changes } })
  const list = async () => (await send('GET', '/api/privacy')).body.data
  return { ...server, create, list }
}

/** Metres between two nearby positions. */
function metresBetween(one: typeof CENTRE, other: typeof CENTRE): number {
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return 111_195 * Math.hypot(one.latitude - other.latitude, east)
}

const invalid = (problem: string) => ({ status: 400, body: { message: problem, status: 'error' } })

describe('GET /api/privacy', () => {
  test('returns that nothing is hidden by default', async () => {
    const { list } = await started()
    expect(await list()).toEqual({
      settings: { hidden_metres: 0, hides_times: false },
      zones: [],
    })
  })

  test('is for sessions only', async () => {
    const { call, send, create } = await started()
    await create()
    expect((await call('GET', '/api/privacy')).status).toBe(401)
    const token = await send('POST', '/api/tokens', {
      json: { name: 'app', scope: 'profile:read workouts:read' },
    })
    const authorization = `Bearer ${token.body.data.token.token}`
    for (const path of ['/api/privacy', '/api/privacy/suggestions'])
      expect((await call('GET', path, { authorization })).status).toBe(401)
  })
})

describe('PATCH /api/privacy', () => {
  test('changes the settings that it contains', async () => {
    const { send, list } = await started()
    const edit = (json: object) => send('PATCH', '/api/privacy', { json })
    expect((await edit({ hidden_metres: 250 })).body.data).toEqual({
      settings: { hidden_metres: 250, hides_times: false },
    })
    await edit({ hides_times: true })
    for (const nothing of [{}, [{}], undefined])
      expect((await send('PATCH', '/api/privacy', { json: nothing })).status).toBe(400)
    expect((await list()).settings).toEqual({ hidden_metres: 250, hides_times: true })
  })

  test('rejects lengths out of range', async () => {
    const { send } = await started()
    for (const hidden_metres of [-1, 5001, 1.5, 'all', null])
      expect((await send('PATCH', '/api/privacy', { json: { hidden_metres } })).status).toBe(400)
  })
})

describe('POST /api/privacy/zones', () => {
  test('creates a circle, and hides a larger one whose centre is elsewhere', async () => {
    const { create, list } = await started()
    const { status, body } = await create()
    expect(status).toBe(201)
    const { zone } = body.data
    expect(zone).toMatchObject({ ...ZONE, hides_passages: true, hidden: { radius: 400 } })
    const shift = metresBetween(zone.hidden.positions[0], CENTRE)
    expect(shift).toBeGreaterThan(99)
    expect(shift).toBeLessThan(197)
    expect((await list()).zones).toEqual([zone])
  })

  test('creates areas', async () => {
    const { create } = await started()
    const corner = (north: number, east: number) => ({ latitude: 48 + north, longitude: 8 + east })
    const positions = [corner(0, 0), corner(0, 0.01), corner(0.01, 0)]
    const { body } = await create({ positions, radius: 100 })
    expect(body.data.zone).toMatchObject({ positions, hidden: { radius: 100 } })
  })

  test('rejects what is no zone', async () => {
    const { create, list } = await started()
    const bad: object[] = [
      { name: '' },
      { name: '   ' },
      { name: 'x'.repeat(101) },
      { positions: [] },
      { positions: [CENTRE, CENTRE] },
      { positions: Array.from({ length: 101 }, () => CENTRE) },
      { positions: [{ latitude: 91, longitude: 0 }] },
      { positions: [{ latitude: 0, longitude: -181 }] },
      { positions: [{ latitude: '1', longitude: 0 }] },
      { radius: 49 },
      { radius: 5001 },
      { radius: null },
      { hides_passages: 'yes' },
    ]
    for (const changes of bad) expect((await create(changes)).status).toBe(400)
    expect((await list()).zones).toEqual([])
  })

  test('rejects more than 20 zones', async () => {
    const { create } = await started()
    for (let i = 0; i < 20; i++) expect((await create()).status).toBe(201)
    expect(await create()).toMatchObject(invalid('there are already 20 privacy zones'))
  })
})

describe('PATCH /api/privacy/zones/:zone_id', () => {
  test('keeps the shift of the hidden area as long as it covers the zone', async () => {
    const { create, send } = await started()
    const { zone } = (await create()).body.data
    const edit = async (json: object) =>
      (await send('PATCH', `/api/privacy/zones/${zone.id}`, { json })).body.data.zone
    const larger = await edit({ radius: 500, name: ' Flat ' })
    expect(larger).toMatchObject({ name: 'Flat', radius: 500, hidden: { radius: 1000 } })
    expect(larger.hidden.positions).toEqual(zone.hidden.positions)
    const smaller = await edit({ radius: 50, hides_passages: false })
    expect(metresBetween(smaller.hidden.positions[0], CENTRE)).toBeLessThan(50)
    expect(smaller.hides_passages).toBe(false)
  })

  test('moves the hidden area with the zone', async () => {
    const { create, send } = await started()
    const { zone } = (await create()).body.data
    const moved = { latitude: 48.1, longitude: 7.9 }
    const { body } = await send('PATCH', `/api/privacy/zones/${zone.id}`, {
      json: { positions: [moved] },
    })
    expect(metresBetween(body.data.zone.hidden.positions[0], moved)).toBeCloseTo(
      metresBetween(zone.hidden.positions[0], CENTRE),
      0,
    )
  })

  test("cannot change or delete another user's zone", async () => {
    const { create, send, ctx, list } = await started()
    const { zone } = (await create()).body.data
    const as = await aUser(ctx)
    const path = `/api/privacy/zones/${zone.id}`
    const unknown = { status: 404, body: { message: 'privacy zone not found' } }
    expect(await send('PATCH', path, { as, json: { name: 'Mine' } })).toMatchObject(unknown)
    expect(await send('DELETE', path, { as })).toMatchObject(unknown)
    expect((await list()).zones).toEqual([zone])
  })
})

/** A short recording on a day of January that starts at a latitude. */
const startingAt = (lat: number, day: number) =>
  gpxOf(
    samplePoints(5, (index) => ({
      lat: lat + index / 1000,
      time: new Date(Date.UTC(2026, 0, day, 8, 0, index)).toISOString(),
    })),
  )

describe('GET /api/privacy/suggestions', () => {
  test('lists where at least three workouts start, outside of zones', async () => {
    const { send, record, create } = await started()
    for (let day = 1; day <= 4; day++) await record('ride.gpx', startingAt(45, day))
    for (let day = 11; day <= 13; day++) await record('ride.gpx', startingAt(46, day))
    for (let day = 21; day <= 22; day++) await record('ride.gpx', startingAt(47, day))
    const list = async () => (await send('GET', '/api/privacy/suggestions')).body.data.suggestions
    const suggestions = await list()
    expect(suggestions.map(({ count }: { count: number }) => count)).toEqual([4, 3])
    expect(suggestions[0].latitude).toBeCloseTo(45, 6)
    await create({ positions: [{ latitude: 45, longitude: suggestions[0].longitude }] })
    expect(await list()).toHaveLength(1)
  })
})

describe('GET /api/auth/profile', () => {
  test('counts starts at a place that others can see, until the user hides places', async () => {
    const { send, record, create } = await started()
    const starts = async () => (await send('GET', '/api/auth/profile')).body.data.unhidden_starts
    const share = (map_visibility: string) =>
      send('POST', '/api/auth/profile/edit/preferences', {
        json: { map_visibility, analysis_visibility: 'public', workouts_visibility: 'public' },
      })
    await share('public')
    for (let day = 1; day <= 2; day++) await record('ride.gpx', startingAt(45, day))
    expect(await starts()).toBeUndefined()
    await record('ride.gpx', startingAt(45, 3))
    await record('ride.gpx', startingAt(46, 4))
    expect(await starts()).toBe(3)
    await share('private')
    expect(await starts()).toBeUndefined()
    await share('followers_only')
    await send('PATCH', '/api/privacy', { json: { hides_times: true } })
    expect(await starts()).toBe(3)
    await send('PATCH', '/api/privacy', { json: { hidden_metres: 100 } })
    expect(await starts()).toBeUndefined()
    await send('PATCH', '/api/privacy', { json: { hidden_metres: 0 } })
    await create()
    expect(await starts()).toBeUndefined()
  })
})

describe('GET /api/privacy/workouts/:workout_short_id', () => {
  test('shows the owner which lines others may see', async () => {
    const { send, record, create, ctx } = await started()
    const { id } = await record('ride.gpx', gpxOf(samplePoints(500)))
    const lines = async () => (await send('GET', `/api/privacy/workouts/${id}`)).body.data.geojson
    expect((await lines()).coordinates[0]).toHaveLength(500)
    await create({ positions: [{ latitude: 45, longitude: 6 }] })
    const [line] = (await lines()).coordinates
    expect(line.length).toBeLessThan(500)
    expect(line.at(-1)).toEqual([6 + 499 / 20_000, 45 + 499 / 10_000])
    const as = await aUser(ctx)
    expect((await send('GET', `/api/privacy/workouts/${id}`, { as })).status).toBe(404)
  })
})
