import { expect, test } from 'bun:test'
import { analysingBehind } from '@/jobs/background-analysis'
import { startIdleWork } from '@/jobs/idle-work'
import { afterTest } from '../support/after-test'
import { deviceRide } from '../support/device-ride'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

/** A ride with laps and sensors, and its row as it was stored by earlier releases. */
async function rideOfBefore(segments: 'all' | 'only_manual' | 'none' = 'only_manual') {
  const server = await startWorkoutServer({ segments_creation_event: segments })
  const { db } = server.ctx
  const { id } = await server.record('ride.fit', deviceRide({ stops: true }))
  const answers = async () =>
    Promise.all(
      ['analysis', 'chart_data?streams=all'].map(
        async (part) => (await server.get(`/api/workouts/${id}/${part}`)).body.data,
      ),
    )
  const complete = await answers()
  await db.deleteFrom('device_laps').execute()
  await db.deleteFrom('segment_streams').execute()
  await db.updateTable('workouts').set({ is_device_read: 0 }).execute()
  const unread = () => db.selectFrom('workouts').select('id').where('is_device_read', '=', 0)
  const readBehind = async () => {
    const { stop } = startIdleWork(server.ctx, [analysingBehind(server.ctx)], async () => true)
    afterTest(stop)
    await until('the recording', async () => (await unread().execute()).length === 0)
    await stop()
  }
  return { ...server, id, complete, answers, readBehind }
}

test('laps and sensors of older workouts are read in the background, with the same result as at an import', async () => {
  const { complete, answers, readBehind } = await rideOfBefore()
  const [analysis, chart] = await answers()
  expect([analysis.analysis.laps, chart.streams]).toEqual([[], []])
  await readBehind()
  expect(await answers()).toEqual(complete)
})

test('they match the stored segments, although their owner has changed the preference since', async () => {
  const { complete, answers, readBehind, ctx, user } = await rideOfBefore('only_manual')
  await ctx.db
    .updateTable('users')
    .set({ segments_creation_event: 'none' })
    .where('id', '=', user.id)
    .execute()
  await readBehind()
  expect(await answers()).toEqual(complete)
})

test('a missing recording does not prevent others from being read', async () => {
  const { record, ctx, answers, complete, readBehind } = await rideOfBefore()
  const lost = await record('lost.fit', deviceRide({ power: 200 }))
  const { original_file: file } = await ctx.db
    .selectFrom('workouts')
    .select('original_file')
    .where('short_id', '=', lost.id)
    .executeTakeFirstOrThrow()
  await ctx.files.remove(file ?? '')
  await ctx.db
    .updateTable('workouts')
    .set({ is_device_read: 0 })
    .where('short_id', '=', lost.id)
    .execute()
  const waiting = readBehind().catch(() => undefined)
  await until('the other recording', async () => {
    const [analysis] = await answers()
    return analysis.analysis.laps.length === 2
  })
  expect(await answers()).toEqual(complete)
  await ctx.db.updateTable('workouts').set({ is_device_read: 1 }).execute()
  await waiting
})
