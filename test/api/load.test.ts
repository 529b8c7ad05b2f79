import { describe, expect, test } from 'bun:test'
import { listUsersWithWrongLoadSums } from '@/store/db/queries/workouts/workout-loads'
import { updateLoads } from '@/use-cases/training/update-loads'
import { analysePoints } from '@/use-cases/workouts/measure/analyse-points'
import { aSuspendedUser, aUser } from '../support/factories'
import { steadyGpx } from '../support/steady-gpx'
import { aFollow, startWorkoutServer } from '../support/workouts'

const NOBODY = '2AXUtXDfi8HwaAHdf6BDaa'
const THRESHOLDS = { ftp: 250, max_hr: 190, resting_hr: 50, lthr: 160, threshold_pace: 250 }

/** A server with a user who has had every threshold since 2020. */
async function open(timezone = 'Europe/Paris') {
  const server = await startWorkoutServer({ username: 'ann', timezone })
  server.clock.set('2026-03-10T12:00:00Z')
  for (const [kind, value] of Object.entries(THRESHOLDS))
    await server.send('PUT', `/api/thresholds/${kind}/2020-01-01`, { json: { value } })
  const ride = (day: string, data: object = {}) =>
    server.record(
      `${day}.gpx`,
      steadyGpx({ start: `${day}T09:00:00Z`, minutes: 60, speed: 8, power: 250, hr: 152 }),
      data,
    )
  const run = (day: string, data: object = {}) =>
    server.record(
      `run ${day}.gpx`,
      steadyGpx({ start: `${day}T09:00:00Z`, minutes: 60, speed: 4, hr: 160 }),
      { sport_id: 5, ...data },
    )
  const loadOf = async ({ id }: { id: string }, as = server.user) =>
    (await server.get(`/api/workouts/${id}/load`, { as })).body.data.load
  return { ...server, ride, run, loadOf }
}

const unseen = { data: { load: null }, message: 'workout not found', status: 'not found' }

