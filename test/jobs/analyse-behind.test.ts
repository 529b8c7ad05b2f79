import { expect, test } from 'bun:test'
import { analysingBehind } from '@/jobs/analyse-behind'
import { startIdleWork } from '@/jobs/idle-work'
import { analysePoints } from '@/use-cases/workouts/analyse-points'
import { afterTest } from '../support/after-test'
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
