import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AppContext } from '@/services/context'
import type { NewWorkoutRow } from '@/store/db/queries/workouts/workouts'
import { startServer } from '../support/client'
import { aModerator, anAdmin, aSuspendedUser, aUser } from '../support/factories'
import { aWorkout } from '../support/workouts'

const error = (message: string, status = 'error') => ({ message, status })
const unknownUser = error('user does not exist', 'not found')
const at = (text: string) => Date.parse(text)

/** A server with a user in Paris and these workouts, and functions to request statistics. */
async function startWith(workouts: Partial<NewWorkoutRow>[] = [], settings: object = {}) {
  const server = startServer()
  const { ctx, call } = server
  const user = await aUser(ctx, { username: 'ann', timezone: 'Europe/Paris' })
  for (const workout of workouts) await aWorkout(ctx, user, workout)
  if (Object.keys(settings).length > 0)
    await ctx.db.updateTable('app_config').set(settings).execute()
  const ask = (path: string, more: { as?: typeof user; headers?: Record<string, string> } = {}) =>
    call('GET', `/api/stats/${path}`, { as: user, ...more })
  return {
    ...server,
    user,
    ask,
    /** The statistics of the response. */
    show: async (path: string) => (await ask(path)).body.data.statistics,
  }
}

const limitOf = (count: number) => ({ stats_workouts_limit: count })

/** The numbers of workouts per period and sport. */
const countsIn = (statistics: Record<string, Record<string, { total_workouts: number }>>) =>
  Object.fromEntries(
    Object.entries(statistics).map(([period, sports]) => [
      period,
      Object.fromEntries(Object.entries(sports).map(([id, sport]) => [id, sport.total_workouts])),
    ]),
  )

describe.each(['by_time', 'by_sport'])('GET /api/stats/{user_name}/%s', (kind) => {
  test('rejects suspended accounts', async () => {
    const { ask, ctx } = await startWith()
    const as = await aSuspendedUser(ctx, { username: 'sue' })
    expect((await ask(`sue/${kind}`, { as })).status).toBe(403)
  })

  test('returns 404 for unknown users and 403 for other users', async () => {
    const { ask, ctx } = await startWith()
    const query = 'from=never&time=decade&type=best&sport_id=x'
    const unknown = await ask(`nobody/${kind}?${query}`)
    expect(unknown).toMatchObject({ status: 404, body: unknownUser })
    for (const as of [await aUser(ctx), await anAdmin(ctx)]) {
      const refused = await ask(`ann/${kind}?${query}`, { as })
      expect(refused.status).toBe(403)
      expect(refused.body).toEqual(error('you do not have permissions'))
    }
  })

  test('accepts the user name in any case', async () => {
    const { ask } = await startWith()
    expect((await ask(`ANN/${kind}`)).status).toBe(200)
  })
})

