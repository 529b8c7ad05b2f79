import { describe, expect, test } from 'bun:test'
import { hashOriginals } from '@/use-cases/workouts/measure/hash-originals'
import { aUser } from '../support/factories'
import { fileId, fitFile, fitTime, record } from '../support/tracks/fit'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { zipBytes } from '../support/tracks/zip'
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
const PATH = '/api/workouts/duplicates'
const noPair = { message: 'no duplicates found', status: 'not found' }

const other = (day: number) =>
  gpxOf(
    samplePoints(60, (index) => ({
      time: new Date(Date.UTC(2024, 5, day, 8, 0, index)).toISOString(),
    })),
  )

describe('GET /api/workouts/duplicates', () => {
  test('is empty without duplicates', async () => {
    const { record: upload, get } = await startWorkoutServer()
    await upload('a.gpx', poor)
    await upload('b.gpx', other(5))
    const { status, body } = await get(PATH)
    expect(status).toBe(200)
    expect(body.data).toEqual({ duplicates: [] })
    expect(body.pagination.total).toBe(0)
  })

  test('returns pairs of the same file and of the same ride in other files, newest first', async () => {
    const { record: upload, get } = await startWorkoutServer()
    const first = await upload('a.gpx', poor)
    const again = await upload('a.gpx', poor)
    const watch = await upload('a.fit', rich)
    const { body } = await get(PATH)
    const shown = body.data.duplicates.map(
      ({ reason, workouts }: { reason: string; workouts: { id: string }[] }) => [
        reason,
        ...workouts.map(({ id }) => id),
      ],
    )
    expect(shown).toEqual([
      ['same_time', again.id, watch.id],
      ['same_time', first.id, watch.id],
      ['same_file', first.id, again.id],
    ])
    expect(body.pagination).toMatchObject({ total: 3, pages: 1 })
  })

  test("can be filtered by one of the caller's workouts", async () => {
    const { record: upload, get, ctx } = await startWorkoutServer()
    const first = await upload('a.gpx', poor)
    const again = await upload('a.gpx', poor)
    const alone = await upload('b.gpx', other(5))
    const idsOf = async (id: string) => {
      const { body } = await get(`${PATH}?workout_id=${id}`)
      return body.data.duplicates.map(({ workouts }: { workouts: { id: string }[] }) =>
        workouts.map(({ id: each }) => each),
      )
    }
    expect(await idsOf(first.id)).toEqual([[first.id, again.id]])
    expect(await idsOf(again.id)).toEqual([[first.id, again.id]])
    expect(await idsOf(alone.id)).toEqual([])
    expect((await get(`${PATH}?workout_id=nothing`)).status).toBe(404)
    const eve = await aUser(ctx, { username: 'eve' })
    const { status } = await get(`${PATH}?workout_id=${first.id}`, { as: eve })
    expect(status).toBeGreaterThanOrEqual(403)
  })

  test('ignores other users: two may have the same file', async () => {
    const { record: upload, get, call, ctx } = await startWorkoutServer()
    await upload('a.gpx', poor)
    const eve = await aUser(ctx, { username: 'eve' })
    const body = new FormData()
    body.set('file', new File([poor], 'a.gpx'))
    body.set('data', '{"sport_id": 1, "duplicates": "skip"}')
    expect((await call('POST', '/api/workouts', { as: eve, body })).status).toBe(201)
    expect((await get(PATH, { as: eve })).body.pagination.total).toBe(0)
    expect((await get(PATH)).body.pagination.total).toBe(0)
  })

  test('is updated when workouts change', async () => {
    const { enter, send, get } = await startWorkoutServer()
    const first = await enter()
    const second = await enter()
    const total = async () => (await get(PATH)).body.pagination.total
    expect(await total()).toBe(1)
    await send('PATCH', `/api/workouts/${second.id}`, {
      json: { workout_date: '2024-06-01 10:00' },
    })
    expect(await total()).toBe(0)
    await send('PATCH', `/api/workouts/${second.id}`, {
      json: { workout_date: '2024-05-04 10:00' },
    })
    expect(await total()).toBe(1)
    await send('DELETE', `/api/workouts/${first.id}`)
    expect(await total()).toBe(0)
  })

  test('finds older files once they are hashed', async () => {
    const { record: upload, get, ctx } = await startWorkoutServer()
    await upload('a.gpx', poor)
    await upload('a.gpx', poor)
    await ctx.db.updateTable('workouts').set({ original_hash: null }).execute()
    await ctx.db.deleteFrom('workout_duplicates').execute()
    expect(await hashOriginals(ctx)).toBe(2)
    expect(await hashOriginals(ctx)).toBe(0)
    const { body } = await get(PATH)
    expect(body.data.duplicates).toMatchObject([{ reason: 'same_file' }])
  })
})

