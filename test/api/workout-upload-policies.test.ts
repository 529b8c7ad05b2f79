import { describe, expect, test } from 'bun:test'
import { aUser } from '../support/factories'
import { fileId, fitFile, fitTime, record } from '../support/tracks/fit'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const points = samplePoints(60)
const poor = gpxOf(
  points.map(({ hr: _hr, cadence: _cadence, power: _power, ele: _ele, ...bare }) => bare),
)
const start = fitTime('2024-05-04T08:00:00Z')
/** The same ride as `poor`, with the measurements of the watch. */
const rich = fitFile([
  fileId(1, 3121),
  ...points.map((_, index) =>
    record({ time: start + index, lat: 45 + index / 1e4, lon: 6 + index / 2e4, ele: 300, hr: 120 }),
  ),
])

/** A server with a ride, and functions to upload another one and list the workouts. */
async function open(first: [string, string | Uint8Array] = ['a.gpx', poor]) {
  const server = await startWorkoutServer()
  const ride = await server.record(...first)
  const list = async () => (await server.get('/api/workouts')).body.data.workouts
  return { ...server, ride, list }
}

const workoutIds = (body: { data: { workouts: { id: string }[] } }) =>
  body.data.workouts.map(({ id }) => id)

describe('POST /api/workouts with a duplicate recording', () => {
  test('creates another workout by default, with an unchanged response', async () => {
    const { upload, list } = await open()
    const { status, body } = await upload('b.gpx', poor)
    expect(status).toBe(201)
    expect(Object.keys(body).toSorted()).toEqual(['data', 'status'])
    expect(await list()).toHaveLength(2)
  })

  test('returns the existing workout with the policy skip', async () => {
    const { upload, list, ride, ctx } = await open()
    const { status, body } = await upload('b.gpx', poor, { duplicates: 'skip' })
    const file = { name: 'b.gpx', result: 'already there', reason: '', workout: ride.id }
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', import: { id: null, files: [file] } })
    expect(workoutIds(body)).toEqual([ride.id])
    expect(await list()).toHaveLength(1)
    expect(await ctx.db.selectFrom('kept_originals').selectAll().execute()).toEqual([])
  })

  test('stores a new recording with the policy skip', async () => {
    const { upload } = await startWorkoutServer()
    const { status, body } = await upload('b.gpx', poor, { duplicates: 'skip' })
    expect(status).toBe(201)
    expect(body.import.files).toEqual([
      { name: 'b.gpx', result: 'new', reason: '', workout: workoutIds(body)[0] },
    ])
  })

  test('stores it and returns its duplicates with the policy flag', async () => {
    const { upload, list, ride } = await open()
    const { status, body } = await upload('b.gpx', poor, { duplicates: 'flag' })
    expect(status).toBe(201)
    expect(body.import.files).toMatchObject([
      { result: 'new', reason: `possibly the same as ${ride.id}` },
    ])
    expect(await list()).toHaveLength(2)
  })

  test('makes the richer recording primary with the policy replace-if-richer and keeps the other', async () => {
    const { upload, list, ride } = await open()
    const { status, body } = await upload('b.fit', rich, { duplicates: 'replace-if-richer' })
    expect(status).toBe(200)
    expect(body.import.files).toMatchObject([{ result: 'replaced', workout: ride.id }])
    expect(body.data.workouts).toMatchObject([{ id: ride.id, ave_hr: 120, original_file: 'fit' }])
    expect(await list()).toHaveLength(1)
  })

  test('keeps a poorer recording once as secondary with the policy replace-if-richer', async () => {
    const { upload, list, ride, ctx } = await open(['a.fit', rich])
    const send = () => upload('b.gpx', poor, { duplicates: 'replace-if-richer' })
    const { status, body } = await send()
    expect(status).toBe(200)
    const file = { result: 'already there', reason: 'kept beside it', workout: ride.id }
    expect(body.import.files).toMatchObject([file])
    expect((await send()).body.import.files).toMatchObject([{ ...file, reason: '' }])
    expect(await list()).toMatchObject([{ id: ride.id, ave_hr: 120 }])
    const kept = await ctx.db.selectFrom('kept_originals').select('path').execute()
    expect(kept).toHaveLength(1)
    expect(await ctx.files.exists(kept[0]?.path ?? '')).toBe(true)
  })

  test('accepts the policy as a form field as well', async () => {
    const { call, user, list } = await open()
    const post = (duplicates: string) => {
      const body = new FormData()
      body.set('file', new File([poor], 'a.gpx'))
      body.set('data', '{"sport_id": 1}')
      body.set('duplicates', duplicates)
      return call('POST', '/api/workouts', { as: user, body })
    }
    expect((await post('skip')).status).toBe(200)
    expect((await post('sometimes')).status).toBe(400)
    expect(await list()).toHaveLength(1)
  })

  test('lets two users have the same file, whatever the policy', async () => {
    const { call, ctx } = await open()
    const eve = await aUser(ctx, { username: 'eve' })
    const body = new FormData()
    body.set('file', new File([poor], 'a.gpx'))
    body.set('data', '{"sport_id": 1, "duplicates": "skip"}')
    expect((await call('POST', '/api/workouts', { as: eve, body })).status).toBe(201)
  })

  test('stores one workout when it is sent several times at once with the policy skip', async () => {
    const { upload, get } = await startWorkoutServer()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => upload('a.gpx', poor, { duplicates: 'skip' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    expect((await get('/api/workouts')).body.pagination.total).toBe(1)
  })
})
