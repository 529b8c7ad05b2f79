import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { analysingBehind } from '@/jobs/background-analysis'
import { startIdleWork } from '@/jobs/idle-work'
import { transact, writeTo } from '@/store/db/connections/transact'
import { saveThreshold } from '@/store/db/queries/accounts/thresholds'
import { listUsersWithWrongLoadSums } from '@/store/db/queries/workouts/workout-loads'
import { analyseInBatches, analysePoints } from '@/use-cases/workouts/measure/analyse-points'
import { afterTest } from '../support/after-test'
import { aRide } from '../support/archives'
import { eventually } from '../support/eventually'
import { startSegments } from '../support/ranked-segments'
import { readStoredAnalysis } from '../support/stored-analysis'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

const rows = (server: Awaited<ReturnType<typeof startWorkoutServer>>) =>
  server.ctx.db.selectFrom('efforts').selectAll().execute()

const intensities = (server: Awaited<ReturnType<typeof startWorkoutServer>>) =>
  server.ctx.db.selectFrom('workout_intensity').selectAll().execute()

/** Rides as they were stored before analysis existed. */
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

test('the background analysis of older workouts has the same results as an import', async () => {
  const server = await ridesOfBefore(3)
  expect(server.found.length).toBeGreaterThan(0)
  const { stop } = startIdleWork(server.ctx, [analysingBehind(server.ctx)], async () => true)
  afterTest(stop)
  await until('all efforts', async () => (await rows(server)).length === server.found.length)
  expect(await rows(server)).toEqual(server.found)
  expect(server.intensity).toHaveLength(3)
  expect(await intensities(server)).toEqual(server.intensity)
})

test('a workout with unreadable points does not stop the analysis of others', async () => {
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

test('results for outdated points are discarded when a workout was refreshed in the meantime', async () => {
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

test('nothing is analysed while there is other work', async () => {
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

/** Rides of a user with a threshold, so that they have loads. */
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

test('analyses that differ from the points are recomputed as at the import, together with totals', async () => {
  const server = await loadedRides(4)
  const { db } = server.ctx
  const before = await readStoredAnalysis(server)
  expect(before.loads).toHaveLength(4)
  expect(before.sums.length).toBeGreaterThan(0)
  await db.updateTable('efforts').set({ start: 1 }).where('workout_id', '=', 1).execute()
  await db.updateTable('efforts').set({ target: 7 }).where('target', '=', 400).execute()
  await db.deleteFrom('efforts').where('workout_id', '=', 2).execute()
  await db.deleteFrom('workout_intensity').where('workout_id', '=', 3).execute()
  const pace = Buffer.from('other')
  await db.updateTable('workout_intensity').set({ pace }).where('workout_id', '=', 4).execute()
  await analysePoints(server.ctx, [1, 2, 3, 4])
  expect(await readStoredAnalysis(server)).toEqual(before)
})

test('the load of a workout is created, updated and deleted with its thresholds', async () => {
  const server = await loadedRides(2)
  const { db } = server.ctx
  const before = await readStoredAnalysis(server)
  const analyse = async () => {
    await analysePoints(server.ctx, [1, 2])
    expect(await listUsersWithWrongLoadSums(db)).toEqual([])
    return readStoredAnalysis(server)
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

test('correct values are not written again', async () => {
  const server = await loadedRides(2)
  const before = await writtenRows(server)
  await analysePoints(server.ctx, [1, 2])
  expect(await writtenRows(server)).toBe(before)
})

test('workouts are analysed in order, and each batch is stored when it is reported', async () => {
  const server = await ridesOfBefore(3)
  const ids = Array.from({ length: 300 }, (_, i) => (i % 3) + 1)
  const told: number[] = []
  let groups = 0
  for await (const { workoutIds, failures } of analyseInBatches(server.ctx, ids)) {
    expect(await rows(server)).toEqual(server.found)
    expect(failures.size).toBe(0)
    told.push(...workoutIds)
    groups += 1
  }
  expect(told).toEqual(ids)
  expect(groups).toBeGreaterThan(5)
})

test('lines for the map and thumbnails that an upgrade lacks are stored in the background', async () => {
  const server = await ridesOfBefore(3)
  const { db } = server.ctx
  const lines = () => db.selectFrom('workout_lines').selectAll().orderBy('workout_id').execute()
  const thumbnails = () => db.selectFrom('workout_thumbnails').selectAll().execute()
  const made = await lines()
  const drawn = await thumbnails()
  expect(made).toHaveLength(3)
  expect(drawn.map(({ kind }) => kind)).toEqual(['route', 'route', 'route'])
  await sql`insert into unmapped_workouts select workout_id from workout_lines`.execute(db)
  await db.deleteFrom('workout_lines').execute()
  await db.deleteFrom('workout_thumbnails').execute()
  // A workout that is deleted in the meantime leaves nothing behind.
  await server.send(
    'DELETE',
    `/api/workouts/${(await server.get('/api/workouts?order=asc')).body.data.workouts[0].id}`,
  )
  const { stop } = startIdleWork(server.ctx, [analysingBehind(server.ctx)], async () => true)
  afterTest(stop)
  await until('all lines', async () => (await lines()).length === 2)
  expect(await lines()).toEqual(made.slice(1))
  expect(await thumbnails()).toEqual(drawn.slice(1))
  expect(await db.selectFrom('unmapped_workouts').selectAll().execute()).toEqual([])
})

test('the regions of new workouts are found in the background', async () => {
  const server = await ridesOfBefore(2)
  const { db } = server.ctx
  const regionsOf = async () => (await server.get('/api/explorer/regions')).body.data
  expect(await regionsOf()).toEqual({ countries: [], complete: false })
  const { stop } = startIdleWork(server.ctx, [analysingBehind(server.ctx)], async () => true)
  afterTest(stop)
  await eventually(async () => (await regionsOf()).complete).toBe(true)
  expect((await regionsOf()).countries).toEqual([expect.objectContaining({ workouts: 2 })])
  expect(await db.selectFrom('unlocated_workouts').selectAll().execute()).toEqual([])
})

test('workouts are compared with segments in the background', async () => {
  const { ctx, ann, ride, create, ranked } = await startSegments()
  await ride(ann)
  const id = await create()
  const { stop } = startIdleWork(ctx, [analysingBehind(ctx)], async () => true)
  afterTest(stop)
  await eventually(() => ranked(id)).toEqual(['ann 200'])
  await ride(ann, { day: 2, speed: 8 })
  await eventually(() => ranked(id)).toEqual(['ann 125'])
})

test('explorer tiles that an upgrade lacks, or a deletion changed, are counted in the background', async () => {
  const server = await ridesOfBefore(3)
  const { db } = server.ctx
  const visits = () => db.selectFrom('first_visits').selectAll().execute()
  const counted = await visits()
  const [first] = (await server.get('/api/workouts?order=asc')).body.data.workouts
  await db.deleteFrom('first_visits').execute()
  await db.deleteFrom('workout_tiles').execute()
  await sql`insert into uncounted_workouts select id from workouts`.execute(db)
  const { stop } = startIdleWork(server.ctx, [analysingBehind(server.ctx)], async () => true)
  afterTest(stop)
  await eventually(visits).toEqual(counted)
  expect(counted.length).toBeGreaterThan(3)
  await server.send('DELETE', `/api/workouts/${first.id}`)
  await eventually(() => db.selectFrom('visit_recounts').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('uncounted_workouts').selectAll().execute()).toEqual([])
})
