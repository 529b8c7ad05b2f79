import { describe, expect, test } from 'bun:test'
import { transact } from '@/store/db/connections/transact'
import { recountVisits } from '@/store/db/queries/explorer/first-visits'
import { findWorkout, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { changeWorkout } from '@/use-cases/workouts/write/write-workout'
import { countAllTiles, decodeTilesResponse, findFirstVisits } from '../support/explorer'
import { aUser } from '../support/factories'
import { SEED } from '../support/properties'
import { randomOf } from '../support/ride'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

type Server = Awaited<ReturnType<typeof startWorkoutServer>>

/** Degrees of longitude of a tile of zoom 14. */
const TILE = 360 / 2 ** 14
/** The column and row of zoom 14 at whose north-western corner the lines below are. */
const [COLUMN, ROW] = [8000, 6000]

const latitudeOf = (row: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** 14))) * 180) / Math.PI

/** A line through positions in tiles of zoom 14 from the corner, on a day of May 2024. */
const through = (day: number, ...corners: [x: number, y: number][]) =>
  samplePoints((corners.length - 1) * 10 + 1, (index) => {
    const [part, share] = [Math.floor(index / 10), (index % 10) / 10]
    const [x0, y0] = corners[part] ?? [0, 0]
    const [x1, y1] = corners[part + 1] ?? [x0, y0]
    const at = (from: number, to: number) => from + (to - from) * share
    return {
      lat: latitudeOf(ROW + at(y0, y1)).toFixed(7),
      lon: ((COLUMN + at(x0, x1)) * TILE - 180).toFixed(7),
      time: new Date(Date.UTC(2024, 4, day, 8, 0, index * 30)).toISOString(),
    }
  })

const record = (server: Server, title: string, ...points: Parameters<typeof through>) =>
  server.record('ride.gpx', gpxOf(through(...points)), { title })

async function getBytes(server: Server, path: string, as = server.user) {
  const token = await server.ctx.sessions.issue(as.id, as.session_epoch)
  const headers = { authorization: `Bearer ${token}` }
  return server.handle(new Request(`http://localhost${path}`, { headers }))
}

async function getTiles(server: Server, query = '', as = server.user) {
  const response = await getBytes(server, `/api/explorer/tiles${query}`, as)
  expect(response.status).toBe(200)
  return decodeTilesResponse(await response.bytes())
}

const summaryOf = async (server: Server, zoom = 14) =>
  (await server.get(`/api/explorer?zoom=${zoom}`)).body.data

const newTilesOf = async (server: Server, id: string) =>
  (await server.get(`/api/explorer/workouts/${id}`)).body.data.tiles

const EMPTY = {
  ...{ zoom: 14, tile_count: 0, largest_square: null, latest: [], complete: true },
  largest_cluster: { tile_count: 0, rows: [] },
}

describe('GET /api/explorer', () => {
  test('requires a token with the scope to read workouts', async () => {
    const { call } = await startWorkoutServer()
    expect((await call('GET', '/api/explorer')).status).toBe(401)
  })

  test.each(['zoom=15', 'zoom=1', 'zoom=x', 'zoom=14.0'])('rejects %s', async (query) => {
    const { get } = await startWorkoutServer()
    expect((await get(`/api/explorer?${query}`)).status).toBe(400)
    expect((await get(`/api/explorer/tiles?${query}`)).status).toBe(400)
    expect((await get(`/api/explorer/export?format=gpx&${query}`)).status).toBe(400)
  })

  test('has nothing without recordings', async () => {
    const server = await startWorkoutServer()
    await server.enter()
    expect(await summaryOf(server)).toEqual(EMPTY)
    expect((await server.get('/api/explorer')).body.data).toEqual(EMPTY)
  })

  test('summarizes tiles, the largest square and cluster, and the latest new tiles', async () => {
    const server = await startWorkoutServer()
    // A block of 3 × 3 tiles, row by row, and one tile more.
    const rows = [0.5, 1.5, 2.5]
    const first = await record(server, 'first', 1, [0.5, 0.5], [1.5, 0.5], [2.5, 0.5])
    const others = await record(
      ...([server, 'others', 2] as const),
      ...rows.flatMap((y): [number, number][] => [
        [0.5, y],
        [2.5, y],
        [2.5, y],
      ]),
    )
    const latest = await record(server, 'latest', 3, [2.5, 2.5], [3.2, 2.5])
    await record(server, 'again', 4, [2.5, 2.5], [3.2, 2.5])
    const workout = ({ id, title, sport_id, workout_date }: typeof first, new_tiles: number) => ({
      ...{ id, title, sport_id, workout_date, new_tiles },
    })
    expect(await summaryOf(server)).toEqual({
      ...{ zoom: 14, tile_count: 10, complete: true },
      largest_square: { x: COLUMN, y: ROW, size: 3 },
      largest_cluster: { tile_count: 1, rows: [[ROW + 1, COLUMN + 1, COLUMN + 1]] },
      latest: [workout(latest, 1), workout(others, 6), workout(first, 3)],
    })
    expect((await summaryOf(server, 17)).largest_square).toEqual(
      expect.objectContaining({ size: expect.any(Number) }),
    )
  })
})

