import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { runs, SEED } from '../support/properties'
import { aWorkout, startWorkoutServer } from '../support/workouts'

const PATH = '/api/workouts?with_statistics=True'
const YEAR_END = Date.parse('2023-12-29T00:00:00Z')
const nothing = {
  ave_speed: null,
  average_ascent: null,
  average_descent: null,
  average_distance: null,
  average_duration: null,
  average_pace: null,
  average_speed: null,
  best_pace: null,
  count: 0,
  max_speed: null,
  total_ascent: null,
  total_descent: null,
  total_distance: null,
  total_duration: null,
  total_sports: 0,
}

type Changes = Parameters<typeof aWorkout>[2]

/** The statistics of a list of these workouts, which are an hour apart. */
async function statistics(all: Changes[], query = '', dialect = 'spec') {
  const server = await startWorkoutServer()
  for (const [index, changes] of all.entries())
    await aWorkout(server.ctx, server.user, { workout_date: index * 3_600_000, ...changes })
  const headers = { 'x-api-dialect': dialect }
  const { body } = await server.get(`${PATH}${query}`, { headers })
  return body.data.statistics
}

const ride: Changes = {
  ...{ sport_id: 1, distance: 10.123, duration: 4000, moving: 3601, ave_speed: 20.01 },
  ...{ max_speed: 31.5, ave_pace: 180, best_pace: 120, ascent: 100.555, descent: null },
}
const run: Changes = {
  ...{ sport_id: 5, distance: 10, moving: 3000, ave_speed: 12, max_speed: 15 },
  ...{ ave_pace: 327, best_pace: 240, ascent: 20, descent: 30.5 },
}
const row: Changes = { ...ride, sport_id: 11, ascent: 999, descent: 999 }

