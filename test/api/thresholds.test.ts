import { describe, expect, test } from 'bun:test'
import { updateLoads } from '@/use-cases/training/update-loads'
import { aSuspendedUser, aUser } from '../support/factories'
import { steadyGpx } from '../support/steady-gpx'
import { aWorkout, startWorkoutServer } from '../support/workouts'

const PATH = '/api/thresholds'

interface Suggested {
  kind: string
  value: number
  day: string
  current: number | null
  effort: { kind: string; target: number }
}

/** A server with a user in Tokyo, where the date is ahead of UTC. */
async function open() {
  const server = await startWorkoutServer({ username: 'ann', timezone: 'Asia/Tokyo' })
  server.clock.set('2026-03-01T16:00:00Z')
  const put = (path: string, value: unknown) =>
    server.send('PUT', `${PATH}/${path}`, { json: { value } })
  const list = async (query = '') => (await server.get(`${PATH}${query}`)).body
  return { ...server, put, list }
}

describe('PUT /api/thresholds/{kind}/{day}', () => {
  test('rejects suspended accounts before it reads the body', async () => {
    const { call, ctx } = await open()
    const as = await aSuspendedUser(ctx)
    expect((await call('PUT', `${PATH}/ftp/2026-01-02`, { as, json: {} })).status).toBe(403)
  })

  test.each([
    ['ftp/2026-02-30', 250],
    ['ftp/yesterday', 250],
    ['ftp/1899-12-31', 250],
    ['vo2max/2026-01-02', 50],
    ['ftp/2026-01-02', 29],
    ['ftp/2026-01-02', 701],
    ['ftp/2026-01-02', 250.5],
    ['ftp/2026-01-02', '250 W'],
    ['max_hr/2026-01-02', 250],
    ['threshold_pace/2026-01-02', 60],
    ['ftp/2026-01-02', null],
  ])('rejects for %s the value %j', async (path, value) => {
    const { put, list } = await open()
    const { status, body } = await put(path, value)
    expect({ status, body }).toMatchObject({ status: 400, body: { message: 'invalid payload' } })
    expect((await list()).data.thresholds).toEqual([])
  })

  test("rejects future days in the user's time zone", async () => {
    const { put } = await open()
    expect((await put('ftp/2026-03-02', 250)).status).toBe(200)
    expect((await put('ftp/2026-03-03', 250)).status).toBe(400)
  })

  test('stores the value for all sports or one sport, replacing that of the same day', async () => {
    const { put, list } = await open()
    expect((await put('ftp/2026-1-2', 250)).body).toEqual({
      data: { threshold: { kind: 'ftp', sport_id: null, day: '2026-01-02', value: 250 } },
      status: 'success',
    })
    await put('ftp/2026-01-02', 255)
    await put('ftp/2026-01-02?sport_id=4', 240)
    expect((await put('ftp/2026-01-02?sport_id=99', 240)).status).toBe(404)
    expect((await list()).data.thresholds).toEqual([
      { kind: 'ftp', sport_id: null, day: '2026-01-02', value: 255 },
      { kind: 'ftp', sport_id: 4, day: '2026-01-02', value: 240 },
    ])
  })
})

describe('GET /api/thresholds', () => {
  test("lists the caller's thresholds, latest day first, in pages", async () => {
    const { put, list, call, ctx } = await open()
    for (const day of ['2025-03-01', '2026-01-02', '2024-12-31']) await put(`lthr/${day}`, 165)
    const eve = await aUser(ctx, { username: 'eve' })
    await call('PUT', `${PATH}/lthr/2026-01-02`, { as: eve, json: { value: 170 } })
    const page = await list('?per_page=2')
    expect(page.pagination).toEqual({
      ...{ has_next: true, has_prev: false, page: 1, pages: 2, total: 3 },
    })
    expect(page.data).toEqual({
      thresholds: ['2026-01-02', '2025-03-01'].map((day) => ({
        ...{ kind: 'lthr', sport_id: null, day, value: 165 },
      })),
      rules: { heart_rate_model: 'max', trimp_weighting: 'mean', energy_by_heart_rate: 'none' },
      update: null,
    })
  })
})

describe('DELETE /api/thresholds/{kind}/{day}', () => {
  test('deletes a threshold of the caller, once', async () => {
    const { put, list, call, send, ctx } = await open()
    await put('ftp/2026-01-02?sport_id=1', 250)
    const path = `${PATH}/ftp/2026-01-02?sport_id=1`
    const eve = await aUser(ctx, { username: 'eve' })
    const refusal = { message: 'threshold not found', status: 'not found' }
    expect(await call('DELETE', path, { as: eve })).toMatchObject({ status: 404, body: refusal })
    expect((await send('DELETE', `${PATH}/ftp/2026-01-02`)).status).toBe(404)
    expect((await send('DELETE', `${PATH}/ftp/today`)).status).toBe(400)
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await send('DELETE', path)).status).toBe(404)
    expect((await list()).data.thresholds).toEqual([])
  })
})

