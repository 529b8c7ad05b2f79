import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { updateUser } from '@/store/db/queries/accounts/users'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { tcxText } from '../support/tracks/tcx'
import { aFollow, startWorkoutServer } from '../support/workouts'

const DEGREE = 111_319.49079327358
const [CYCLING, RUNNING, SWIMRUN] = [1, 5, 18]
/** Level ground, 6 miles per hour: 9.8 METs for running. */
const SPEED = (6 * 1609.344) / 3600

/** Half an hour on the equator, late on a day of June 2024, with a point every 5 s. */
const half = (day: number, more: object = {}) =>
  gpxOf(
    samplePoints(361, (i) => ({
      lat: 0,
      lon: ((i * 5 * SPEED) / DEGREE).toFixed(9),
      ele: 100,
      time: new Date(Date.UTC(2024, 5, day, 22, 30, i * 5)).toISOString(),
      ...more,
    })),
  )

async function start(levels: object = {}) {
  const server = await startWorkoutServer({ timezone: 'Europe/Paris' })
  const { send, get, record } = server
  const weigh = (day: string, weight: number) =>
    send('PUT', `/api/auth/profile/weights/${day}`, { json: { weight } })
  const add = async (sport_id: number, day = 10, more: object = { power: undefined }) =>
    (await record(`${day}.gpx`, half(day, more), { sport_id, ...levels })).id
  const energyOf = async (id: string, as = server.user) =>
    (await get(`/api/workouts/${id}/analysis`, { as })).body.data.analysis.energy
  return { ...server, weigh, add, energyOf }
}

describe('energy in the analysis of a workout', () => {
  test('is estimated from the weight of the day when the device gave none', async () => {
    const { weigh, add, energyOf } = await start()
    const id = await add(RUNNING)
    expect(await energyOf(id)).toBeUndefined()
    await weigh('2024-06-01', 70)
    // 9.8 METs × 70 kg × 0.5 h
    expect(await energyOf(id)).toEqual({ kilocalories: 340, method: 'met' })
    // The workout began on the 11th in its owner's time zone.
    await weigh('2024-06-11', 80)
    expect(await energyOf(id)).toEqual({ kilocalories: 390, method: 'met' })
    await weigh('2024-06-12', 100)
    expect(await energyOf(id)).toEqual({ kilocalories: 390, method: 'met' })
  })

  test('is computed from power without any weight', async () => {
    const { add, energyOf } = await start()
    // 200 W × 1800 s / 0.21 / 4184 = 410 kcal
    expect(await energyOf(await add(CYCLING, 10, { power: 200 }))).toEqual({
      kilocalories: 410,
      method: 'power',
    })
  })

  test('is missing when the device gave calories, and for sports without a MET', async () => {
    const { weigh, add, energyOf, record, get } = await start()
    await weigh('2024-06-01', 70)
    expect(await energyOf(await add(SWIMRUN))).toBeUndefined()
    const points = samplePoints(60)
    const lap = { points, seconds: 59, metres: 500 }
    const fileOf = (calories: number | undefined) =>
      tcxText({ activities: [{ laps: [{ ...lap, ...(calories !== undefined && { calories }) }] }] })
    const told = await record('told.tcx', fileOf(321), { sport_id: RUNNING })
    expect(told.calories).toBe(321)
    expect(await energyOf(told.id)).toBeUndefined()
    const { id } = await record('untold.tcx', fileOf(undefined), { sport_id: RUNNING })
    expect(await energyOf(id)).toBeDefined()
    // Estimates do not appear where measured calories do.
    expect((await get(`/api/workouts/${id}`)).body.data.workouts[0].calories).toBeNull()
  })

  test('is only visible to callers who may see calories', async () => {
    const levels = { workout_visibility: 'public', analysis_visibility: 'public' }
    const { weigh, add, energyOf, ctx, user } = await start(levels)
    await weigh('2024-06-01', 70)
    const id = await add(RUNNING)
    const stranger = await aUser(ctx)
    const follower = await aUser(ctx)
    await aFollow(ctx, follower, user)
    const seen = async () => [
      (await energyOf(id)) !== undefined,
      (await energyOf(id, follower)) !== undefined,
      (await energyOf(id, stranger)) !== undefined,
    ]
    const level = (calories_visibility: 'public' | 'followers_only' | 'private') =>
      writeTo(ctx.db, (tx) => updateUser(tx, user.id, { calories_visibility }))
    expect(await seen()).toEqual([true, false, false])
    await level('followers_only')
    expect(await seen()).toEqual([true, true, false])
    await level('public')
    expect(await seen()).toEqual([true, true, true])
    await level('private')
    expect(await seen()).toEqual([true, false, false])
  })
})

