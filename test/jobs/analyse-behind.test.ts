import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { saveThreshold } from '@/db/queries/thresholds'
import { listUsersWithWrongLoadSums } from '@/db/queries/workout-loads'
import { transact, writeTo } from '@/db/transact'
import { analysingBehind } from '@/jobs/analyse-behind'
import { startIdleWork } from '@/jobs/idle-work'
import { analyseInGroups, analysePoints } from '@/use-cases/workouts/analyse-points'
import { afterTest } from '../support/after-test'
import { analysed } from '../support/analysed'
import { aRide } from '../support/archives'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

const rows = (server: Awaited<ReturnType<typeof startWorkoutServer>>) =>
  server.ctx.db.selectFrom('efforts').selectAll().execute()

const intensities = (server: Awaited<ReturnType<typeof startWorkoutServer>>) =>
  server.ctx.db.selectFrom('workout_intensity').selectAll().execute()

/** Rides as they were stored before anything was found in them. */
async function ridesOfBefore(count: number) {
  const server = await startWorkoutServer()
  for (let day = 1; day <= count; day += 1) await server.record(`${day}.gpx`, aRide(day))
  const found = await rows(server)
  const intensity = await intensities(server)
  await server.ctx.db.deleteFrom('efforts').execute()
  await server.ctx.db.deleteFrom('workout_intensity').execute()
  await server.ctx.db.updateTable('workouts').set({ is_analysed: 0 }).execute()
  return { ...server, found, intensity }
}

test('what is found in workouts that were stored before is the same as at their import', async () => {
  const server = await ridesOfBefore(3)
  expect(server.found.length).toBeGreaterThan(0)
  const { stop } = startIdleWork(server.ctx, [analysingBehind(server.ctx)], async () => true)
  afterTest(stop)
  await until('all efforts', async () => (await rows(server)).length === server.found.length)
  expect(await rows(server)).toEqual(server.found)
  expect(server.intensity).toHaveLength(3)
  expect(await intensities(server)).toEqual(server.intensity)
})

test('a workout whose points cannot be read keeps none of the others from being looked through', async () => {
  const server = await ridesOfBefore(3)
  const [last] = await server.ctx.db
    .selectFrom('segments')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  await server.ctx.db
    .updateTable('segment_points')
    .set({ points: Buffer.from('no points') })
    .where('segment_id', '=', last?.id ?? 0)
    .execute()
  const { stop } = startIdleWork(server.ctx, [analysingBehind(server.ctx)], async () => true)
  afterTest(stop)
  const lookedThrough = () =>
    server.ctx.db.selectFrom('workouts').select('id').where('is_analysed', '=', 1).execute()
  await until('the two others', async () => (await lookedThrough()).length === 2)
  expect(await lookedThrough()).toHaveLength(2)
})

test('what is found in former points is not kept for a workout that was measured again meanwhile', async () => {
  const { ctx } = await ridesOfBefore(2)
  const analysing = analysePoints(ctx, [1, 2])
  await ctx.db
    .updateTable('segments')
    .set({ short_id: ctx.ids.shortId() })
    .where('workout_id', '=', 1)
    .execute()
  expect((await analysing).size).toBe(0)
  const found = await ctx.db.selectFrom('efforts').select('workout_id').distinct().execute()
  expect(found).toEqual([{ workout_id: 2 }])
})

test('nothing is looked through while there is other work', async () => {
  const server = await ridesOfBefore(1)
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const { stop } = startIdleWork(server.ctx, [analysingBehind(server.ctx)], async () => {
    resolve()
    return false
  })
  await asked
  await stop()
  expect(await rows(server)).toEqual([])
})

/** Rides of somebody who knows a threshold, so that they have loads. */
async function loadedRides(count: number) {
  const server = await startWorkoutServer()
  const threshold = { kind: 'threshold_pace', sport_id: 0, day: '2020-01-01', value: 360 } as const
  const { id: user_id } = await server.ctx.db
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow()
  await writeTo(server.ctx.db, (tx) => saveThreshold(tx, { user_id, ...threshold }))
  for (let day = 1; day <= count; day += 1)
    await server.record(`${day}.gpx`, aRide(day), { sport_id: 5 })
  return server
}

const writtenRows = ({ ctx }: Awaited<ReturnType<typeof startWorkoutServer>>) =>
  transact(ctx, async ({ db }) => {
    const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db)
    return rows[0]?.count
  })

test('what differs from the points is made as it was at the import, and the sums with it', async () => {
  const server = await loadedRides(4)
  const { db } = server.ctx
  const before = await analysed(server)
  expect(before.loads).toHaveLength(4)
  expect(before.sums.length).toBeGreaterThan(0)
  await db.updateTable('efforts').set({ start: 1 }).where('workout_id', '=', 1).execute()
  await db.updateTable('efforts').set({ target: 7 }).where('target', '=', 400).execute()
  await db.deleteFrom('efforts').where('workout_id', '=', 2).execute()
  await db.deleteFrom('workout_intensity').where('workout_id', '=', 3).execute()
  const pace = Buffer.from('other')
  await db.updateTable('workout_intensity').set({ pace }).where('workout_id', '=', 4).execute()
  await analysePoints(server.ctx, [1, 2, 3, 4])
  expect(await analysed(server)).toEqual(before)
})

test('the load of a workout follows its thresholds, and comes and goes with them', async () => {
  const server = await loadedRides(2)
  const { db } = server.ctx
  const before = await analysed(server)
  const analyse = async () => {
    await analysePoints(server.ctx, [1, 2])
    expect(await listUsersWithWrongLoadSums(db)).toEqual([])
    return analysed(server)
  }
  await db.updateTable('thresholds').set({ value: 300 }).execute()
  const harder = await analyse()
  expect(harder.loads.map(({ load }) => load)).not.toEqual(before.loads.map(({ load }) => load))
  expect(harder.efforts).toEqual(before.efforts)
  await db.updateTable('thresholds').set({ day: '2100-01-01' }).execute()
  expect((await analyse()).loads.map(({ load }) => load)).not.toContain(before.loads[0]?.load)
  await db.updateTable('thresholds').set({ day: '2020-01-01', value: 360 }).execute()
  expect(await analyse()).toEqual(before)
})

test('nothing is written of what is as it should be', async () => {
  const server = await loadedRides(2)
  const before = await writtenRows(server)
  await analysePoints(server.ctx, [1, 2])
  expect(await writtenRows(server)).toBe(before)
})

test('workouts come in their order, and each group is stored when it is told of', async () => {
  const server = await ridesOfBefore(3)
  const ids = Array.from({ length: 300 }, (_, i) => (i % 3) + 1)
  const told: number[] = []
  let groups = 0
  for await (const { workoutIds, failures } of analyseInGroups(server.ctx, ids)) {
    expect(await rows(server)).toEqual(server.found)
    expect(failures.size).toBe(0)
    told.push(...workoutIds)
    groups += 1
  }
  expect(told).toEqual(ids)
  expect(groups).toBeGreaterThan(5)
})
