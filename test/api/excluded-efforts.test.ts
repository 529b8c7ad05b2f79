import { describe, expect, test } from 'bun:test'
import { checkRecordings } from '@/use-cases/workouts/check/check-recordings'
import { startArchiveServer } from '../support/archives'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'

const METRES_PER_DEGREE = 111_319.49
const EXPORT = '/api/auth/account/export'

/** A run of ten minutes along the equator at a speed in m/s, on a day of June 2024. */
const runAt = (speed: number, day: number) =>
  gpxOf(
    samplePoints(121, (i) => ({
      lat: 0,
      lon: ((i * 5 * speed) / METRES_PER_DEGREE).toFixed(9),
      ele: 100,
      time: new Date(Date.UTC(2024, 5, day, 10, 0, i * 5)).toISOString(),
    })),
  )

const KILOMETRE = { kind: 'distance', target: 1000 }

async function startRunner() {
  const server = await startArchiveServer()
  const slow = await server.record('1.gpx', runAt(2, 1), { sport_id: 5 })
  const fast = await server.record('2.gpx', runAt(9, 2), { sport_id: 5 })
  const change = (json: object, more = {}) =>
    server.send('PATCH', `/api/workouts/${fast.id}/efforts`, { json, ...more })
  const best = async (target: number): Promise<string | undefined> => {
    const { body } = await server.get('/api/efforts?sport_id=5')
    const efforts: { kind: string; target: number; workout_id: string }[] = body.data.efforts
    return efforts.find((each) => each.kind === 'distance' && each.target === target)?.workout_id
  }
  return { ...server, slow, fast, change, best }
}

describe('PATCH /api/workouts/:workout_short_id/efforts', () => {
  test('excludes a single effort, so that the next best one takes its place', async () => {
    const { ctx, slow, fast, change, best, send } = await startRunner()
    expect(await best(1000)).toBe(fast.id)
    const { status, body } = await change({ ...KILOMETRE, excluded: true })
    expect(status).toBe(200)
    expect(body.data.excluded).toEqual([KILOMETRE])
    expect(body.data.efforts).not.toContainEqual(expect.objectContaining(KILOMETRE))
    expect([await best(1000), await best(400)]).toEqual([slow.id, fast.id])
    await change({ ...KILOMETRE, excluded: true })
    await send('POST', `/api/workouts/${fast.id}/refresh`)
    expect(await best(1000)).toBe(slow.id)
    expect((await checkRecordings(ctx.db)).flatMap(({ problem = [] }) => problem)).toEqual([])
  })

  test('includes it again', async () => {
    const { fast, change, best } = await startRunner()
    await change({ ...KILOMETRE, excluded: true })
    const { body } = await change({ ...KILOMETRE, excluded: false })
    expect(body.data.excluded).toEqual([])
    expect(await best(1000)).toBe(fast.id)
  })

  test('rejects efforts that the workout does not have, and other callers', async () => {
    const { ctx, change } = await startRunner()
    expect((await change({ kind: 'distance', target: 42_195, excluded: true })).status).toBe(404)
    expect((await change({ kind: 'distance', target: 1234, excluded: true })).status).toBe(400)
    expect((await change({ ...KILOMETRE, excluded: 'yes' })).status).toBe(400)
    const as = await aUser(ctx)
    expect((await change({ ...KILOMETRE, excluded: true }, { as })).status).toBe(404)
  })
})

test('a data export keeps edits, splits and what is excluded', async () => {
  const server = await startRunner()
  const { slow, fast, change, send, get, serve, ctx, user } = server
  await change({ ...KILOMETRE, excluded: true })
  await send('PATCH', `/api/workouts/${slow.id}`, { json: { excluded_from_records: true } })
  const at = new Date(Date.UTC(2024, 5, 2, 10, 5)).toISOString()
  const split = { edits: [{ kind: 'split', at }] }
  const { workouts } = (await send('POST', `/api/workouts/${fast.id}/edits`, { json: split })).body
    .data
  const ids: string[] = workouts.map(({ id }: { id: string }) => id)
  await send('POST', `${EXPORT}/request`, { json: {} })
  await serve()
  const { file_name } = (await get(EXPORT)).body.request
  const token = await ctx.sessions.issue(user.id, user.session_epoch)
  const archive = await server.handle(
    new Request(`http://localhost${EXPORT}/${file_name}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  const other = await startArchiveServer()
  await other.upload('export.zip', await archive.bytes(), { sport_id: undefined })
  await other.serve()
  const restored = (await other.get(`/api/workouts/${slow.id}`)).body.data.workouts[0]
  expect(restored.excluded_from_records).toBe(true)
  for (const id of ids) {
    const [before] = (await get(`/api/workouts/${id}`)).body.data.workouts
    const [after] = (await other.get(`/api/workouts/${id}`)).body.data.workouts
    expect([after.duration, after.distance, after.edited]).toEqual([
      ...[before.duration, before.distance, true],
    ])
    const edits = (await other.get(`/api/workouts/${id}/edits`)).body.data
    expect(edits.parts).toEqual(ids)
    expect(edits).toEqual((await get(`/api/workouts/${id}/edits`)).body.data)
  }
  const { excluded } = (await other.get(`/api/workouts/${fast.id}/efforts`)).body.data
  expect(excluded).toEqual([KILOMETRE])
})
