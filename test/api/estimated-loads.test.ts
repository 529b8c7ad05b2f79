import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { estimatedLoads } from '@/store/db/migrations/0110-estimated-loads'
import { listUsersWithWrongLoadSums } from '@/store/db/queries/workouts/workout-loads'
import { updateLoads } from '@/use-cases/training/update-loads'
import { analysePoints } from '@/use-cases/workouts/measure/analyse-points'
import { aUser } from '../support/factories'
import { steadyGpx } from '../support/steady-gpx'
import { fitFile, fitTime, lap, poolLength, record } from '../support/tracks/fit'
import { aFollow, aWorkout, startWorkoutServer } from '../support/workouts'

const THRESHOLDS = { max_hr: 190, resting_hr: 50, lthr: 160, threshold_pace: 360, swim_pace: 100 }
const [RUN, SWIM] = [5, 16]
const hour = { duration: 3600, workout_date: '2026-03-01 10:00' }

async function open(thresholds: object = THRESHOLDS) {
  const server = await startWorkoutServer({ timezone: 'Europe/Paris' }, { importWithoutGps: true })
  server.clock.set('2026-03-10T12:00:00Z')
  const set = (kind: string, value: number, day = '2020-01-01') =>
    server.send('PUT', `/api/thresholds/${kind}/${day}`, { json: { value } })
  for (const [kind, value] of Object.entries(thresholds)) await set(kind, value)
  const loadOf = async ({ id }: { id: string }, as = server.user) =>
    (await server.get(`/api/workouts/${id}/load`, { as })).body.data.load
  const days = async () => {
    const { body } = await server.get('/api/load?from=2026-02-01')
    return body.data.days.flatMap(({ day, load }: { day: string; load: number }) =>
      load > 0 ? [[day, load]] : [],
    )
  }
  return { ...server, set, loadOf, days }
}

const byPace = (value: number, intensity_factor: number, is_estimate = true) => ({
  ...{ source: 'pace', value, intensity_factor, is_estimate },
})

describe('the load of a manual workout', () => {
  test('is estimated from its mean pace, and included in fitness and periods', async () => {
    const { enter, loadOf, days, get } = await open()
    const workout = await enter({ sport_id: RUN, distance: 8, ...hour })
    // 8 km/h at a threshold of 10 km/h: 1 × 0.8² × 100.
    const load = byPace(64, 0.8)
    expect(await loadOf(workout)).toEqual({ load, loads: [load], trimp: null, zones: {} })
    expect(await days()).toEqual([['2026-03-01', 64]])
    const { periods } = (await get('/api/load/periods')).body.data
    expect(periods).toMatchObject([{ workouts: 1, loads: 1, estimates: 1, load: 64 }])
  })

  test('is updated with its distance, time, day and sport, and deleted with it', async () => {
    const { enter, send, days, ctx } = await open()
    const { id } = await enter({ sport_id: RUN, distance: 8, ...hour })
    const edit = (json: object) => send('PATCH', `/api/workouts/${id}`, { json })
    await edit({ distance: 10 })
    expect(await days()).toEqual([['2026-03-01', 100]])
    await edit({ duration: 7200, workout_date: '2026-03-03 10:00' })
    expect(await days()).toEqual([['2026-03-03', 50]])
    await edit({ title: 'Long and slow' })
    expect(await days()).toEqual([['2026-03-03', 50]])
    await edit({ sport_id: 1 })
    expect(await days()).toEqual([])
    await edit({ sport_id: RUN })
    expect(await listUsersWithWrongLoadSums(ctx.db)).toEqual([])
    await send('DELETE', `/api/workouts/${id}`)
    expect(await days()).toEqual([])
    expect(await ctx.db.selectFrom('workout_loads').selectAll().execute()).toEqual([])
  })

  test('is recomputed when a threshold changes, and removed without one', async () => {
    const { enter, loadOf, days, set, ctx } = await open({})
    const workout = await enter({ sport_id: RUN, distance: 8, ...hour })
    expect(await loadOf(workout)).toBeNull()
    expect(await days()).toEqual([])
    await set('threshold_pace', 360)
    await updateLoads(ctx, () => false)
    expect(await days()).toEqual([['2026-03-01', 64]])
    await set('threshold_pace', 450, '2026-02-01')
    await updateLoads(ctx, () => false)
    expect(await days()).toEqual([['2026-03-01', 100]])
  })

  test('is computed in the background for workouts from earlier releases', async () => {
    const { enter, days, ctx } = await open()
    await enter({ sport_id: RUN, distance: 8, ...hour })
    for (const table of ['workout_loads', 'load_sums'] as const)
      await ctx.db.deleteFrom(table).execute()
    await sql.raw(estimatedLoads.at(-1) ?? '').execute(ctx.db)
    expect(await days()).toEqual([])
    await updateLoads(ctx, () => false)
    expect(await days()).toEqual([['2026-03-01', 64]])
    expect(await listUsersWithWrongLoadSums(ctx.db)).toEqual([])
  })

  test('is estimated from the mean heart rate when it is known, for callers who may see it', async () => {
    const { ctx, user, loadOf, send } = await open()
    const levels = { workout_visibility: 'public', analysis_visibility: 'public' } as const
    const numbers = { sport_id: RUN, distance: 8, duration: 3600, moving: 3600, ave_hr: 160 }
    const { short_id: id } = await aWorkout(ctx, user, { ...numbers, ...levels })
    const byHeart = {
      ...{ source: 'heart_rate', value: 100, intensity_factor: null, is_estimate: true },
    }
    expect(await loadOf({ id })).toMatchObject({ load: byHeart, loads: [byHeart, byPace(64, 0.8)] })
    const other = await aUser(ctx)
    expect(await loadOf({ id }, other)).toEqual({ loads: [byPace(64, 0.8)], zones: {} })
    const json = { hr_visibility: 'public' }
    await send('POST', '/api/auth/profile/edit/preferences', { json })
    expect(await loadOf({ id }, other)).toMatchObject({ load: byHeart })
  })

  test('is visible only to callers who may see the analysis of the workout', async () => {
    const { ctx, user, get, loadOf } = await open()
    const levels = { workout_visibility: 'public', analysis_visibility: 'followers_only' } as const
    const numbers = { sport_id: RUN, distance: 10, duration: 3600, moving: 3600 }
    const { short_id: id } = await aWorkout(ctx, user, { ...numbers, ...levels })
    const [stranger, follower] = [await aUser(ctx), await aUser(ctx)]
    await aFollow(ctx, follower, user)
    expect((await get(`/api/workouts/${id}/load`, { as: stranger })).status).toBe(404)
    expect((await loadOf({ id }, follower)).load).toEqual(byPace(100, 1))
  })
})

