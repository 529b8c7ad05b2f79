import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { deleteMapLine } from '@/store/db/queries/workouts/map-lines'
import { mapNextWorkouts } from '@/use-cases/workouts/write/map-next-workouts'
import { aUser } from '../support/factories'
import { decodeLinesResponse } from '../support/map-lines'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { aWorkout, startWorkoutServer } from '../support/workouts'

type Server = Awaited<ReturnType<typeof startWorkoutServer>>

const PATH = '/api/workouts/lines'
const PRECISE = 23
/** Degrees that a unit of the most precise lines has at most. */
const UNIT = 360 / 2 ** PRECISE

/** A line with a right angle: 0.01° to the north, then 0.01° to the east. */
const angle = (lat: number, lon: number, day = 4) =>
  samplePoints(41, (index) => ({
    lat: (lat + Math.min(index, 20) * 5e-4).toFixed(6),
    lon: (lon + Math.max(index - 20, 0) * 5e-4).toFixed(6),
    time: new Date(Date.UTC(2024, 4, day, 8, 0, index * 10)).toISOString(),
  }))

const record = (server: Server, title: string, ...parts: ReturnType<typeof angle>[]) =>
  server.record('angle.gpx', gpxOf(...parts), { title })

/** Requests lines and decodes them. */
async function getLines(server: Server, query = '', as = server.user) {
  const { ctx, handle } = server
  const token = await ctx.sessions.issue(as.id, as.session_epoch)
  const headers = { authorization: `Bearer ${token}` }
  const response = await handle(new Request(`http://localhost${PATH}${query}`, { headers }))
  expect(response.status).toBe(200)
  return decodeLinesResponse(new Uint8Array(await response.arrayBuffer()))
}

const titles = async (server: Server, query: string) =>
  (await getLines(server, query)).lines.map(({ title }) => title).join(' ')

