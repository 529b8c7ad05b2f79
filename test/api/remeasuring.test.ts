import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { remeasureNext } from '@/use-cases/workouts/measure/remeasure-account'
import { aUser } from '../support/factories'
import { fitFile, fitTime, record as sample, session } from '../support/tracks/fit'
import { startWorkoutServer } from '../support/workouts'

const METRE = 1 / 111_320

/** A ride of a minute at 5 m/s, whose device counted 2 % more; on a day of June 2024. */
function ride(day: number) {
  const start = fitTime(`2024-06-${String(day).padStart(2, '0')}T08:00:00Z`)
  return fitFile([
    ...Array.from({ length: 61 }, (_, i) =>
      sample({ time: start + i, lat: 45 + 5 * i * METRE, lon: 6, distance: 5.1 * i }),
    ),
    session({ start, elapsed: 62, timer: 60, distance: 306, maxSpeed: 5.4, ascent: 3 }),
  ])
}

const PATH = '/api/workouts/measurements'

/** A server that measures by the device, and a user with this number of rides. */
async function open({ rides = 0 } = {}) {
  const server = await startWorkoutServer({}, { measurements: 'device' })
  const { send, get, record, ctx } = server
  const ids: string[] = []
  for (let day = 1; day <= rides; day++)
    ids.unshift((await record(`${day}.fit`, ride(day), { title: `Ride ${day}` })).id)
  const state = async () => (await get(PATH)).body.data.measurements
  const request = async () => (await send('POST', PATH)).body.data.measurements
  return {
    ...server,
    /** Short ids of the rides, newest first. */
    ids,
    state,
    request,
    prefer: (measurements: string | null) =>
      send('POST', '/api/auth/profile/edit/preferences', { json: { measurements } }),
    distances: async () =>
      (await get('/api/workouts?per_page=50')).body.data.workouts.map(
        ({ distance }: { distance: number }) => distance,
      ),
    work: async () => {
      while (await remeasureNext(ctx));
    },
    /** Deletes the file of a workout. */
    deleteFile: async (id: string) => {
      const { original_file } = await ctx.db
        .selectFrom('workouts')
        .select('original_file')
        .where('short_id', '=', id)
        .executeTakeFirstOrThrow()
      await rm(join(ctx.config.uploadsDir, original_file ?? ''))
    },
  }
}

describe('GET /api/workouts/measurements/comparison', () => {
  test('measures the ten newest recordings under both settings without storing anything', async () => {
    const { ids, get, enter, distances } = await open({ rides: 11 })
    await enter()
    const before = await distances()
    const { status, body } = await get(`${PATH}/comparison`)
    expect(status).toBe(200)
    const { workouts } = body.data
    expect(workouts.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 10))
    expect(workouts[0]).toEqual({
      ...{ id: ids[0], title: 'Ride 11', sport_id: 1 },
      workout_date: 'Tue, 11 Jun 2024 08:00:00 GMT',
      device: {
        ...{ ascent: 3, descent: null, distance: 0.306, max_speed: 19.44 },
        ...{ duration: '0:01:02', moving: '0:01:00' },
      },
      fittrackee: {
        ...{ ascent: null, descent: null, distance: 0.3, max_speed: 18 },
        ...{ duration: '0:01:00', moving: '0:01:00' },
      },
      error: null,
    })
    expect(await distances()).toEqual(before)
  })

  test('says which recording cannot be read', async () => {
    const { ids, get, deleteFile } = await open({ rides: 2 })
    await deleteFile(ids[0] ?? '')
    const { workouts } = (await get(`${PATH}/comparison`)).body.data
    expect(workouts[0]).toMatchObject({
      ...{ device: null, fittrackee: null },
      error: 'error when opening original file',
    })
    expect(workouts[1].error).toBeNull()
  })

  test('is empty for a user without recordings, and requires a token', async () => {
    const { ctx, get, call, enter } = await open({ rides: 1 })
    const other = await aUser(ctx)
    expect((await get(`${PATH}/comparison`, { as: other })).body.data.workouts).toEqual([])
    await enter()
    expect((await call('GET', `${PATH}/comparison`)).status).toBe(401)
  })
})