describe('PATCH /api/thresholds/rules', () => {
  test('changes the given rules and rejects invalid values', async () => {
    const { send, list } = await open()
    const patch = (json: object) => send('PATCH', `${PATH}/rules`, { json })
    for (const bad of [
      {},
      { heart_rate_model: 'mine' },
      { trimp_weighting: 1 },
      { energy_by_heart_rate: null },
    ])
      expect((await patch(bad)).status).toBe(400)
    const rules = {
      heart_rate_model: 'lthr',
      trimp_weighting: 'mean',
      energy_by_heart_rate: 'none',
    }
    expect((await patch({ heart_rate_model: 'lthr' })).body.data).toEqual({ rules })
    await patch({ trimp_weighting: 'women' })
    expect((await list()).data.rules).toEqual({ ...rules, trimp_weighting: 'women' })
  })
})

describe('GET /api/thresholds/zones', () => {
  test("returns today's zones of a sport, where thresholds of the sport have priority", async () => {
    const { put, get } = await open()
    expect((await get(`${PATH}/zones`)).status).toBe(400)
    expect((await get(`${PATH}/zones?sport_id=99`)).status).toBe(404)
    await put('max_hr/2020-01-01', 180)
    await put('max_hr/2026-01-01', 190)
    await put('ftp/2020-01-01', 200)
    await put('ftp/2020-01-01?sport_id=4', 190)
    await put('threshold_pace/2026-03-02', 300)
    const zones = async (sport: number) => (await get(`${PATH}/zones?sport_id=${sport}`)).body.data
    expect(await zones(1)).toEqual({
      thresholds: { max_hr: 190, ftp: 200, threshold_pace: 300 },
      rules: { heart_rate_model: 'max', trimp_weighting: 'mean', energy_by_heart_rate: 'none' },
      heart_rate: [113, 132, 151, 170],
      power: [110, 150, 180, 210, 240, 300],
      pace: null,
    })
    expect((await zones(4)).thresholds.ftp).toBe(190)
    expect(await zones(5)).toMatchObject({ power: null, pace: [388, 342, 318, 297, 291, 270] })
  })
})

describe('GET /api/thresholds/suggestions', () => {
  test('are based on recent best efforts, and change nothing', async () => {
    const { record, get, list, put } = await open()
    await record(
      'ride.gpx',
      steadyGpx({ start: '2026-02-10T22:00:00Z', minutes: 25, speed: 9, hr: 160, power: 260 }),
    )
    await record(
      'run.gpx',
      steadyGpx({ start: '2026-01-05T08:00:00Z', minutes: 60, speed: 4, hr: 170 }),
      { sport_id: 5 },
    )
    await record(
      'old.gpx',
      steadyGpx({ start: '2024-01-05T08:00:00Z', minutes: 25, speed: 9, hr: 185, power: 300 }),
    )
    const { suggestions } = (await get(`${PATH}/suggestions`)).body.data
    const told = suggestions.map(({ kind, value, day, current, effort }: Suggested) => [
      ...[kind, value, day, current],
      `${effort.kind} ${effort.target}`,
    ])
    expect(told).toEqual([
      ['max_hr', 185, '2024-01-05', null, 'heart_rate 60'],
      ['lthr', 162, '2026-01-05', null, 'heart_rate 1200'],
      // Evening in UTC is the next day in Tokyo.
      ['ftp', 247, '2026-02-11', null, 'power 1200'],
      // 10 km in 2500 s; Riegel: 10 km × (3600/2500)^(1/1.06) = 14.106 km in an hour.
      ['threshold_pace', 255, '2026-01-05', null, 'distance 10000'],
    ])
    expect((await list()).data.thresholds).toEqual([])
    await put('ftp/2026-02-11', 247)
    await put('lthr/2026-02-11', 160)
    const left = (await get(`${PATH}/suggestions`)).body.data.suggestions
    expect(left.map(({ kind, current }: Suggested) => [kind, current])).toEqual([
      ['max_hr', null],
      ['lthr', 160],
      ['threshold_pace', null],
    ])
    // Without a long enough effort, the highest heart rate is still suggested.
    await put('max_hr/2020-01-01', 190)
    const { suggestions: rest } = (await get(`${PATH}/suggestions`)).body.data
    expect(rest.map(({ kind }: Suggested) => kind)).toEqual(['lthr', 'threshold_pace'])
  })

  test('say why they are lower than the current value', async () => {
    const { record, get, put } = await open()
    const ride = { minutes: 25, speed: 9, hr: 160 }
    const old = await record(
      'old.gpx',
      steadyGpx({ start: '2025-06-05T08:00:00Z', ...ride, power: 300 }),
    )
    await record('new.gpx', steadyGpx({ start: '2026-02-10T08:00:00Z', ...ride, power: 260 }))
    await put('ftp/2025-06-05', 285)
    await put('lthr/2025-06-05', 140)
    const { suggestions } = (await get(`${PATH}/suggestions`)).body.data
    const byKind = new Map<string, { value: number; lower?: { earlier_effort: object | null } }>(
      suggestions.map((each: { kind: string }) => [each.kind, each]),
    )
    expect(byKind.get('ftp')).toMatchObject({
      value: 247,
      lower: { earlier_value: 285, earlier_effort: { workout_id: old.id, value: 300 } },
    })
    expect(byKind.get('lthr')).not.toHaveProperty('lower')
    await put('ftp/2025-06-05', 400)
    const higher = (await get(`${PATH}/suggestions`)).body.data.suggestions
    expect(higher.find(({ kind }: { kind: string }) => kind === 'ftp').lower.earlier_value).toBe(
      285,
    )
  })

  test('are empty without workouts', async () => {
    const { get } = await open()
    expect((await get(`${PATH}/suggestions`)).body.data).toEqual({ suggestions: [] })
  })
})