describe('GET /api/workouts?with_statistics=true', () => {
  test('omits statistics by default', async () => {
    const { get } = await startWorkoutServer()
    expect((await get('/api/workouts?with_statistics=1')).body.data).toEqual({ workouts: [] })
  })

  test('returns null values for an empty list', async () => {
    expect(await statistics([])).toEqual({ all: nothing, current_page: nothing })
    expect(await statistics([ride], '&sport_id=5')).toMatchObject({ all: nothing })
  })

  test('repeats the values of a single workout', async () => {
    const block = {
      ...nothing,
      ...{ ave_speed: 20.01, average_speed: 20.01, max_speed: 31.5 },
      ...{ average_ascent: 100.555, total_ascent: 100.555 },
      ...{ average_distance: 10.123, total_distance: 10.123 },
      ...{ average_duration: 3601, total_duration: 3601 },
      ...{ count: 1, total_sports: 1 },
    }
    expect(await statistics([ride])).toEqual({ all: block, current_page: block })
    expect(await statistics([ride], '&page=2')).toEqual({ all: block, current_page: block })
  })

  test("returns pace or speed of a single workout according to the user's preference", async () => {
    expect((await statistics([run])).all).toMatchObject({
      average_pace: '0:05:27',
      average_speed: null,
      best_pace: '0:04:00',
      max_speed: null,
    })
    expect((await statistics([{ ...run, ave_pace: null, best_pace: null }])).all).toMatchObject({
      average_pace: null,
      average_speed: 12,
      max_speed: 15,
    })
  })

  test('omits climbs of sports without elevation', async () => {
    expect((await statistics([row])).all).toMatchObject({
      total_ascent: null,
      average_descent: null,
    })
    expect((await statistics([ride, row])).all).toMatchObject({
      ...{ average_ascent: 100.56, total_ascent: 100.56, total_descent: null },
    })
  })

  test('adds up several workouts of one sport', async () => {
    const { all, current_page } = await statistics([ride, { ...ride, ave_speed: 22, moving: 60 }])
    expect(all).toEqual({
      ...nothing,
      ...{ ave_speed: 21, average_speed: 21, max_speed: 31.5 },
      ...{ average_ascent: 100.56, total_ascent: 201.11 },
      ...{ average_distance: 10.12, total_distance: 20.25 },
      ...{ average_duration: 1830, total_duration: 3661 },
      ...{ count: 2, total_sports: 1 },
    })
    expect(current_page).toEqual(all)
  })

  test('returns paces of a sport that prefers them, truncated to the second', async () => {
    const slower = { ...run, ave_pace: 360, best_pace: 250 }
    for (const query of ['', '&sport_id=5'])
      expect((await statistics([run, slower], query)).all).toMatchObject({
        average_pace: '0:05:43',
        average_speed: null,
        best_pace: '0:04:00',
        max_speed: null,
      })
  })

  test('returns neither pace nor speed for several sports', async () => {
    expect((await statistics([ride, run])).all).toMatchObject({
      ...{ average_pace: null, average_speed: null, best_pace: null, max_speed: null },
      ...{ count: 2, total_sports: 2, total_descent: 30.5, average_descent: 30.5 },
    })
  })

  test('returns speeds, but no paces, of one sport on one of several pages', async () => {
    const { all, current_page } = await statistics([run, run, run], '&per_page=2')
    expect(current_page).toMatchObject({ count: 2, average_pace: null, average_speed: 12 })
    expect(all).toMatchObject({ count: 3, average_pace: null, average_speed: 12, max_speed: 15 })
  })

  test('covers the page and the whole list in the requested order', async () => {
    const all = [1, 2, 3].map((distance) => ({ ...ride, distance }))
    const { all: whole, current_page } = await statistics(all, '&per_page=2&order=asc&page=2')
    expect([current_page.total_distance, whole.total_distance]).toEqual([3, 6])
    const beyond = await statistics(all, '&per_page=2&page=5')
    expect(beyond).toMatchObject({ current_page: nothing, all: { total_distance: 6 } })
  })

  test.each([
    [2, 'per_page=1', 2],
    [1, 'per_page=2', 2],
    [0, 'per_page=1', 3],
    [5, 'per_page=1', 3],
  ])('counts at most the configured %i workouts of the list (%s)', async (limit, query, count) => {
    const server = await startWorkoutServer()
    await server.ctx.db.updateTable('app_config').set({ stats_workouts_limit: limit }).execute()
    for (let i = 0; i < 3; i++) await aWorkout(server.ctx, server.user, { workout_date: i })
    const { body } = await server.get(`${PATH}&${query}`)
    expect(body.data.statistics.all.count).toBe(count)
  })

  test('returns the same from stored totals as from the workouts', async () => {
    const known = fc.option(fc.integer({ min: 1, max: 400 }), { nil: null })
    const ridden = fc.record({
      // Hours around the end of a year, some of which are equal.
      workout_date: fc.integer({ min: 0, max: 120 }).map((hours) => YEAR_END + hours * 3_600_000),
      sport_id: fc.constantFrom(1, 5, 11),
      distance: fc.integer({ min: 1, max: 99 }).map((distance) => distance / 10),
      moving: fc.integer({ min: 1, max: 9999 }),
      ...{ ascent: known, descent: known, ave_speed: known, max_speed: known },
      ...{ ave_pace: known, best_pace: known },
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(ridden, { minLength: 2, maxLength: 30, size: 'max' }),
        fc.constantFrom('Europe/Paris', 'Pacific/Kiritimati', 'Pacific/Midway'),
        async (workouts, timezone) => {
          const { ctx, user, get } = await startWorkoutServer({ timezone })
          for (const changes of workouts) await aWorkout(ctx, user, changes)
          for (const limit of [0, 1, 2, 5, 9, 29]) {
            await ctx.db.updateTable('app_config').set({ stats_workouts_limit: limit }).execute()
            for (const query of ['', '&sport_id=1', '&sport_id=5']) {
              const path = `${PATH}&per_page=1${query}`
              const { body } = await get(path)
              // Every workout matches this filter, but there are no totals by distance.
              const { body: read } = await get(`${path}&distance_from=0`)
              expect(body.data.statistics).toEqual(read.data.statistics)
            }
          }
        },
      ),
      { seed: SEED, endOnFailure: true, ...runs(8) },
    )
  })

  test('adds up decimals exactly', async () => {
    const { all } = await statistics(
      Array.from({ length: 3 }, () => ({ ...ride, distance: 0.335 })),
    )
    expect(all.total_distance).toBe(1)
    const tenths = await statistics(Array.from({ length: 30 }, () => ({ ...ride, distance: 0.1 })))
    expect(tenths.all.total_distance).toBe(3)
  })

  test('formats durations as text in the FitTrackee dialect', async () => {
    const { all } = await statistics([ride, { ...ride, moving: 90_000 }], '', 'fittrackee')
    expect(all).toMatchObject({
      average_duration: '13:00:00',
      total_duration: '1 day, 2:00:01',
    })
  })
})
