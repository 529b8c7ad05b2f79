import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Period, periodName, periodNumbers } from '@/domain/statistics/periods'
import { parseLocalDay } from '@/lib/time/local-date'
import { listUsersWithWrongSums } from '@/store/db/queries/workouts/workout-totals'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { startModeration } from '../support/moderation'
import { aWorkout, startWorkoutServer } from '../support/workouts'

const HOUR = 3_600_000
const FIRST = Date.parse('2023-12-20T00:00:00Z')

interface Ridden {
  date: number
  sport: number
}

interface Asked {
  limit: number
  time: Period
  from: string | undefined
  to: string | undefined
}

/** The numbers of workouts per period and sport, counted one by one. */
function countEach(workouts: readonly Ridden[], { limit, time, from, to }: Asked, zone: string) {
  const since = from === undefined ? -Infinity : (parseLocalDay(from, zone)?.start ?? 0)
  const until = to === undefined ? Infinity : (parseLocalDay(to, zone)?.end ?? 0)
  const numberOf = periodNumbers(time, zone)
  const counted = workouts
    .toSorted((one, other) => other.date - one.date)
    .slice(0, limit === 0 ? undefined : limit)
    .filter(({ date }) => date >= since && date < until)
  const found: Record<string, Record<string, number>> = {}
  for (const { date, sport } of counted) {
    const name = periodName(time, numberOf(date))
    found[name] = { ...found[name], [sport]: (found[name]?.[sport] ?? 0) + 1 }
  }
  return found
}

type Statistics = Record<string, Record<string, { total_workouts: number }>>

const countsIn = (statistics: Statistics) =>
  Object.fromEntries(
    Object.entries(statistics).map(([name, sports]) => [
      name,
      Object.fromEntries(Object.entries(sports).map(([id, sport]) => [id, sport.total_workouts])),
    ]),
  )

const day = fc.option(
  fc
    .integer({ min: -5, max: 40 })
    .map((at) => new Date(FIRST + at * 24 * HOUR).toISOString().slice(0, 10)),
  { nil: undefined },
)

test('statistics of any span, with or without a limit, count every workout once', async () => {
  const ridden = fc.record({
    date: fc.integer({ min: 0, max: 35 * 24 }).map((hours) => FIRST + hours * HOUR),
    sport: fc.constantFrom(1, 5),
  })
  const asked: fc.Arbitrary<Asked> = fc.record({
    limit: fc.integer({ min: 0, max: 12 }),
    time: fc.constantFrom('day', 'week', 'weekm', 'month', 'year'),
    from: day,
    to: day,
  })
  const zones = fc.constantFrom('Europe/Paris', 'Pacific/Auckland', 'America/St_Johns')
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(ridden, { maxLength: 14, selector: ({ date }) => date }),
      fc.array(asked, { minLength: 8, maxLength: 8 }),
      zones,
      async (workouts, questions, timezone) => {
        const { ctx, call } = startServer()
        const user = await aUser(ctx, { username: 'ann', timezone })
        for (const { date, sport } of workouts)
          await aWorkout(ctx, user, { workout_date: date, sport_id: sport })
        for (const question of questions) {
          const { limit, ...query } = question
          await ctx.db.updateTable('app_config').set({ stats_workouts_limit: limit }).execute()
          const given = Object.entries(query).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value]],
          )
          const path = `/api/stats/ann/by_time?${new URLSearchParams(given)}`
          const { body } = await call('GET', path, { as: user })
          expect(countsIn(body.data.statistics)).toEqual(countEach(workouts, question, timezone))
        }
      },
    ),
    { numRuns: 12 },
  )
})

test('totals are updated with every change to workouts', async () => {
  const { ctx, send, enter, user } = await startWorkoutServer()
  const wrong = () => listUsersWithWrongSums(ctx.db)
  const first = await enter({ workout_date: '2024-03-30 23:30' })
  const second = await enter({ sport_id: 5, ascent: 10, descent: 5 })
  expect(await wrong()).toEqual([])
  const edit = (id: string, json: object) => send('PATCH', `/api/workouts/${id}`, { json })
  expect((await edit(first.id, { sport_id: 2, distance: 12.345, duration: 4000 })).status).toBe(200)
  expect((await edit(first.id, { workout_date: '2023-01-01 00:30' })).status).toBe(200)
  expect((await edit(second.id, { workout_visibility: 'public' })).status).toBe(200)
  expect(await wrong()).toEqual([])
  const json = { timezone: 'Pacific/Auckland' }
  expect((await send('POST', '/api/auth/profile/edit/preferences', { json })).status).toBe(200)
  expect(await wrong()).toEqual([])
  expect((await send('DELETE', `/api/workouts/${first.id}`)).status).toBe(204)
  expect(await wrong()).toEqual([])
  const left = await ctx.db.selectFrom('workout_sums').select('user_id').execute()
  expect(left.every(({ user_id }) => user_id === user.id)).toBe(true)
  expect(left).toHaveLength(6)
})

test('totals distinguish suspended workouts', async () => {
  const { ctx, acted } = await startModeration()
  await acted('workout_suspension')
  expect(await listUsersWithWrongSums(ctx.db)).toEqual([])
  await acted('workout_unsuspension')
  expect(await listUsersWithWrongSums(ctx.db)).toEqual([])
})