describe('POST /api/workouts/measurements', () => {
  test('measures all recordings again in the background, newest first', async () => {
    const { ctx, clock, state, request, prefer, distances, work, enter } = await open({ rides: 3 })
    await enter({ workout_date: '2024-06-02 10:00', distance: 7 })
    expect(await state()).toEqual({
      ...{ current: 'device', preference: null, server: 'device', remeasurement: null },
    })
    await prefer('fittrackee')
    expect(await request()).toMatchObject({
      current: 'fittrackee',
      remeasurement: { status: 'in_progress', done: 0, failed: 0, total: 3, ended_at: null },
    })
    expect(await remeasureNext(ctx)).toBe(true)
    expect(await distances()).toEqual([0.3, 7, 0.306, 0.306])
    expect((await state()).remeasurement).toMatchObject({ status: 'in_progress', done: 1 })
    await work()
    expect(await distances()).toEqual([0.3, 7, 0.3, 0.3])
    expect((await state()).remeasurement).toEqual({
      ...{ status: 'successful', done: 3, failed: 0, total: 3, failures: [] },
      measurements: 'fittrackee',
      started_at: new Date(clock.now()).toUTCString(),
      ended_at: new Date(clock.now()).toUTCString(),
    })
  })

  test('keeps the texts and equipment of a workout, and its calories if the recording has none', async () => {
    const { ctx, ids, get, send, prefer, request, work } = await open({ rides: 1 })
    const path = `/api/workouts/${ids[0]}`
    await send('PATCH', path, { json: { title: 'Mine', notes: 'windy', description: 'x' } })
    await ctx.db.updateTable('workouts').set({ calories: 512 }).execute()
    await prefer('fittrackee')
    await request()
    await work()
    expect((await get(path)).body.data.workouts[0]).toMatchObject({
      ...{ title: 'Mine', notes: 'windy', description: 'x', calories: 512, distance: 0.3 },
    })
  })

  test('joins a request in progress, and starts again when the preference has changed', async () => {
    const { ctx, request, prefer, state, distances, work } = await open({ rides: 3 })
    await prefer('fittrackee')
    await request()
    await remeasureNext(ctx)
    expect((await request()).remeasurement).toMatchObject({ done: 1 })
    await prefer('device')
    expect((await request()).remeasurement).toMatchObject({ done: 0, measurements: 'device' })
    await remeasureNext(ctx)
    await prefer('fittrackee')
    await work()
    expect((await state()).remeasurement).toMatchObject({ done: 3, measurements: 'fittrackee' })
    expect(await distances()).toEqual([0.3, 0.3, 0.3])
  })

  test('counts and names recordings that cannot be read, and skips one that crashes the server', async () => {
    const { ctx, ids, request, prefer, state, distances, work, deleteFile } = await open({
      rides: 3,
    })
    await prefer('fittrackee')
    await request()
    await deleteFile(ids[1] ?? '')
    await ctx.db.updateTable('remeasurements').set({ attempts: 3 }).execute()
    await work()
    expect((await state()).remeasurement).toMatchObject({
      ...{ status: 'successful', done: 3, failed: 2 },
      failures: [
        { workout_id: ids[0], error: 'the server stopped while measuring this recording' },
        { workout_id: ids[1], error: 'error when opening original file' },
      ],
    })
    expect(await distances()).toEqual([0.306, 0.306, 0.3])
  })

  test('continues with the following workout when the next one is deleted', async () => {
    const { ctx, ids, send, request, prefer, distances, work } = await open({ rides: 3 })
    await prefer('fittrackee')
    await request()
    await remeasureNext(ctx)
    await send('DELETE', `/api/workouts/${ids[1]}`)
    await work()
    expect(await distances()).toEqual([0.3, 0.3])
  })

  test('ends at once without recordings', async () => {
    const { ctx, request } = await open()
    expect((await request()).remeasurement).toMatchObject({ status: 'successful', total: 0 })
    expect(await remeasureNext(ctx)).toBe(false)
  })

  test('serves users with few recordings first', async () => {
    const { ctx, request, send, call } = await open({ rides: 2 })
    await request()
    const other = await aUser(ctx)
    const body = new FormData()
    body.set('file', new File([new Uint8Array(ride(1))], 'a.fit'))
    body.set('data', JSON.stringify({ sport_id: 1 }))
    expect((await call('POST', '/api/workouts', { as: other, body })).status).toBe(201)
    await send('POST', PATH, { as: other })
    await remeasureNext(ctx)
    const waiting = await ctx.db
      .selectFrom('remeasurements')
      .select('user_id')
      .where('ended_at', 'is', null)
      .execute()
    expect(waiting).toHaveLength(1)
    expect(waiting[0]?.user_id).not.toBe(other.id)
  })
})

describe('POST /api/workouts/measurements/abort', () => {
  test('stops after the current recording and keeps the new figures', async () => {
    const { ctx, send, request, prefer, state, distances } = await open({ rides: 3 })
    await prefer('fittrackee')
    await request()
    await remeasureNext(ctx)
    const { status, body } = await send('POST', `${PATH}/abort`)
    expect(status).toBe(200)
    expect(body.data.measurements.remeasurement).toMatchObject({ status: 'aborted', done: 1 })
    expect(await remeasureNext(ctx)).toBe(false)
    expect(await distances()).toEqual([0.3, 0.306, 0.306])
    expect((await state()).remeasurement).toMatchObject({ status: 'aborted' })
  })

  test('is rejected when nothing is in progress', async () => {
    const { send } = await open()
    const { status, body } = await send('POST', `${PATH}/abort`)
    expect(status).toBe(400)
    expect(body).toEqual({ status: 'error', message: 'workouts are not being measured' })
  })
})