describe('the load of a swim', () => {
  /** Two laps of fifteen lengths of 20 s in a 25 m pool, with a rest of ten minutes between them. */
  function poolSwim() {
    const start = fitTime('2026-03-01T08:00:00Z')
    const lengths = (from: number) =>
      Array.from({ length: 15 }, (_, i) => poolLength(start + from + i * 20, 20, [0, 14]))
    return fitFile([
      ...[0, 300, 900, 1200].map((second) => record({ time: start + second })),
      ...lengths(0),
      poolLength(start + 300, 600, [null, null]),
      ...lengths(900),
      lap({ start, elapsed: 900, timer: 900, distance: 375 }),
      lap({ start: start + 900, elapsed: 300, timer: 300, distance: 375 }),
      {
        global: 18,
        fields: [
          [253, 'uint32', start + 1200],
          [2, 'uint32', start],
          [44, 'uint16', 2500],
        ],
      },
    ])
  }

  test('is the cube of the speed in open water', async () => {
    const { record: upload, loadOf, days } = await open()
    const gpx = steadyGpx({ start: '2026-03-01T09:00:00Z', minutes: 60, speed: 0.8 })
    const load = await loadOf(await upload('lake.gpx', gpx, { sport_id: SWIM }))
    // 0.8 m/s at a threshold of 1 m/s: 1 × 0.8³ × 100.
    expect(load).toMatchObject({ load: byPace(51.2, 0.8, false), swum: { distance: 2880 } })
    expect(load.swum.seconds).toBe(3600)
    expect(await days()).toEqual([['2026-03-01', 51.2]])
  })

  test('uses the lengths of a pool, without the rests', async () => {
    const { record: upload, loadOf, days, ctx, send, set } = await open()
    const workout = await upload('pool.fit', poolSwim(), { sport_id: SWIM })
    // 750 m in ten minutes are 1.25 m/s: 1/6 × 1.25³ × 100 = 32.55.
    const load = byPace(32.6, 1.25, false)
    expect(await loadOf(workout)).toMatchObject({ load, swum: { distance: 750, seconds: 600 } })
    expect(await days()).toEqual([['2026-03-01', 32.6]])
    // It is the same however it is recomputed.
    const loads = () => ctx.db.selectFrom('workout_loads').selectAll().execute()
    const before = await loads()
    await analysePoints(ctx, [1])
    expect(await loads()).toEqual(before)
    await send('POST', `/api/workouts/${workout.id}/refresh`)
    expect(await loads()).toEqual(before)
    await set('swim_pace', 80, '2026-01-01')
    await updateLoads(ctx, () => false)
    expect(await loads()).toMatchObject([{ load: 1667 }])
    expect(await listUsersWithWrongLoadSums(ctx.db)).toEqual([])
  })

  test('is an estimate for a manual workout', async () => {
    const { enter, loadOf } = await open()
    const workout = await enter({ sport_id: SWIM, distance: 2.88, ...hour })
    const load = byPace(51.2, 0.8)
    expect(await loadOf(workout)).toMatchObject({ load, swum: { distance: 2880, seconds: 3600 } })
  })
})