describe('GET /api/workouts/lines', () => {
  test('requires a token with the scope to read workouts', async () => {
    const { call } = await startWorkoutServer()
    expect((await call('GET', PATH)).status).toBe(401)
  })

  test('describes each workout with positions, newest first, and its line', async () => {
    const server = await startWorkoutServer()
    const older = await record(server, 'older', angle(45, 6, 4))
    const newer = await record(server, 'newer', angle(46, 7, 5), angle(46.1, 7.1, 6))
    await server.enter({ title: 'without a line' })
    const { bits, lines } = await getLines(server)
    expect(bits).toBe(PRECISE)
    expect(lines.map(({ parts: _, ...line }) => line)).toEqual(
      [newer, older].map(({ id, title, sport_id, distance, workout_date }) => ({
        ...{ id, title: title ?? '', sportId: sport_id },
        distance: Math.round((distance ?? 0) * 100) / 100,
        date: Math.floor(Date.parse(workout_date) / 60_000) * 60_000,
      })),
    )
    const corners = lines.map(({ parts }) => parts)
    const expected = (lat: number, lon: number) => [
      [lon, lat],
      [lon, lat + 0.01],
      [lon + 0.01, lat + 0.01],
    ]
    expect(corners.map((parts) => parts.map(({ length }) => length))).toEqual([[3, 3], [3]])
    for (const [index, [longitude = 0, latitude = 0]] of [
      ...expected(46, 7),
      ...expected(46.1, 7.1),
      ...expected(45, 6),
    ].entries()) {
      const [x = 0, y = 0] = corners.flat(2)[index] ?? []
      expect(Math.abs(x - longitude)).toBeLessThan(UNIT)
      expect(Math.abs(y - latitude)).toBeLessThan(UNIT)
    }
  })

  test('states how many workouts of the caller are not drawn yet after an upgrade', async () => {
    const server = await startWorkoutServer()
    const { ctx, user } = server
    await record(server, 'drawn', angle(45, 6, 4))
    await record(server, 'older', angle(45, 6, 1))
    const undrawn = async (query = '', as = user) => {
      const token = await ctx.sessions.issue(as.id, as.session_epoch)
      const headers = { authorization: `Bearer ${token}` }
      const request = new Request(`http://localhost${PATH}${query}`, { headers })
      return (await server.handle(request)).headers.get('x-undrawn-workouts')
    }
    expect(await undrawn()).toBeNull()
    await writeTo(ctx.db, async (tx) => {
      const { id } = await tx
        .selectFrom('workouts')
        .select('id')
        .where('title', '=', 'older')
        .executeTakeFirstOrThrow()
      await deleteMapLine(tx, id)
      await tx.insertInto('unmapped_workouts').values({ workout_id: id }).execute()
    })
    expect(await titles(server, '')).toBe('drawn')
    expect(await undrawn()).toBe('1')
    expect(await undrawn('?bounds=0,0,50,50&zoom=3')).toBeNull()
    expect(await undrawn('', await aUser(ctx))).toBeNull()
    await mapNextWorkouts(ctx, () => false)
    expect(await undrawn()).toBeNull()
    expect(await titles(server, '')).toBe('drawn older')
  })

  test('includes only lines of the caller that are not suspended', async () => {
    const server = await startWorkoutServer()
    const { id } = await record(server, 'suspended', angle(45, 6, 1))
    await record(server, 'mine', angle(45, 6, 2))
    const suspended = { suspended_at: 1 }
    await server.ctx.db.updateTable('workouts').set(suspended).where('short_id', '=', id).execute()
    expect(await titles(server, '')).toBe('mine')
    expect((await getLines(server, '', await aUser(server.ctx))).lines).toEqual([])
  })

  test('accepts the filters of the list', async () => {
    const server = await startWorkoutServer()
    await record(server, 'one', angle(45, 6, 1))
    await record(server, 'two', angle(46, 7, 2))
    expect(await titles(server, '?title=ONE')).toBe('one')
    expect(await titles(server, '?from=2024-05-02')).toBe('two')
    expect(await titles(server, '?sport_id=5')).toBe('')
    expect(await titles(server, '?coordinates=45,6&radius=2')).toBe('one')
  })

  test('returns the parts of lines in a box, with the positions of their workouts', async () => {
    const server = await startWorkoutServer()
    await record(server, 'one', angle(45, 6, 1))
    await record(server, 'two', angle(46, 7, 2))
    await record(server, 'three', angle(45, 6, 3))
    const all = await getLines(server)
    const east = await getLines(server, '?bounds=45.009,6.002,45.02,6.02&zoom=12')
    expect(east.bits).toBe(20)
    expect(east.set).toBe(all.set)
    // The line to the north is outside of the box.
    expect(east.lines.map(({ position, parts }) => [position, parts.flat().length])).toEqual([
      [0, 2],
      [2, 2],
    ])
    expect((await getLines(server, '?bounds=45,6,46,7&zoom=14')).bits).toBe(PRECISE)
    expect((await getLines(server, '?bounds=45,6,46,7&zoom=3')).bits).toBe(18)
    expect((await getLines(server, '?bounds=-2,-2,-1,-1&zoom=3')).lines).toEqual([])
    const filtered = await getLines(server, '?bounds=45,6,46,7&zoom=9&title=one')
    expect(filtered.lines.map(({ position }) => position)).toEqual([0])
    expect(filtered.set).not.toBe(all.set)
  })

  test.each([
    ['from=2024', 'invalid payload'],
    ['bounds=1,2,3,4', 'invalid payload'],
    ['zoom=4', 'invalid payload'],
    ['bounds=1,2,3&zoom=4', 'invalid payload'],
    ['bounds=3,2,1,4&zoom=4', 'invalid payload'],
    ['bounds=-91,2,1,4&zoom=4', 'invalid payload'],
    ['bounds=1,2,3,181&zoom=4', 'invalid payload'],
    ['bounds=1,2,3,x&zoom=4', 'invalid payload'],
    ['bounds=1,2,3,4&zoom=2.5', 'invalid payload'],
    ['bounds=1,2,3,4&zoom=25', 'invalid payload'],
  ])('rejects %s', async (query, message) => {
    const { get } = await startWorkoutServer()
    const { status, body } = await get(`${PATH}?${query}`)
    expect([status, body.message]).toEqual([400, message])
  })

  test('sends an entity tag that changes with the workouts', async () => {
    const server = await startWorkoutServer()
    await record(server, 'one', angle(45, 6, 1))
    const first = await server.get(PATH)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('content-type')).toBe('application/vnd.milepost.lines')
    const again = (headers: Record<string, string>) => server.get(PATH, { headers })
    expect((await again({ 'if-none-match': etag })).status).toBe(304)
    await record(server, 'two', angle(45, 6, 2))
    expect((await again({ 'if-none-match': etag })).status).toBe(200)
  })

  test('follows edits and deletions of recordings', async () => {
    const server = await startWorkoutServer()
    const { id } = await record(server, 'one', angle(45, 6, 1))
    const json = { edits: [{ kind: 'trim', to: '2024-05-01T08:03:20Z' }] }
    const edited = await server.send('POST', `/api/workouts/${id}/edits`, { json })
    expect(edited.status).toBe(200)
    // Only the half to the north is left.
    expect((await getLines(server)).lines[0]?.parts[0]).toHaveLength(2)
    await server.send('DELETE', `/api/workouts/${id}/edits`)
    expect((await getLines(server)).lines[0]?.parts[0]).toHaveLength(3)
    await server.send('DELETE', `/api/workouts/${id}`)
    expect((await getLines(server)).lines).toEqual([])
    expect(await server.ctx.db.selectFrom('workout_lines').selectAll().execute()).toEqual([])
  })

  test('ignores workouts without a recording', async () => {
    const server = await startWorkoutServer()
    await aWorkout(server.ctx, server.user, { start_lat: 1, start_lon: 1 })
    expect((await getLines(server)).lines).toEqual([])
  })
})