describe('GET /api/explorer/tiles', () => {
  test('returns all tiles, or those in a box', async () => {
    const server = await startWorkoutServer()
    await record(server, 'one', 1, [0.5, 0.5], [1.5, 0.5], [1.5, 1.5])
    const all = { zoom: 14, count: 3, isAtEnd: true }
    expect(await getTiles(server)).toEqual({
      ...all,
      tiles: [
        [COLUMN, ROW],
        [COLUMN + 1, ROW],
        [COLUMN + 1, ROW + 1],
      ],
    })
    const small = await getTiles(server, '?zoom=17')
    expect(small.tiles).toHaveLength(small.count ?? 0)
    expect(small.tiles[0]).toEqual([COLUMN * 8 + 4, ROW * 8 + 4])
    expect(small.count).toBe(8 + 8 + 1)
    const west = COLUMN * TILE - 180
    const [south, north] = [latitudeOf(ROW + 0.9), latitudeOf(ROW + 0.1)]
    const box = [south, west + TILE / 10, north, west + 0.9 * TILE].join()
    expect(await getTiles(server, `?bounds=${box}`)).toEqual({
      ...all,
      count: 1,
      tiles: [[COLUMN, ROW]],
    })
    const inBox = await getTiles(server, `?bounds=${box}&zoom=17`)
    expect(inBox.tiles).toEqual([4, 5, 6, 7].map((x) => [COLUMN * 8 + x, ROW * 8 + 4]))
    expect((await getTiles(server, '?bounds=-90,-180,90,180')).count).toBe(3)
    expect((await getTiles(server, '?bounds=-90,0,90,180')).count).toBe(0)
  })

  test.each(['1,2,3', '0,0,0,x', '10,0,0,10', '0,10,10,0', '-91,0,0,10'])(
    'rejects the box %s',
    async (bounds) => {
      const { get } = await startWorkoutServer()
      expect((await get(`/api/explorer/tiles?bounds=${bounds}`)).status).toBe(400)
    },
  )

  test('returns only tiles of the caller', async () => {
    const server = await startWorkoutServer()
    await record(server, 'one', 1, [0.5, 0.5], [1.5, 0.5])
    expect((await getTiles(server, '', await aUser(server.ctx))).tiles).toEqual([])
  })
})

describe('GET /api/explorer/export', () => {
  test('rejects an unknown format', async () => {
    const { get } = await startWorkoutServer()
    expect((await get('/api/explorer/export?format=shp')).status).toBe(400)
  })

  test('writes rectangles around tiles as GPX', async () => {
    const server = await startWorkoutServer()
    await record(server, 'one', 1, [0.5, 0.5], [1.5, 0.5], [1.5, 1.5], [0.5, 1.5])
    const response = await getBytes(server, '/api/explorer/export')
    expect(response.headers.get('content-type')).toBe('application/gpx+xml')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="tiles-14.gpx"')
    const text = await response.text()
    expect([...text.matchAll(/<name>(.*)<\/name>/g)].map(([, name]) => name)).toEqual([
      'Visited tiles',
      'Largest cluster',
      'Largest square',
    ])
    const [west, east] = [COLUMN, COLUMN + 2].map((x) => (x * TILE - 180).toFixed(6))
    const [north, south] = [ROW, ROW + 2].map((y) => latitudeOf(y).toFixed(6))
    const corners = [
      ...[[south, west] as const, [south, east] as const],
      ...[[north, east] as const, [north, west] as const, [south, west] as const],
    ]
    const segment = `<trkseg>${corners.map(([lat, lon]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')}</trkseg>`
    expect(text.match(/<trkseg>.*<\/trkseg>/g)).toEqual([segment, segment])
  })

  test('writes polygons as KML', async () => {
    const server = await startWorkoutServer()
    await record(server, 'one', 1, [0.5, 0.5], [1.5, 0.5], [1.5, 1.5])
    const response = await getBytes(server, '/api/explorer/export?format=kml&zoom=17')
    expect(response.headers.get('content-type')).toBe('application/vnd.google-earth.kml+xml')
    const text = await response.text()
    expect(text.match(/<Placemark>/g)).toHaveLength(3)
    // A row and a column of tiles that meet in a corner, and one of the tiles as the largest square.
    expect(text.match(/<Polygon>/g)).toHaveLength(3)
  })
})