describe('POST /api/workouts/duplicates/dismiss', () => {
  test('hides the pair, even after another search', async () => {
    const { record: upload, send, get } = await startWorkoutServer()
    const first = await upload('a.gpx', poor)
    const second = await upload('a.gpx', poor)
    const json = { workout_ids: [first.id, second.id] }
    expect((await send('POST', `${PATH}/dismiss`, { json })).status).toBe(204)
    await send('POST', `/api/workouts/${second.id}/refresh`)
    expect((await get(PATH)).body.pagination.total).toBe(0)
  })

  test('rejects workouts that are no pair, and workouts of others', async () => {
    const { record: upload, send, ctx } = await startWorkoutServer()
    const first = await upload('a.gpx', poor)
    const second = await upload('b.gpx', other(5))
    const dismiss = (workout_ids: string[], more = {}) =>
      send('POST', `${PATH}/dismiss`, { json: { workout_ids }, ...more })
    expect(await dismiss([first.id, second.id])).toMatchObject({ status: 404, body: noPair })
    expect((await dismiss([first.id, first.id])).status).toBe(400)
    expect((await dismiss([first.id])).status).toBe(400)
    const eve = await aUser(ctx, { username: 'eve' })
    expect((await dismiss([first.id, second.id], { as: eve })).status).toBeGreaterThanOrEqual(403)
  })
})

describe('POST /api/workouts/duplicates/merge', () => {
  test.each([
    ['poor', 'rich'],
    ['rich', 'poor'],
  ])('keeps the %s one, which has the richer recording (the other is %s)', async (kept) => {
    const { record: upload, send, get, call, user, ctx } = await startWorkoutServer()
    const one = await upload('a.gpx', poor, { title: 'by phone', notes: 'n' })
    const two = await upload('a.fit', rich, { title: 'by watch' })
    const [keep, gone] = kept === 'poor' ? [one, two] : [two, one]
    const json = { workout_ids: [keep.id, gone.id] }
    const { status, body } = await send('POST', `${PATH}/merge`, { json })
    expect(status).toBe(200)
    expect(body.data.workouts).toMatchObject([
      { id: keep.id, title: keep.title, original_file: 'fit', ave_hr: 120 },
    ])
    expect((await get(`/api/workouts/${gone.id}`)).status).toBe(404)
    expect((await get(PATH)).body.pagination.total).toBe(0)
    const original = await call('GET', `/api/workouts/${keep.id}/original/download`, { as: user })
    expect(original.status).toBe(200)
    const beside = await ctx.db.selectFrom('kept_originals').select('path').execute()
    expect(beside).toHaveLength(1)
    expect(await ctx.files.exists(beside[0]?.path ?? '')).toBe(true)
    await send('DELETE', `/api/workouts/${keep.id}`)
    expect(await ctx.files.exists(beside[0]?.path ?? '')).toBe(false)
  })

  test('leaves totals and records as if there had been one workout', async () => {
    const { record: upload, send, get, user } = await startWorkoutServer()
    const one = await upload('a.gpx', poor)
    const two = await upload('a.gpx', poor)
    await send('POST', `${PATH}/merge`, { json: { workout_ids: [one.id, two.id] } })
    const { body } = await get(`/api/users/${user.username}`)
    expect(body.data[0]).toMatchObject({ nb_workouts: 1, total_distance: one.distance })
    const records = (await get('/api/records')).body.data.records
    expect(new Set(records.map(({ workout_id }: { workout_id: string }) => workout_id))).toEqual(
      new Set([one.id]),
    )
  })
})

describe('an archive', () => {
  const zip = zipBytes([
    { name: 'known.gpx', content: poor },
    { name: 'known.fit', content: rich },
    { name: 'fresh.gpx', content: other(6) },
    { name: 'fresh-again.gpx', content: other(6) },
  ])
  const dates = async (
    get: (path: string) => Promise<{
      body: { data: { workouts: { original_file: string; ave_hr: number | null }[] } }
    }>,
  ) => (await get('/api/workouts')).body.data.workouts.map(({ ave_hr }) => ave_hr)

  test.each([
    [undefined, 5],
    ['allow', 5],
    ['flag', 5],
    ['skip', 2],
    ['replace-if-richer', 2],
  ])('with the policy %s leads to %d workouts', async (duplicates, count) => {
    const { record: upload, upload: send, get } = await startWorkoutServer()
    await upload('a.gpx', poor)
    const { status } = await send('all.zip', zip, duplicates ? { duplicates } : {})
    expect(status).toBe(201)
    const found = await dates(get as never)
    expect(found).toHaveLength(count)
    if (count === 2) expect(found.includes(120)).toBe(duplicates === 'replace-if-richer')
  })

  test('with an unknown policy is rejected', async () => {
    const { upload } = await startWorkoutServer()
    expect((await upload('all.zip', zip, { duplicates: 'perhaps' })).status).toBe(400)
  })
})