describe('GET /api/workouts/{id}/load', () => {
  test('returns 404 for unknown workouts and those the caller must not see', async () => {
    const { get, call, ctx, ride } = await open()
    const path = `/api/workouts/${(await ride('2026-03-01')).id}/load`
    const missing = await get(`/api/workouts/${NOBODY}/load`)
    expect(missing).toMatchObject({ status: 404, body: unseen })
    expect(await call('GET', path)).toMatchObject({ status: 404, body: unseen })
    expect((await get(path, { as: await aUser(ctx) })).status).toBe(404)
    expect((await get(path, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('is 100 for an hour at threshold, with all figures of power', async () => {
    const { ride, loadOf } = await open()
    const load = await loadOf(await ride('2026-03-01'))
    expect(load).toEqual({
      load: { source: 'power', value: 100, intensity_factor: 1, is_estimate: false },
      loads: [
        { source: 'power', value: 100, intensity_factor: 1, is_estimate: false },
        { source: 'heart_rate', value: 83.7, intensity_factor: null, is_estimate: false },
      ],
      // Computed by hand: 60 min × 0.72857 × the mean of 0.64 e^(1.92 × 0.72857) and 0.86 e^(1.67 × 0.72857).
      trimp: 120.1,
      power: {
        ...{ mean: 250, normalized: 250, work: 900, variability: 1 },
        ...{ efficiency: 1.64, decoupling: 0 },
      },
      zones: {
        heart_rate: { seconds: [0, 0, 0, 3600, 0], ends: [113, 132, 151, 170] },
        power: {
          seconds: [0, 0, 0, 3600, 0, 0, 0],
          ends: [137, 187, 225, 262, 300, 375],
        },
      },
    })
  })

  test('uses pace for a run', async () => {
    const { run, loadOf } = await open()
    const load = await loadOf(await run('2026-03-01'))
    expect(load).toMatchObject({
      load: { source: 'pace', value: 100, intensity_factor: 1, is_estimate: false },
      pace: { graded_pace: 250, efficiency: 1.5, decoupling: 0 },
    })
    expect(load.zones.pace.seconds).toEqual([0, 0, 0, 3600, 0, 0, 0])
    expect(load).not.toHaveProperty('power')
  })

  test('uses the thresholds in force on the day of the workout', async () => {
    const { ride, loadOf, send } = await open()
    await send('PUT', '/api/thresholds/ftp/2026-03-01', { json: { value: 500 } })
    expect((await loadOf(await ride('2026-02-28'))).load.value).toBe(100)
    expect((await loadOf(await ride('2026-03-01'))).load.value).toBe(25)
    // A workout before the first threshold has no load.
    const before = await loadOf(await ride('2019-12-30'))
    expect(before).toMatchObject({ load: null, loads: [], trimp: null, zones: {} })
    expect(before.power.normalized).toBe(250)
  })

  test('is null when nothing was measured', async () => {
    const { record, loadOf } = await open()
    const still = steadyGpx({ start: '2026-03-01T09:00:00Z', minutes: 5, speed: 0 })
    expect(await loadOf(await record('still.gpx', still))).toBeNull()
  })

  test('shows heart rates only to callers who may see them, and thresholds only to their owner', async () => {
    const { ride, run, loadOf, ctx, user, send } = await open()
    const levels = { workout_visibility: 'public', analysis_visibility: 'followers_only' }
    const [mine, other] = [await ride('2026-03-01', levels), await run('2026-03-02', levels)]
    const follower = await aUser(ctx)
    await aFollow(ctx, follower, user)
    const unseenHearts = await loadOf(mine, follower)
    expect(unseenHearts).toEqual({
      load: { source: 'power', value: 100, intensity_factor: 1, is_estimate: false },
      loads: [{ source: 'power', value: 100, intensity_factor: 1, is_estimate: false }],
      power: { mean: 250, normalized: 250, work: 900, variability: 1 },
      zones: { power: { seconds: [0, 0, 0, 3600, 0, 0, 0] } },
    })
    expect((await loadOf(other, follower)).pace).toEqual({ graded_pace: 250 })
    const seen = { hr_visibility: 'followers_only' }
    await send('POST', '/api/auth/profile/edit/preferences', { json: seen })
    const withHearts = await loadOf(mine, follower)
    expect(withHearts.zones.heart_rate).toEqual({ seconds: [0, 0, 0, 3600, 0] })
    expect(withHearts).toMatchObject({ trimp: 120.1, power: { efficiency: 1.64 } })
  })

  test('does not reveal to others that it is based on heart rate', async () => {
    const { record, loadOf, ctx } = await open()
    const gpx = steadyGpx({ start: '2026-03-01T09:00:00Z', minutes: 60, speed: 8, hr: 160 })
    const levels = { workout_visibility: 'public', analysis_visibility: 'public' }
    const workout = await record('hr.gpx', gpx, levels)
    expect((await loadOf(workout)).load).toMatchObject({ source: 'heart_rate', value: 100 })
    expect(await loadOf(workout, await aUser(ctx))).toEqual({ loads: [], zones: {} })
  })
})

describe('GET /api/load', () => {
  test('rejects suspended accounts, invalid days and more than ten years', async () => {
    const { get, ctx } = await open()
    expect((await get('/api/load', { as: await aSuspendedUser(ctx) })).status).toBe(403)
    for (const query of ['from=never', 'to=2026-02-30', 'from=2010-01-01'])
      expect((await get(`/api/load?${query}`)).status).toBe(400)
  })

  test('returns fitness, fatigue and training balance of each day, based on all earlier loads', async () => {
    const { get, ride, run } = await open()
    await ride('2026-03-05')
    await run('2026-03-05')
    await ride('2026-03-08')
    const { days } = (await get('/api/load?from=2026-03-04&to=2027-01-01')).body.data
    // Computed by hand: 200/42 = 4.76 and 200/7 = 28.57, then 41/42 and 6/7 of them each day, and 100/42 and 100/7
    // more.
    expect(days).toEqual([
      { day: '2026-03-04', load: 0, fitness: 0, fatigue: 0, form: 0 },
      { day: '2026-03-05', load: 200, fitness: 4.8, fatigue: 28.6, form: 0 },
      { day: '2026-03-06', load: 0, fitness: 4.6, fatigue: 24.5, form: -23.8 },
      { day: '2026-03-07', load: 0, fitness: 4.5, fatigue: 21, form: -19.8 },
      { day: '2026-03-08', load: 100, fitness: 6.8, fatigue: 32.3, form: -16.5 },
      { day: '2026-03-09', load: 0, fitness: 6.6, fatigue: 27.7, form: -25.5 },
      { day: '2026-03-10', load: 0, fitness: 6.5, fatigue: 23.7, form: -21 },
    ])
    expect((await get('/api/load?from=2026-03-09')).body.data.days).toEqual(days.slice(5))
    expect((await get('/api/load')).body.data.days).toHaveLength(90)
    expect((await get('/api/load?from=2030-01-01')).body.data.days).toEqual([])
  })

  test("includes only the caller's workouts", async () => {
    const { get, ride, ctx } = await open()
    await ride('2026-03-08', { workout_visibility: 'public', analysis_visibility: 'public' })
    const as = await aUser(ctx)
    const { days } = (await get('/api/load', { as })).body.data
    expect(days.filter(({ load }: { load: number }) => load > 0)).toEqual([])
    expect((await get('/api/load/periods', { as })).body.data.periods).toEqual([])
  })
})

describe('GET /api/load?estimate=true', () => {
  const estimateOf = async ({ get }: Pick<Awaited<ReturnType<typeof open>>, 'get'>, query = '') =>
    (await get(`/api/load?estimate=true${query}`)).body.data

  /** A server and a user without thresholds. */
  async function openUnset() {
    const server = await startWorkoutServer({ username: 'ann', timezone: 'Europe/Paris' })
    server.clock.set('2026-03-10T12:00:00Z')
    const record = (day: string, more: object) =>
      server.record(
        `${day}.gpx`,
        steadyGpx({ start: `${day}T09:00:00Z`, minutes: 60, speed: 8, ...more }),
      )
    return { ...server, recordOn: record }
  }

  test('rejects suspended accounts and invalid days', async () => {
    const { get, ctx } = await openUnset()
    const path = '/api/load?estimate=true'
    expect((await get(path, { as: await aSuspendedUser(ctx) })).status).toBe(403)
    expect((await get(`${path}&from=2026-02-30`)).status).toBe(400)
  })

  test('uses suggested thresholds, and a typical resting heart rate', async () => {
    const server = await openUnset()
    await server.recordOn('2026-03-08', { hr: 152 })
    const { days, update, thresholds } = await estimateOf(server, '&from=2026-03-08')
    const day = '2025-08-10'
    expect(thresholds).toEqual([
      { kind: 'max_hr', value: 152, day, is_assumed: false },
      { kind: 'resting_hr', value: 60, day, is_assumed: true },
      { kind: 'lthr', value: 144, day, is_assumed: false },
    ])
    expect(update).toBeNull()
    expect(days).toMatchObject([
      { day: '2026-03-08', fitness: expect.closeTo(days[0].load / 42, 1) },
      { day: '2026-03-09', load: 0 },
      { day: '2026-03-10', load: 0, form: expect.any(Number) },
    ])
    expect(days[0].load).toBeGreaterThan(100)
    // Nothing is stored.
    expect((await server.get('/api/load?from=2026-03-08')).body.data.days[0].load).toBe(0)
    expect((await server.get('/api/thresholds')).body.data.thresholds).toEqual([])
  })

  test('is what follows when these thresholds are set', async () => {
    const server = await openUnset()
    await server.recordOn('2026-02-20', { hr: 150, power: 220 })
    await server.recordOn('2026-03-08', { hr: 152, power: 200 })
    const { days, thresholds } = await estimateOf(server)
    expect(thresholds).toContainEqual(expect.objectContaining({ kind: 'ftp', value: 209 }))
    for (const { kind, day, value } of thresholds)
      await server.send('PUT', `/api/thresholds/${kind}/${day}`, { json: { value } })
    await updateLoads(server.ctx, () => false)
    expect((await server.get('/api/load')).body.data.days).toEqual(days)
  })

  test('prefers the thresholds that are set, even if they are higher', async () => {
    const server = await openUnset()
    await server.recordOn('2026-03-08', { power: 200 })
    await server.send('PUT', '/api/thresholds/ftp/2020-01-01', { json: { value: 400 } })
    const { days, thresholds } = await estimateOf(server, '&from=2026-03-08')
    expect(thresholds).toEqual([])
    expect(days[0].load).toBe(25)
  })

  test('of a user without workouts is empty', async () => {
    const { days, thresholds } = await estimateOf(await openUnset())
    expect(days.every(({ load }: { load: number }) => load === 0)).toBe(true)
    expect(thresholds).toEqual([])
  })
})

describe('GET /api/load/periods', () => {
  test('rejects invalid periods, invalid days and too many periods', async () => {
    const { get } = await open()
    for (const query of ['time=hour', 'from=never', 'from=1990-01-01', 'time=day&from=2020-01-01'])
      expect((await get(`/api/load/periods?${query}`)).status).toBe(400)
  })

  test('adds up load and zones of all sports, and the change of fitness for weeks', async () => {
    const { get, ride, run } = await open()
    // A Sunday, and the following Monday and Wednesday.
    await ride('2026-03-01')
    await ride('2026-03-02')
    await run('2026-03-04')
    const periods = async (query: string) =>
      (await get(`/api/load/periods?${query}`)).body.data.periods
    const [first, second, ...more] = await periods('')
    expect(more).toEqual([])
    expect(first).toMatchObject({ period: '2026-02-23', workouts: 1, loads: 1, load: 100 })
    expect(first).toMatchObject({ fitness: 2.4, ramp: 2.4 })
    expect(second).toEqual({
      ...{
        period: '2026-03-02',
        workouts: 2,
        loads: 2,
        estimates: 0,
        load: 200,
        trimp: second.trimp,
      },
      ...{ fitness: 6.2, ramp: 3.9 },
      sports: [
        { sport_id: 1, load: 100 },
        { sport_id: 5, load: 100 },
      ],
      zones: {
        heart_rate: [0, 0, 0, 7200, 0, 0, 0],
        power: [0, 0, 0, 3600, 0, 0, 0],
        pace: [0, 0, 0, 3600, 0, 0, 0],
      },
    })
    const [sunday] = await periods('time=week')
    expect(sunday).toMatchObject({ period: '2026-03-01', workouts: 3, load: 300 })
    const [march] = await periods('time=month')
    expect(march).toMatchObject({ period: '2026-03', workouts: 3, load: 300 })
    expect(march).not.toHaveProperty('ramp')
    expect(await periods('time=year')).toMatchObject([{ period: '2026', load: 300 }])
    expect(await periods('time=day&from=2026-03-04')).toMatchObject([{ period: '2026-03-04' }])
  })

  test("returns today's fitness for the current week", async () => {
    const { get, ride } = await open()
    // The Monday of the current week; today is Tuesday.
    await ride('2026-03-09')
    const { days } = (await get('/api/load')).body.data
    const { periods } = (await get('/api/load/periods')).body.data
    expect(days.at(-1).fitness).toBe(2.3)
    expect(periods).toMatchObject([{ period: '2026-03-09', fitness: 2.3, ramp: 2.3 }])
  })
})

describe('daily totals of load', () => {
  const dayRows = async ({ ctx }: Awaited<ReturnType<typeof open>>) =>
    (
      await ctx.db
        .selectFrom('load_sums')
        .select(['number', 'sport_id', 'load'])
        .where('period', '=', 'day')
        .orderBy('number')
        .execute()
    ).map(({ number, ...row }) => ({
      day: new Date(number * 86_400_000).toISOString().slice(0, 10),
      ...row,
    }))

  test('are updated when the title, sport or day of a workout changes, and when it is deleted', async () => {
    const server = await open()
    const { send, ctx, ride } = server
    const { id } = await ride('2026-03-01')
    const edit = (json: object) => send('PATCH', `/api/workouts/${id}`, { json })
    await edit({ title: 'Hills' })
    expect(await dayRows(server)).toEqual([{ day: '2026-03-01', sport_id: 1, load: 10_000 }])
    await edit({ sport_id: 5 })
    // On foot, 4 m/s are 100; this is twice as fast.
    expect(await dayRows(server)).toEqual([{ day: '2026-03-01', sport_id: 5, load: 40_000 }])
    expect(await listUsersWithWrongLoadSums(ctx.db)).toEqual([])
    await send('POST', `/api/workouts/${id}/refresh`, { json: {} })
    expect(await dayRows(server)).toEqual([{ day: '2026-03-01', sport_id: 5, load: 40_000 }])
    await send('DELETE', `/api/workouts/${id}`)
    expect(await dayRows(server)).toEqual([])
    expect(await ctx.db.selectFrom('workout_loads').selectAll().execute()).toEqual([])
  })

  test("move to other days, with other thresholds, when the owner's time zone changes", async () => {
    const server = await open('Asia/Tokyo')
    const { record, send, ctx } = server
    await send('PUT', '/api/thresholds/ftp/2026-03-02', { json: { value: 500 } })
    const evening = steadyGpx({ start: '2026-03-01T20:00:00Z', minutes: 60, speed: 8, power: 250 })
    await record('evening.gpx', evening)
    expect(await dayRows(server)).toEqual([{ day: '2026-03-02', sport_id: 1, load: 2500 }])
    const timezone = { timezone: 'Europe/Paris' }
    await send('POST', '/api/auth/profile/edit/preferences', { json: timezone })
    expect(await dayRows(server)).toEqual([{ day: '2026-03-01', sport_id: 1, load: 2500 }])
    await updateLoads(ctx, () => false)
    expect(await dayRows(server)).toEqual([{ day: '2026-03-01', sport_id: 1, load: 10_000 }])
    expect(await listUsersWithWrongLoadSums(ctx.db)).toEqual([])
  })

  test('include the first hour of a day when they are recomputed, even where clocks repeat it', async () => {
    const server = await open('America/Havana')
    // Half past midnight in summer time; half an hour later it is midnight again.
    const gpx = steadyGpx({ start: '2025-11-02T04:30:00Z', minutes: 60, speed: 8, power: 250 })
    await server.record('night.gpx', gpx)
    expect(await dayRows(server)).toEqual([{ day: '2025-11-02', sport_id: 1, load: 10_000 }])
    await server.send('PUT', '/api/thresholds/ftp/2025-11-02', { json: { value: 500 } })
    await updateLoads(server.ctx, () => false)
    expect(await dayRows(server)).toEqual([{ day: '2025-11-02', sport_id: 1, load: 2500 }])
  })

  test('are recomputed when a workout is analysed again', async () => {
    const server = await open()
    await server.ride('2026-03-01')
    await analysePoints(server.ctx, [1])
    expect(await dayRows(server)).toEqual([{ day: '2026-03-01', sport_id: 1, load: 10_000 }])
  })
})