describe('GET /api/stats/{user_name}/by_time', () => {
  test('is empty without workouts', async () => {
    const { ask } = await startWith()
    expect((await ask('ann/by_time')).body).toEqual({ data: { statistics: {} }, status: 'success' })
  })

  test.each([
    ['from=2024-13-01&type=best&time=decade', error('invalid payload')],
    ['to=tomorrow', error('invalid payload')],
    ['from=2024-02-30', error('invalid payload')],
    ['type=best&time=decade', error('invalid stats type', 'fail')],
    ['type=', error('invalid stats type', 'fail')],
    ['time=decade', error('invalid time period', 'fail')],
  ])('rejects %s', async (query, body) => {
    const { ask } = await startWith()
    expect(await ask(`ann/by_time?${query}`)).toMatchObject({ status: 400, body })
  })

  test('groups by year by default', async () => {
    const { ask } = await startWith([{ workout_date: at('2018-03-01T12:00:00Z') }])
    expect(Object.keys((await ask('ann/by_time?time=')).body.data.statistics)).toEqual(['2018'])
  })

  test('adds up by year and sport, including suspended workouts', async () => {
    const ride = { ascent: 100.125, descent: 20.5, calories: 400, moving: 3661, distance: 20.105 }
    const { ask } = await startWith([
      { ...ride, workout_date: at('2018-03-01T12:00:00Z') },
      { ...ride, workout_date: at('2018-05-01T12:00:00Z'), suspended_at: 1, ascent: null },
      { workout_date: at('2018-06-01T12:00:00Z'), sport_id: 5 },
      { workout_date: at('2020-06-01T12:00:00Z') },
    ])
    const plain = {
      total_ascent: null,
      total_calories: null,
      total_descent: null,
      total_distance: 10,
      total_duration: 1800,
      total_workouts: 1,
    }
    const sums = {
      total_ascent: 100.12,
      total_calories: 800,
      total_descent: 41,
      total_distance: 40.21,
      total_duration: 7322,
      total_workouts: 2,
    }
    expect((await ask('ann/by_time')).body).toEqual({
      data: { statistics: { 2018: { 1: sums, 5: plain }, 2020: { 1: plain } } },
      status: 'success',
    })
  })

  test('averages the existing values of workouts', async () => {
    const { show } = await startWith([
      { ascent: 100, ave_speed: 20.25, ave_pace: 178, moving: 1801 },
      { distance: 11.005, ave_speed: 21, ave_pace: 171 },
    ])
    expect(await show('ann/by_time?type=average')).toEqual({
      2024: {
        1: {
          average_ascent: 100,
          average_descent: null,
          average_distance: 10.5,
          average_duration: 1800,
          average_speed: 20.62,
          total_workouts: 2,
        },
      },
    })
  })

  test("shows pace or speed according to the caller's preference for the sport", async () => {
    const run = { sport_id: 5, ave_speed: 10.5 }
    const { show, call, user } = await startWith([
      { ...run, ave_pace: 327 },
      { ...run, ave_pace: 360 },
    ])
    const keysFor = async (pace_speed_display: string) => {
      const json = { sport_id: 5, pace_speed_display }
      await call('PATCH', '/api/auth/profile/edit/sports', { as: user, json })
      const { average_pace, average_speed } = (await show('ann/by_time?type=average'))[2024][5]
      return { average_pace, average_speed }
    }
    expect((await show('ann/by_time?type=average'))[2024][5]).not.toHaveProperty('average_speed')
    expect(await keysFor('pace')).toEqual({ average_pace: 343, average_speed: undefined })
    expect(await keysFor('speed')).toEqual({ average_pace: undefined, average_speed: 10.5 })
    expect(await keysFor('pace_and_speed')).toEqual({ average_pace: 343, average_speed: 10.5 })
  })

  test('omits paces and speeds that no workout has', async () => {
    const { show, call, user } = await startWith([
      { sport_id: 5, ave_speed: 0, ave_pace: null },
      { sport_id: 5, ave_speed: null, ave_pace: null },
    ])
    const json = { sport_id: 5, pace_speed_display: 'pace_and_speed' }
    await call('PATCH', '/api/auth/profile/edit/sports', { as: user, json })
    expect(Object.keys((await show('ann/by_time?type=average'))[2024][5])).toEqual([
      ...['average_ascent', 'average_descent', 'average_distance', 'average_duration'],
      'total_workouts',
    ])
  })

  test.each(['total', 'average'])('hides the climbs of flat sports from the %s', async (type) => {
    const { show } = await startWith([{ sport_id: 16, ascent: 5, descent: 5 }])
    expect((await show(`ann/by_time?type=${type}`))[2024][16]).toMatchObject({
      [`${type}_ascent`]: null,
      [`${type}_descent`]: null,
    })
  })

  // The weeks are an example of the contract.
  test.each([
    ['day', { '2018-12-30': 1, '2018-12-31': 1, '2019-01-06': 1 }],
    ['week', { '2018-12-30': 2, '2019-01-06': 1 }],
    ['weekm', { '2018-12-24': 1, '2018-12-31': 2 }],
    ['weekly', { '2018-12-24': 1, '2018-12-31': 2 }],
    ['month', { '2018-12': 2, '2019-01': 1 }],
    ['year', { 2018: 2, 2019: 1 }],
  ])('groups by %s', async (time, counts) => {
    const { show } = await startWith([
      { workout_date: at('2018-12-29T23:30:00Z') },
      { workout_date: at('2018-12-31T22:30:00Z') },
      { workout_date: at('2019-01-06T12:00:00Z') },
    ])
    const statistics = await show(`ann/by_time?time=${time}`)
    expect(Object.keys(statistics)).toEqual(Object.keys(counts))
    expect(countsIn(statistics)).toEqual(
      Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, { 1: count }])),
    )
  })

  test("treats from and to as whole days in the user's time zone", async () => {
    const { show } = await startWith([
      { workout_date: at('2024-03-30T22:59:59Z') },
      { workout_date: at('2024-03-30T23:00:00Z') },
      { workout_date: at('2024-03-31T21:59:59Z') },
      { workout_date: at('2024-03-31T22:00:00Z') },
    ])
    const days = async (query: string) => countsIn(await show(`ann/by_time?time=day&${query}`))
    expect(await days('from=2024-03-31&to=2024-03-31')).toEqual({ '2024-03-31': { 1: 2 } })
    expect(await days('from=2024-03-31')).toEqual({
      '2024-03-31': { 1: 2 },
      '2024-04-01': { 1: 1 },
    })
    expect(await days('to=2024-03-30&from=')).toEqual({ '2024-03-30': { 1: 1 } })
    expect(await days('from=2025-01-01')).toEqual({})
  })

  describe('with a limit', () => {
    const years = [2019, 2020, 2021, 2022].map((year) => ({ workout_date: at(`${year}-06-01Z`) }))

    test('counts the most recent workouts of the user', async () => {
      const { show, ctx } = await startWith(years, limitOf(2))
      await aWorkout(ctx, await aUser(ctx), { workout_date: at('2024-06-01Z') })
      expect(countsIn(await show('ann/by_time'))).toEqual({ 2021: { 1: 1 }, 2022: { 1: 1 } })
    })

    test.each([
      ['to=2021-12-31', [2021]],
      ['to=2020-12-31', []],
      ['to=2019-12-31', []],
      ['from=2022-01-01', [2022]],
      ['from=2019-01-01', [2021, 2022]],
    ])('applies %s afterwards', async (query, expected) => {
      const { show } = await startWith(years, limitOf(2))
      expect(Object.keys(await show(`ann/by_time?${query}`))).toEqual(expected.map(String))
    })

    test('of 0 counts all workouts', async () => {
      const { show } = await startWith(years, limitOf(0))
      expect(Object.keys(await show('ann/by_time?to=2021-12-31'))).toHaveLength(3)
    })
  })
})