describe('GET /api/explorer/workouts/:id', () => {
  test('counts the tiles of a workout that no earlier one visited', async () => {
    const server = await startWorkoutServer()
    const later = await record(server, 'later', 3, [0.5, 0.5], [1.5, 0.5])
    expect(await newTilesOf(server, later.id)).toEqual([
      { zoom: 14, visited: 2, new: 2 },
      { zoom: 17, visited: 9, new: 9 },
    ])
    // Imported afterwards, but ridden before.
    const earlier = await record(server, 'earlier', 1, [1.3, 0.5], [1.9, 0.5])
    expect(await newTilesOf(server, earlier.id)).toEqual([
      { zoom: 14, visited: 1, new: 1 },
      { zoom: 17, visited: 6, new: 6 },
    ])
    expect(await newTilesOf(server, later.id)).toEqual([
      { zoom: 14, visited: 2, new: 1 },
      { zoom: 17, visited: 9, new: 6 },
    ])
  })

  test('is only for the owner', async () => {
    const server = await startWorkoutServer()
    const { id } = await server.record('ride.gpx', gpxOf(through(1, [0.5, 0.5], [1.5, 0.5])), {
      ...{ workout_visibility: 'public', map_visibility: 'public' },
    })
    const stranger = await aUser(server.ctx)
    expect((await server.get(`/api/explorer/workouts/${id}`, { as: stranger })).status).toBe(403)
    expect((await server.get('/api/explorer/workouts/unknown')).status).toBe(404)
  })

  test('counts nothing for virtual rides and workouts without GPS', async () => {
    const server = await startWorkoutServer()
    const points = gpxOf(through(1, [0.5, 0.5], [1.5, 0.5]))
    const virtual = await server.record('ride.gpx', points, { sport_id: 13 })
    const none = [14, 17].map((zoom) => ({ zoom, visited: 0, new: 0 }))
    expect(await newTilesOf(server, virtual.id)).toEqual(none)
    expect(await newTilesOf(server, (await server.enter()).id)).toEqual(none)
    expect(await summaryOf(server)).toEqual(EMPTY)
  })
})

/** Compares all responses with tiles counted one by one. */
async function compareWithBruteForce(server: Server) {
  for (const zoom of [14, 17]) {
    const visits = await findFirstVisits(server.ctx, { userId: server.user.id, zoom })
    const { tiles } = await getTiles(server, `?zoom=${zoom}`)
    const numbers = tiles.map(([x, y]) => y * 2 ** zoom + x)
    expect(numbers).toEqual([...visits.keys()].sort((a, b) => a - b))
    expect((await summaryOf(server, zoom)).complete).toBe(true)
    const { workouts } = (await server.get('/api/workouts?per_page=100')).body.data
    for (const { id } of workouts) {
      const expected = [...visits.values()].filter((visitor) => visitor === id).length
      const counted = await newTilesOf(server, id)
      expect(counted.find((each: { zoom: number }) => each.zoom === zoom).new).toBe(expected)
    }
  }
}

/** Stores changed columns, as moderation and corrected clocks do. */
const change = (server: Server, id: number, columns: Partial<WorkoutRow>) =>
  transact(server.ctx, (tx) => changeWorkout(tx, id, { columns }))

const DAY = 86_400_000

/** Changes of a workout. A trim of a short recording, and undoing a trim that there was not, are rejected. */
const CHANGES: ((server: Server, workout: WorkoutRow) => Promise<unknown>)[] = [
  ({ send }, { short_id }) => send('DELETE', `/api/workouts/${short_id}`),
  ({ send }, { short_id, sport_id }) =>
    send('PATCH', `/api/workouts/${short_id}`, { json: { sport_id: sport_id === 13 ? 1 : 13 } }),
  (server, { id, suspended_at }) =>
    change(server, id, { suspended_at: suspended_at === null ? 1 : null }),
  (server, { id, workout_date }) =>
    change(server, id, { workout_date: workout_date + (id % 2 === 0 ? 7 : -7) * DAY }),
  ({ send }, { short_id }) => send('DELETE', `/api/workouts/${short_id}/edits`),
  ({ send }, { short_id, workout_date }) => {
    const from = new Date(workout_date + 120_000).toISOString()
    return send('POST', `/api/workouts/${short_id}/edits`, {
      json: { edits: [{ kind: 'trim', from }] },
    })
  },
]

