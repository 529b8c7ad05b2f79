import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import {
  addToSums,
  countWorkouts,
  listPeriodSums,
  listUsersWithWrongSums,
  rebuildSums,
  subtractFromSums,
} from '@/store/db/queries/workouts/workout-totals'
import { updateWorkout } from '@/store/db/queries/workouts/workouts'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { aWorkout } from '../support/workouts'

async function started(timezone = 'Europe/Paris') {
  const { ctx } = startServer()
  const user = await aUser(ctx, { timezone })
  const rows = () => ctx.db.selectFrom('workout_sums').selectAll().execute()
  return { ctx, db: ctx.db, user, rows }
}

const all = { sportId: undefined, period: 'all', first: 0, last: 0 } as const

describe('stored totals of workouts', () => {
  test('are the sums of all time and of each period', async () => {
    const { ctx, db, user, rows } = await started()
    await aWorkout(ctx, user, {
      distance: 10.5,
      ascent: 1.001,
      calories: 7,
      workout_visibility: 'public',
    })
    await aWorkout(ctx, user, { distance: 0.1, ascent: null, ave_speed: null, suspended_at: 1 })
    const [sums] = await listPeriodSums(db, { userId: user.id, ...all })
    expect(sums).toEqual({
      number: 0,
      sportId: 1,
      sums: {
        workouts: 2,
        distance: 10_600,
        moving: 3600,
        ascent: { sum: 1001, count: 1 },
        descent: { sum: 0, count: 0 },
        speed: { sum: 2000, count: 1 },
        pace: { sum: 360, count: 2 },
        calories: { sum: 7, count: 1 },
      },
    })
    expect((await rows()).map(({ period, number }) => [period, number])).toEqual([
      ['all', 0],
      ['day', Date.parse('2024-05-04') / 86_400_000],
      ['month', 2024 * 12 + 4],
      ['week', Date.parse('2024-04-28') / 86_400_000],
      ['weekm', Date.parse('2024-04-29') / 86_400_000],
      ['year', 2024],
    ])
    expect(await countWorkouts(db, { userId: user.id, sportId: undefined })).toEqual({
      workouts: 2,
      suspended: 1,
    })
    expect((await rows())[0]).toMatchObject({ shared: 1 })
  })

  test('use the calendar of the user', async () => {
    const { ctx, user, rows } = await started('Asia/Tokyo')
    await aWorkout(ctx, user, { workout_date: Date.parse('2023-12-31T15:00:00Z') })
    expect((await rows()).find(({ period }) => period === 'year')).toMatchObject({ number: 2024 })
  })

  test('use UTC for a workout with an unknown time zone', async () => {
    const { ctx, user, rows } = await started('Atlantis/Centre')
    await aWorkout(ctx, user, { workout_date: Date.parse('2023-12-31T15:00:00Z') })
    expect((await rows()).find(({ period }) => period === 'year')).toMatchObject({ number: 2023 })
  })

  test('are deleted with the last workout', async () => {
    const { ctx, db, user, rows } = await started()
    const workout = await aWorkout(ctx, user)
    const other = await aWorkout(ctx, user, { sport_id: 5 })
    await writeTo(db, (tx) => subtractFromSums(tx, workout.id))
    expect((await rows()).map(({ sport_id }) => sport_id)).toEqual([5, 5, 5, 5, 5, 5])
    await writeTo(db, (tx) => subtractFromSums(tx, other.id))
    expect(await rows()).toEqual([])
  })

  test('are checked and repaired', async () => {
    const { ctx, db, user, rows } = await started()
    const workout = await aWorkout(ctx, user)
    await aWorkout(ctx, await aUser(ctx))
    expect(await listUsersWithWrongSums(db)).toEqual([])
    await writeTo(db, (tx) => updateWorkout(tx, workout.id, { distance: 11 }))
    expect(await listUsersWithWrongSums(db)).toEqual([user.id])
    await writeTo(db, (tx) => rebuildSums(tx, user.id))
    expect(await listUsersWithWrongSums(db)).toEqual([])
    await writeTo(db, (tx) => addToSums(tx, workout.id))
    expect(await listUsersWithWrongSums(db)).toEqual([user.id])
    expect(await rows()).not.toEqual([])
  })
})