describe('energy estimated from heart rate', () => {
  const levels = { workout_visibility: 'public', analysis_visibility: 'public' }
  const MEN = { energy_by_heart_rate: 'men' }

  async function startAged(birth_date: string | null = '1989-06-11') {
    const server = await start(levels)
    await writeTo(server.ctx.db, (tx) => updateUser(tx, server.user.id, { birth_date }))
    const choose = (json: object) => server.send('PATCH', '/api/thresholds/rules', { json })
    return { ...server, choose }
  }

  test('is returned once its owner has chosen a formula', async () => {
    const { weigh, add, energyOf, choose } = await startAged()
    await weigh('2024-06-01', 75)
    const id = await add(RUNNING, 10, { hr: 150 })
    expect((await energyOf(id)).method).toBe('met')
    expect((await choose(MEN)).body.data.rules).toMatchObject(MEN)
    // 35 years old on the day on which it began in its owner's time zone: 441 kcal, as published.
    expect(await energyOf(id)).toEqual({ kilocalories: 440, method: 'heart_rate' })
    // (−20.4022 + 0.4472 × 150 − 0.1263 × 75 + 0.074 × 35) / 4.184 × 30 = 285
    await choose({ energy_by_heart_rate: 'women' })
    expect(await energyOf(id)).toEqual({ kilocalories: 290, method: 'heart_rate' })
    await choose({ energy_by_heart_rate: 'none' })
    expect((await energyOf(id)).method).toBe('met')
    expect((await choose({ energy_by_heart_rate: 'dogs' })).status).toBe(400)
  })

  test('requires a birth date and a weight', async () => {
    const { weigh, add, energyOf, choose } = await startAged(null)
    await choose(MEN)
    const id = await add(RUNNING, 10, { hr: 150 })
    expect(await energyOf(id)).toBeUndefined()
    await weigh('2024-06-01', 75)
    expect((await energyOf(id)).method).toBe('met')
  })

  test('is not visible to others, because it would reveal the formula', async () => {
    const { weigh, add, energyOf, choose, ctx, user } = await startAged()
    const shown = { calories_visibility: 'public', hr_visibility: 'public' } as const
    await writeTo(ctx.db, (tx) => updateUser(tx, user.id, shown))
    await weigh('2024-06-01', 75)
    await choose(MEN)
    const id = await add(RUNNING, 10, { hr: 150 })
    const [follower, stranger] = [await aUser(ctx), await aUser(ctx)]
    await aFollow(ctx, follower, user)
    expect((await energyOf(id)).method).toBe('heart_rate')
    for (const other of [follower, stranger]) expect((await energyOf(id, other)).method).toBe('met')
    expect((await energyOf(id)).method).toBe('heart_rate')
  })
})

describe('watts per kilogram', () => {
  test('are returned for power efforts, based on the weight of the day', async () => {
    const { weigh, add, get } = await start()
    const first = await add(CYCLING, 10, { power: 210 })
    const second = await add(CYCLING, 20, { power: 200 })
    const read = async (path: string) =>
      (await get(path)).body.data.efforts.filter(
        ({ kind, target }: { kind: string; target: number }) => kind === 'power' && target === 60,
      )
    const paths = [
      '/api/efforts?sport_id=1',
      '/api/efforts/ranking?sport_id=1&kind=power&target=60',
      '/api/efforts/history?sport_id=1&kind=power&target=60',
      `/api/workouts/${second}/efforts`,
    ]
    for (const path of paths) {
      const [effort] = await read(path)
      expect(effort.value).toBeGreaterThan(0)
      expect(effort).not.toHaveProperty('per_kilogram')
    }
    await weigh('2024-06-01', 70)
    await weigh('2024-06-15', 80)
    const [bests, ranking, history, placed] = await Promise.all(paths.map(read))
    expect(bests).toMatchObject([{ workout_id: first, value: 210, per_kilogram: 3 }])
    expect(ranking).toMatchObject([
      { workout_id: first, per_kilogram: 3 },
      { workout_id: second, value: 200, per_kilogram: 2.5 },
    ])
    expect(history).toMatchObject([{ workout_id: first, per_kilogram: 3 }])
    expect(placed).toMatchObject([{ value: 200, per_kilogram: 2.5 }])
    const others = (await get(paths[0] ?? '')).body.data.efforts.filter(
      ({ kind }: { kind: string }) => kind !== 'power',
    )
    expect(others.length).toBeGreaterThan(0)
    for (const effort of others) expect(effort).not.toHaveProperty('per_kilogram')
  })
})