describe('after any changes of workouts', () => {
  test.each([1, 2, 3])('first visits are those of all workouts in order (%d)', async (round) => {
    const server = await startWorkoutServer()
    const random = randomOf(SEED + round)
    const dice = (sides: number) => Math.floor(random() * sides)
    const walk = () =>
      Array.from({ length: 3 + dice(3) }, (): [number, number] => [3 * random(), 2 * random()])
    for (let step = 0; step < 30; step++) {
      const workouts = await server.ctx.db.selectFrom('workouts').selectAll().execute()
      const workout = workouts[dice(workouts.length)]
      const apply = CHANGES[dice(2 * CHANGES.length)]
      if (workout && apply) await apply(server, workout)
      else await record(server, 'ride', 1 + dice(28), ...walk())
      await countAllTiles(server.ctx)
      await compareWithBruteForce(server)
    }
  })

  test('a deleted workout makes the summary incomplete until others are counted again', async () => {
    const server = await startWorkoutServer()
    const first = await record(server, 'first', 1, [0.5, 0.5], [1.5, 0.5])
    await record(server, 'second', 2, [0.5, 0.5], [1.5, 0.5])
    await server.send('DELETE', `/api/workouts/${first.id}`)
    expect(await summaryOf(server)).toMatchObject({ tile_count: 0, complete: false })
    await countAllTiles(server.ctx)
    expect(await summaryOf(server)).toMatchObject({ tile_count: 2, complete: true })
  })

  test('a workout that moves to a later date leaves its tiles to those in between', async () => {
    const server = await startWorkoutServer()
    const first = await record(server, 'first', 1, [0.5, 0.5], [1.5, 0.5])
    const second = await record(server, 'second', 2, [0.5, 0.5], [1.5, 0.5])
    const row = await findWorkout(server.ctx.db, first.id)
    await change(server, row?.id ?? 0, { workout_date: (row?.workout_date ?? 0) + 7 * DAY })
    await countAllTiles(server.ctx)
    expect(await newTilesOf(server, first.id)).toMatchObject([{ new: 0 }, { new: 0 }])
    expect(await newTilesOf(server, second.id)).toMatchObject([{ new: 2 }, { new: 9 }])
    await compareWithBruteForce(server)
  })

  test('a workout without first visits is deleted without counting again', async () => {
    const server = await startWorkoutServer()
    await record(server, 'first', 1, [0.5, 0.5], [1.5, 0.5])
    const second = await record(server, 'second', 2, [0.5, 0.5], [1.5, 0.5])
    await server.send('DELETE', `/api/workouts/${second.id}`)
    expect(await summaryOf(server)).toMatchObject({ tile_count: 2, complete: true })
  })

  test('counting again writes nothing if nothing is wrong', async () => {
    const server = await startWorkoutServer()
    await record(server, 'first', 1, [0.5, 0.5], [1.5, 0.5])
    await record(server, 'second', 2, [1.5, 0.5], [1.5, 1.5])
    const rows = () => server.ctx.db.selectFrom('first_visits').selectAll().execute()
    const before = await rows()
    await transact(server.ctx, ({ db }) => recountVisits(db, server.user.id))
    expect(await rows()).toEqual(before)
    expect(before.length).toBeGreaterThan(2)
  })
})

test('workouts of a server without tiles are counted in the background, all or one user at a time', async () => {
  const server = await startWorkoutServer()
  const { db } = server.ctx
  const ids = [
    await record(server, 'newer', 2, [0.5, 0.5], [1.5, 0.5]),
    await record(server, 'older', 1, [1.5, 0.5], [2.5, 0.5]),
  ].map(({ id }) => id)
  const before = await summaryOf(server)
  await db.deleteFrom('first_visits').execute()
  await db.deleteFrom('workout_tiles').execute()
  const uncounted = await db.selectFrom('workouts').select('id as workout_id').execute()
  await db.insertInto('uncounted_workouts').values(uncounted).execute()
  expect(await summaryOf(server)).toEqual({ ...EMPTY, complete: false })
  // A workout that is replaced in the meantime is counted at once.
  const from = '2024-05-02T08:01:00Z'
  await server.send('POST', `/api/workouts/${ids[0]}/edits`, {
    json: { edits: [{ kind: 'trim', from }] },
  })
  await server.send('DELETE', `/api/workouts/${ids[0]}/edits`)
  await countAllTiles(server.ctx)
  expect(await summaryOf(server)).toEqual(before)
  await compareWithBruteForce(server)
})