describe('a changed threshold', () => {
  const loadsOf = ({ ctx }: Awaited<ReturnType<typeof open>>) =>
    ctx.db.selectFrom('workout_loads').selectAll().orderBy('workout_id').execute()

  /** Six rides at 200 W, one a month. */
  async function recordRides({ record }: Awaited<ReturnType<typeof open>>) {
    const ride = { minutes: 30, speed: 8, power: 200, hr: 150 }
    for (let month = 1; month <= 6; month++)
      await record(`${month}.gpx`, steadyGpx({ start: `2025-0${month}-10T08:00:00Z`, ...ride }))
  }

  async function withRides() {
    const server = await open()
    await recordRides(server)
    const update = () => updateLoads(server.ctx, () => false)
    return { ...server, update }
  }

  test('recomputes the loads from its day until the next threshold, and no others', async () => {
    const server = await withRides()
    await server.put('ftp/2025-02-01', 250)
    await server.update()
    await server.put('ftp/2025-05-01', 200)
    expect((await server.list()).data.update).toEqual({ done: 0, total: 2 })
    expect((await server.get('/api/load')).body.data.update).toEqual({ done: 0, total: 2 })
    await server.update()
    expect((await server.list()).data.update).toBeNull()
    expect((await server.get('/api/load')).body.data.update).toBeNull()
    // Half an hour at 200 W: 0.5 × 0.8² × 100 with 250 W, and 50 with 200 W.
    expect((await loadsOf(server)).map(({ load }) => load)).toEqual([3200, 3200, 3200, 5000, 5000])
    await server.put('ftp/2025-02-01', 400)
    expect((await server.list()).data.update).toEqual({ done: 0, total: 3 })
    await server.update()
    expect((await loadsOf(server)).map(({ load }) => load)).toEqual([1250, 1250, 1250, 5000, 5000])
    await server.send('DELETE', `${PATH}/ftp/2025-05-01`)
    await server.update()
    expect((await loadsOf(server)).map(({ load }) => load)).toEqual(Array(5).fill(1250))
  })

  test('starts with the users who have the fewest workouts, so that others do not wait for them', async () => {
    const { ctx, user, put, call, clock } = await open()
    const bob = await aUser(ctx)
    const many = Array.from({ length: 60 }, () => user)
    for (const owner of [...many, bob]) await aWorkout(ctx, owner, { workout_date: clock.now() })
    await put('ftp/2026-01-01', 250)
    await call('PUT', `${PATH}/ftp/2026-01-01`, { as: bob, json: { value: 250 } })
    const waiting = () => ctx.db.selectFrom('load_updates').select('user_id').execute()
    expect(await waiting()).toHaveLength(2)
    let looks = 0
    await updateLoads(ctx, () => ++looks > 1)
    expect(await waiting()).toEqual([{ user_id: user.id }])
  })

  test('has the same effect as importing everything afterwards', async () => {
    const changed = await withRides()
    const changes = [
      ...[['ftp/2025-01-01', 220] as const, ['max_hr/2025-01-01', 190] as const],
      ...[['resting_hr/2025-03-01', 50] as const, ['lthr/2025-04-01', 168] as const],
      ...[['ftp/2025-03-15', 240] as const, ['max_hr/2025-05-01?sport_id=1', 188] as const],
    ]
    for (const [path, value] of changes) {
      await changed.put(path, value)
      if (path.startsWith('ftp')) await changed.update()
    }
    await changed.send('PATCH', `${PATH}/rules`, { json: { heart_rate_model: 'reserve' } })
    await changed.update()
    const fresh = await open()
    for (const [path, value] of changes) await fresh.put(path, value)
    await fresh.send('PATCH', `${PATH}/rules`, { json: { heart_rate_model: 'reserve' } })
    await recordRides(fresh)
    expect(await loadsOf(changed)).toEqual(await loadsOf(fresh))
    const sums = ({ ctx }: typeof fresh) =>
      ctx.db.selectFrom('load_sums').selectAll().orderBy('period').orderBy('number').execute()
    expect(await sums(changed)).toEqual(await sums(fresh))
  })

  test('schedules no update for users without affected loads', async () => {
    const { put, list } = await open()
    await put('ftp/2020-01-01', 250)
    expect((await list()).data.update).toBeNull()
  })
})
