import { describe, expect, test } from 'bun:test'
import { aSuspendedUser, aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { aWorkout, startWorkoutServer } from '../support/workouts'

const invalidPayload = { message: 'invalid payload', status: 'error' }
const badClimbs = { message: 'invalid ascent or descent', status: 'invalid' }
const overLimits = {
  message: 'one or more values, entered or calculated, exceed the limits',
  status: 'error',
}
const notFound = { data: { workouts: [] }, status: 'not found' }
const recording = gpxOf(samplePoints(60))

/** Edits a manual workout and returns the response. */
async function edited(json: unknown, entry: object = {}) {
  const server = await startWorkoutServer()
  const { id } = await server.enter(entry)
  return server.send('PATCH', `/api/workouts/${id}`, { json })
}

/** Edits a recorded workout and returns the response. */
async function editedRecording(json: unknown, data: object = {}) {
  const server = await startWorkoutServer()
  const { id } = await server.record('ride.gpx', recording, data)
  return server.send('PATCH', `/api/workouts/${id}`, { json })
}

const workoutOf = ({ body }: { body: { data: { workouts: object[] } } }) => body.data.workouts[0]

describe('PATCH /api/workouts/{id}', () => {
  test('checks the token and suspension before anything else', async () => {
    const { call, ctx, send } = await startWorkoutServer()
    expect((await call('PATCH', '/api/workouts/zz', { json: {} })).status).toBe(401)
    const as = await aSuspendedUser(ctx)
    expect((await send('PATCH', '/api/workouts/zz', { as, json: {} })).status).toBe(403)
  })

  test('returns 404 before 403, and 403 before 400', async () => {
    const server = await startWorkoutServer()
    const hidden = await server.enter({ workout_visibility: 'private' })
    const seen = await server.enter({ workout_visibility: 'public' })
    const as = await aUser(server.ctx)
    const patch = (id: string) => server.send('PATCH', `/api/workouts/${id}`, { as, json: {} })
    expect(await patch('zz')).toMatchObject({ status: 404, body: notFound })
    expect(await patch(hidden.id)).toMatchObject({ status: 404, body: notFound })
    expect(await patch(seen.id)).toMatchObject({
      status: 403,
      body: { message: 'you do not have permissions', status: 'error' },
    })
  })

  test.each([
    [{}],
    [[]],
    [null],
    ['title'],
    [{ title: 1 }],
    [{ sport_id: null }],
    [{ sport_id: true }],
    [{ workout_visibility: 'everyone' }],
    [{ workout_visibility: null }],
    [{ analysis_visibility: 'everyone' }],
    [{ workout_date: 'yesterday' }],
    [{ workout_date: 20240101 }],
    [{ distance: 'far' }],
    [{ distance: -1 }],
    [{ duration: true }],
    [{ duration: 0.2 }],
    [{ calories: -5 }],
  ])('rejects the payload %j', async (json) => {
    expect(await edited(json)).toMatchObject({ status: 400, body: invalidPayload })
  })

  test('rejects invalid JSON', async () => {
    const server = await startWorkoutServer()
    const { id } = await server.enter()
    const request = { as: server.user, body: '{', headers: { 'content-type': 'application/json' } }
    expect(await server.call('PATCH', `/api/workouts/${id}`, request)).toMatchObject({
      status: 400,
      body: invalidPayload,
    })
  })

  test.each([999, 'abc', '', 0, 1.5])('rejects the unknown sport %p', async (sport_id) => {
    expect(await edited({ sport_id })).toMatchObject({
      status: 400,
      body: { message: `sport id ${sport_id} not found`, status: 'invalid' },
    })
  })

  test.each([
    [{ ascent: 120 }],
    [{ descent: null }],
    [{ ascent: null }],
    [{ ascent: 1, descent: null }],
    [{ ascent: -1, descent: 1 }],
    [{ ascent: '1', descent: 1 }],
    [{ sport_id: 999, ascent: 1, workout_date: 'yesterday' }],
  ])('requires ascent and descent together: %j', async (json) => {
    expect(await edited(json)).toMatchObject({ status: 400, body: badClimbs })
  })

  test.each([
    [{ distance: 1000 }],
    [{ duration: 2_147_483_648 }],
    [{ duration: 1, distance: 900 }],
    [{ ascent: 100_000, descent: 1 }],
    [{ calories: 2_147_483_648 }],
  ])('rejects %j, which exceeds the limits', async (json) => {
    expect(await edited(json)).toMatchObject({ status: 400, body: overLimits })
  })

  test.each([
    [{ map_visibility: 'public' }, "invalid key ('map_visibility') for workout without file"],
    [
      { map_visibility: null, analysis_visibility: 'public' },
      "invalid keys ('analysis_visibility', 'map_visibility') for workout without file",
    ],
  ])('rejects %j without a recording', async (json, message) => {
    expect(await edited(json)).toMatchObject({ status: 400, body: { message, status: 'invalid' } })
  })

  test.each([
    [{ distance: 12 }, "invalid key ('distance') for workout with file"],
    [
      { workout_date: '2024-01-01 10:00', ascent: 1, calories: 2, duration: 0 },
      "invalid keys ('ascent', 'calories', 'duration', 'workout_date') for workout with file",
    ],
  ])('rejects %j with a recording', async (json, message) => {
    expect(await editedRecording(json)).toMatchObject({
      status: 400,
      body: { message, status: 'invalid' },
    })
  })

  test('rejects an elevation source that is unknown or not configured, or without a recording', async () => {
    const elevation_data_source = 'file'
    expect((await edited({ elevation_data_source })).body).toEqual({
      message: "'elevation_data_source' can not be provided for workout without file",
      status: 'error',
    })
    for (const name of ['magic', 'valhalla', 'provider_a', 7])
      expect(await editedRecording({ elevation_data_source: name })).toMatchObject({
        status: 400,
        body: { message: `'${name}' as elevation data source is not valid`, status: 'error' },
      })
  })

  test('returns the whole updated workout', async () => {
    const server = await startWorkoutServer()
    const before = await server.enter({ title: 'old' })
    server.clock.advance(1000)
    const answer = await server.send('PATCH', `/api/workouts/${before.id}`, {
      json: { title: 'new', nonsense: 1 },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: {
        workouts: [{ ...before, title: 'new', modification_date: 'Sat, 14 Mar 2026 12:00:01 GMT' }],
      },
      status: 'success',
    })
  })

  test('changes the modification date only with a change', async () => {
    const server = await startWorkoutServer()
    const { id, title, distance } = await server.enter({ title: 'old' })
    const modified = async (json: object) => {
      const answer = await server.send('PATCH', `/api/workouts/${id}`, { json })
      return answer.body.data.workouts[0].modification_date
    }
    for (const same of [
      { title, distance, sport_id: 1, workout_visibility: 'private' },
      { nonsense: 1 },
      { notes: null, ascent: null, descent: null, calories: 0, equipment_ids: [] },
    ])
      expect(await modified(same)).toBeNull()
    expect(await modified({ title: 'new' })).toBe('Sat, 14 Mar 2026 12:00:00 GMT')
    server.clock.advance(1000)
    expect(await modified({ title: 'new' })).toBe('Sat, 14 Mar 2026 12:00:00 GMT')
  })

  test('ignores null texts, stores empty ones and truncates long ones', async () => {
    const texts = { title: 'a title', description: 'a description', notes: 'notes' }
    const nothing = { title: null, description: null, notes: null }
    expect(workoutOf(await edited(nothing, texts))).toMatchObject(texts)
    const emptied = { title: '', description: '', notes: '' }
    expect(workoutOf(await edited(emptied, texts))).toMatchObject(emptied)
    const long = { title: 't'.repeat(300), notes: 'n'.repeat(501) }
    expect(workoutOf(await edited(long))).toMatchObject({
      title: 't'.repeat(255),
      notes: 'n'.repeat(500),
    })
  })

  test('computes speeds from a new distance or duration and ignores zeros', async () => {
    expect(workoutOf(await edited({ distance: 25, duration: 0 }))).toMatchObject({
      distance: 25,
      duration: '0:30:00',
      ave_speed: 50,
      max_speed: 50,
    })
    expect(workoutOf(await edited({ duration: 3600.9, distance: null }))).toMatchObject({
      ...{ distance: 10, duration: '1:00:00', moving: '1:00:00', ave_speed: 10 },
    })
    const run = workoutOf(await edited({ duration: 3000 }, { sport_id: 5 }))
    expect(run).toMatchObject({ ave_pace: '0:05:00', best_pace: '0:05:00' })
  })

  test('changes date, climbs and calories, and clears calories', async () => {
    const changes = { workout_date: '2024-07-09 08:15', ascent: 120, descent: 110.5, calories: 500 }
    const entry = { ascent: 1, descent: 1, calories: 1 }
    expect(workoutOf(await edited(changes, entry))).toMatchObject({
      ...changes,
      workout_date: 'Tue, 09 Jul 2024 06:15:00 GMT',
    })
    expect(
      workoutOf(await edited({ ascent: null, descent: null, calories: 0 }, entry)),
    ).toMatchObject({ ascent: null, descent: null, calories: null })
  })

  test('moves records to the new sport', async () => {
    const server = await startWorkoutServer()
    const { id } = await server.enter()
    await server.send('PATCH', `/api/workouts/${id}`, { json: { sport_id: '2' } })
    const { body } = await server.get('/api/records')
    const found: { sport_id: number }[] = body.data.records
    expect(found.map(({ sport_id }) => sport_id)).toEqual([2, 2, 2, 2])
  })

  test('limits the visibility of analysis and map', async () => {
    const open = { analysis_visibility: 'public', map_visibility: 'public' }
    const all = { workout_visibility: 'followers_only', ...open }
    expect(workoutOf(await editedRecording(all))).toMatchObject({
      workout_visibility: 'followers_only',
      analysis_visibility: 'followers_only',
      map_visibility: 'followers_only',
    })
    const everyone = { workout_visibility: 'public', ...open }
    expect(
      workoutOf(
        await editedRecording(
          { map_visibility: 'public' },
          { ...everyone, analysis_visibility: 'private' },
        ),
      ),
    ).toMatchObject({
      map_visibility: 'private',
    })
    expect(
      workoutOf(
        await editedRecording(
          { analysis_visibility: null, map_visibility: null, title: 'x' },
          everyone,
        ),
      ),
    ).toMatchObject(everyone)
  })

  test('does not change the stored visibilities of analysis and map when only that of the workout changes', async () => {
    const server = await startWorkoutServer()
    const open = {
      workout_visibility: 'public',
      analysis_visibility: 'public',
      map_visibility: 'public',
    }
    const { id } = await server.record('ride.gpx', recording, open)
    const patch = (workout_visibility: string) =>
      server.send('PATCH', `/api/workouts/${id}`, { json: { workout_visibility } })
    expect(workoutOf(await patch('private'))).toMatchObject({
      workout_visibility: 'private',
      analysis_visibility: 'private',
      map_visibility: 'private',
    })
    expect(workoutOf(await patch('public'))).toMatchObject(open)
  })

  test('reads a recording again for a new sport', async () => {
    const server = await startWorkoutServer()
    const before = await server.record('ride.gpx', recording)
    const { body } = await server.send('PATCH', `/api/workouts/${before.id}`, {
      json: { sport_id: 11 },
    })
    const [after] = body.data.workouts
    expect(after).toMatchObject({
      ascent: null,
      max_alt: null,
      map: before.map,
      title: before.title,
    })
    expect(after.segments).toHaveLength(1)
    expect(after.segments[0].segment_id).not.toBe(before.segments[0].segment_id)
    const back = await server.send('PATCH', `/api/workouts/${before.id}`, { json: { sport_id: 1 } })
    expect(workoutOf(back)).toMatchObject({ ascent: before.ascent, max_alt: before.max_alt })
  })

  test('changes nothing when the recording is missing', async () => {
    const server = await startWorkoutServer()
    const { id } = await server.record('ride.gpx', recording)
    const { original_file } = await server.ctx.db
      .selectFrom('workouts')
      .select('original_file')
      .executeTakeFirstOrThrow()
    await server.ctx.files.remove(original_file ?? '')
    const json = { sport_id: 2, title: 'changed' }
    const answer = await server.send('PATCH', `/api/workouts/${id}`, { json })
    expect(answer).toMatchObject({
      status: 500,
      body: { message: 'error when opening original file', status: 'error' },
    })
    expect(workoutOf(await server.get(`/api/workouts/${id}`))).toMatchObject({ sport_id: 1 })
  })
})

describe('PATCH /api/workouts/{id} with equipment', () => {
  async function withItems() {
    const server = await startWorkoutServer()
    const make = async (label: string, equipment_type_id: number) => {
      const json = { label, equipment_type_id }
      const { body } = await server.send('POST', '/api/equipments', { json })
      return body.data.equipments[0].id as string
    }
    const items = {
      bike: await make('Bike', 2),
      shoes: await make('Shoes', 1),
      misc: await make('Misc', 10),
    }
    const totals = async (id: string) => {
      const { body } = await server.get(`/api/equipments/${id}`)
      const [{ total_distance, total_duration_in_hours, workouts_count }] = body.data.equipments
      return [total_distance, total_duration_in_hours, workouts_count]
    }
    const labels = (answer: Awaited<ReturnType<typeof server.get>>) =>
      answer.body.data.workouts[0].equipments.map(({ label }: { label: string }) => label)
    return { ...server, ...items, totals, labels }
  }

  test('replaces the equipment with the list and updates totals', async () => {
    const { enter, send, bike, misc, totals, labels } = await withItems()
    const { id } = await enter({ equipment_ids: [bike] })
    expect(await totals(bike)).toEqual([10, 0.5, 1])
    const swap = await send('PATCH', `/api/workouts/${id}`, { json: { equipment_ids: [misc] } })
    expect(labels(swap)).toEqual(['Misc'])
    expect([await totals(bike), await totals(misc)]).toEqual([
      [0, 0, 0],
      [10, 0.5, 1],
    ])
    await send('PATCH', `/api/workouts/${id}`, { json: { distance: 15, duration: 7200 } })
    expect(await totals(misc)).toEqual([15, 2, 1])
    const none = await send('PATCH', `/api/workouts/${id}`, { json: { equipment_ids: [] } })
    expect(labels(none)).toEqual([])
    expect(await totals(misc)).toEqual([0, 0, 0])
  })

  test('removes equipment that does not match a new sport, except Misc', async () => {
    const { enter, send, bike, shoes, misc, totals, labels } = await withItems()
    const { id } = await enter({ equipment_ids: [bike, shoes, misc] })
    const answer = await send('PATCH', `/api/workouts/${id}`, { json: { sport_id: 5 } })
    expect(labels(answer)).toEqual(['Shoes', 'Misc'])
    expect(await totals(bike)).toEqual([0, 0, 0])
  })

  test('checks a list against the new sport', async () => {
    const { enter, send, bike } = await withItems()
    const { id } = await enter({ equipment_ids: [bike] })
    const json = { sport_id: 5, equipment_ids: [bike] }
    expect((await send('PATCH', `/api/workouts/${id}`, { json })).body).toEqual({
      equipment_id: bike,
      message: `invalid equipment id ${bike} for sport Running`,
      status: 'invalid',
    })
  })

  test('accepts inactive equipment only if it is already attached', async () => {
    const { enter, send, bike, labels } = await withItems()
    const { id } = await enter({ equipment_ids: [bike] })
    const other = await enter()
    await send('PATCH', `/api/equipments/${bike}`, { json: { is_active: false } })
    const json = { equipment_ids: [bike] }
    expect(labels(await send('PATCH', `/api/workouts/${id}`, { json }))).toEqual(['Bike'])
    expect((await send('PATCH', `/api/workouts/${other.id}`, { json })).body).toMatchObject({
      message: `equipment with id ${bike} is inactive`,
      status: 'inactive',
    })
  })
})

describe('DELETE /api/workouts/{id}', () => {
  test('returns 404 before 403', async () => {
    const server = await startWorkoutServer()
    const seen = await aWorkout(server.ctx, server.user, { workout_visibility: 'public' })
    const hidden = await aWorkout(server.ctx, server.user)
    const as = await aUser(server.ctx)
    const remove = (id: string) => server.send('DELETE', `/api/workouts/${id}`, { as })
    expect((await server.call('DELETE', `/api/workouts/${seen.short_id}`)).status).toBe(401)
    expect((await remove(seen.short_id)).status).toBe(403)
    expect(await remove(hidden.short_id)).toMatchObject({ status: 404, body: notFound })
  })

  test('deletes the workout with everything that belongs to it', async () => {
    const server = await startWorkoutServer()
    const { id } = await server.record('ride.gpx', recording)
    await server.send('POST', `/api/workouts/${id}/like`)
    const { map } = (await server.get(`/api/workouts/${id}`)).body.data.workouts[0]
    expect((await server.get(`/api/workouts/map/${map}`)).status).toBe(200)
    const stored = await server.ctx.db
      .selectFrom('workouts')
      .select(['original_file', 'map_file'])
      .executeTakeFirstOrThrow()
    const files = [stored.original_file ?? '', stored.map_file ?? '']
    expect(await Promise.all(files.map(server.ctx.files.exists))).toEqual([true, true])
    const answer = await server.send('DELETE', `/api/workouts/${id}`)
    expect(answer).toMatchObject({ status: 204, body: '' })
    expect((await server.get(`/api/workouts/${id}`)).status).toBe(404)
    expect((await server.get('/api/records')).body.data.records).toEqual([])
    expect(await Promise.all(files.map(server.ctx.files.exists))).toEqual([false, false])
    for (const table of ['segments', 'segment_points', 'segment_pieces', 'workout_likes'] as const)
      expect(await server.ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