describe('GET /api/stats/{user_name}/by_sport', () => {
  test('is empty without workouts', async () => {
    const { ask } = await startWith()
    expect((await ask('ann/by_sport')).body).toEqual({
      data: { statistics: {}, total_workouts: 0 },
      status: 'success',
    })
  })

  test.each([
    ['999', 404, error('sport does not exist', 'not found')],
    ['-1', 404, error('sport does not exist', 'not found')],
    ['run', 400, error('invalid payload')],
    ['1.5', 400, error('invalid payload')],
    ['99999999999999999999', 400, error('invalid payload')],
  ])('rejects the sport %s', async (id, status, body) => {
    const { ask } = await startWith()
    expect(await ask(`ann/by_sport?sport_id=${id}`)).toMatchObject({ status, body })
  })

  const workouts = [
    { ascent: 100, descent: 50, calories: 500, moving: 90_000, ave_speed: 20.5 },
    { distance: 20, moving: 1, ave_speed: 21, suspended_at: 1 },
    { sport_id: 5, ave_pace: 327, moving: 3601 },
    { sport_id: 5, ave_pace: 360 },
  ]
  const cycling = {
    average_ascent: 100,
    average_descent: 50,
    average_distance: 15,
    average_duration: 45_000,
    average_pace: null,
    average_speed: 20.75,
    total_ascent: 100,
    total_calories: 500,
    total_descent: 50,
    total_distance: 30,
    total_duration: 90_001,
    total_workouts: 2,
  }
  const running = {
    average_ascent: null,
    average_descent: null,
    average_distance: 10,
    average_duration: 2700,
    average_pace: '0:05:43',
    average_speed: null,
    total_ascent: null,
    total_calories: null,
    total_descent: null,
    total_distance: 20,
    total_duration: 5401,
    total_workouts: 2,
  }

  test('sums up each sport, including suspended workouts', async () => {
    const { ask } = await startWith(workouts)
    expect((await ask('ann/by_sport')).body).toEqual({
      data: { statistics: { 1: cycling, 5: running }, total_workouts: 4 },
      status: 'success',
    })
  })

  test('formats durations as text for clients of FitTrackee', async () => {
    const { ask } = await startWith(workouts)
    const { body } = await ask('ann/by_sport', { headers: { 'x-api-dialect': 'fittrackee' } })
    expect(body.data.statistics).toEqual({
      1: { ...cycling, average_duration: '12:30:00', total_duration: '1 day, 1:00:01' },
      5: { ...running, average_duration: '0:45:00', total_duration: '1:30:01' },
    })
  })

  test('can be filtered by sport', async () => {
    const { ask } = await startWith(workouts)
    const one = await ask('ann/by_sport?sport_id=5')
    expect(one.body.data).toEqual({ statistics: { 5: running }, total_workouts: 2 })
    const none = await ask('ann/by_sport?sport_id=9')
    expect(none.body.data).toEqual({ statistics: {}, total_workouts: 0 })
    expect((await ask('ann/by_sport?sport_id=')).body.data.total_workouts).toBe(4)
  })

  test('counts the most recent workouts up to the limit, but returns the total number', async () => {
    const dated = workouts.map((workout, at) => ({ ...workout, workout_date: at }))
    const { ask } = await startWith(dated, limitOf(1))
    const all = (await ask('ann/by_sport')).body.data
    expect(Object.keys(all.statistics)).toEqual(['5'])
    expect(all.statistics[5]).toMatchObject({ average_pace: '0:06:00', total_workouts: 1 })
    expect(all.total_workouts).toBe(4)
    const rides = (await ask('ann/by_sport?sport_id=1')).body.data
    expect(rides.statistics[1]).toMatchObject({ total_distance: 20, total_workouts: 1 })
    expect(rides.total_workouts).toBe(2)
  })
})

describe('GET /api/stats/all', () => {
  const keep = ({ files }: Pick<AppContext, 'files'>, path: string, size: number) => {
    const target = files.pathOf(path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, new Uint8Array(size))
  }

  test('is for moderators', async () => {
    const { call, ctx } = startServer()
    const refused = await call('GET', '/api/stats/all', { as: await aUser(ctx) })
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual(error('you do not have permissions'))
  })

  test('returns the totals of the server', async () => {
    const { call, ctx } = startServer()
    const as = await aModerator(ctx)
    const user = await aUser(ctx)
    await aUser(ctx, { is_active: 0 })
    await aSuspendedUser(ctx)
    for (const sport_id of [1, 1, 5]) await aWorkout(ctx, user, { sport_id, suspended_at: 1 })
    await aWorkout(ctx, as, { sport_id: 5 })
    keep(ctx, 'workouts/1/ride.gpx', 1000)
    keep(ctx, 'workouts/2/ride.fit', 200)
    keep(ctx, 'pictures/1/picture.jpg', 34)
    const { status, body } = await call('GET', '/api/stats/all', { as })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { sports: 2, uploads_dir_size: 1234, users: 3, workouts: 4 },
      status: 'success',
    })
  })
})
