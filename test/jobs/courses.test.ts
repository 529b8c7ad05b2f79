import { expect, test } from 'bun:test'
import { summarizeRoute } from '@/domain/analysis/same-route'
import type { AppContext } from '@/services/context'
import { writeTo } from '@/store/db/connections/transact'
import { insertRoute } from '@/store/db/queries/workouts/courses'
import { loadOutline } from '@/use-cases/workouts/read/load-outline'
import { assignNextCourses } from '@/use-cases/workouts/write/assign-courses'
import { assignAllCourses, reverseGpx, rideOn } from '../support/assign-courses'
import { countQueries } from '../support/count-queries'
import { aUser } from '../support/factories'
import { aWorkout, startWorkoutServer } from '../support/workouts'

/** The courses and directions of all workouts: `a` and `b` in the order of their courses. */
async function routesOf({ db }: AppContext) {
  const rows = await db
    .selectFrom('route_workouts')
    .innerJoin('workouts', 'workouts.id', 'route_workouts.workout_id')
    .select(['route_id', 'title', 'is_opposite'])
    .orderBy('route_workouts.workout_date')
    .execute()
  const ids = [...new Set(rows.map(({ route_id }) => route_id))]
  return rows.map(
    ({ route_id, title, is_opposite }) =>
      `${title}: ${'abcdef'[ids.indexOf(route_id)]}${is_opposite ? ' opposite' : ''}`,
  )
}

/** Uploads a workout with a title. */
const record = (
  server: Awaited<ReturnType<typeof startWorkoutServer>>,
  gpx: string,
  title: string,
) => server.record(`${title}.gpx`, gpx, { title })

const totals = async ({ db }: AppContext) => ({
  routes: await db.selectFrom('routes').select(['workout_count', 'length']).execute(),
  boxes: (await db.selectFrom('route_boxes').select('id').execute()).length,
  open: (await db.selectFrom('workouts').select('id').where('is_routed', '=', 0).execute()).length,
})

async function startWithRides() {
  const server = await startWorkoutServer()
  const first = await record(server, rideOn(1, 1), 'one')
  const second = await record(server, rideOn(1, 2, { speed: 31 }), 'again')
  const back = await record(server, reverseGpx(rideOn(1, 3)), 'back')
  const other = await record(server, rideOn(2, 4), 'other')
  await server.enter({ title: 'by hand' })
  await assignAllCourses(server.ctx)
  return { ...server, first, second, back, other }
}

test('workouts along the same line are on one course, in either direction', async () => {
  const { ctx } = await startWithRides()
  expect(await routesOf(ctx)).toEqual([
    'one: a opposite',
    'again: a opposite',
    'back: a',
    'other: b',
  ])
  const { routes, boxes, open } = await totals(ctx)
  expect(routes.map(({ workout_count }) => workout_count).toSorted()).toEqual([1, 3])
  expect(boxes).toBe(2)
  // The manual one has no recording.
  expect(open).toBe(1)
})

test('a course outlives the workout whose line defines it, and is deleted with its last one', async () => {
  const server = await startWithRides()
  await server.send('DELETE', `/api/workouts/${server.back.id}`)
  expect(await routesOf(server.ctx)).toEqual(['one: a', 'again: a', 'other: b'])
  await record(server, reverseGpx(rideOn(1, 9)), 'back again')
  await assignAllCourses(server.ctx)
  expect(await routesOf(server.ctx)).toEqual([
    'one: a',
    'again: a',
    'other: b',
    'back again: a opposite',
  ])
  for (const { id } of [server.first, server.second, server.other])
    await server.send('DELETE', `/api/workouts/${id}`)
  const { routes, boxes } = await totals(server.ctx)
  expect(routes.map(({ workout_count }) => workout_count)).toEqual([1])
  expect(boxes).toBe(1)
})

test('a refreshed workout is assigned again, and one with another sport stays on its course', async () => {
  const server = await startWithRides()
  await server.send('POST', `/api/workouts/${server.first.id}/refresh`)
  expect(await routesOf(server.ctx)).toEqual(['again: a opposite', 'back: a', 'other: b'])
  await assignAllCourses(server.ctx)
  expect(await routesOf(server.ctx)).toContain('one: a opposite')
  await server.send('PATCH', `/api/workouts/${server.second.id}`, { json: { sport_id: 2 } })
  await assignAllCourses(server.ctx)
  const rows = await server.ctx.db.selectFrom('route_workouts').select('sport_id').execute()
  expect(rows.map(({ sport_id }) => sport_id).toSorted()).toEqual([1, 1, 1, 2])
})

test('courses are separate for each user', async () => {
  const server = await startWithRides()
  const body = new FormData()
  body.set('file', new File([rideOn(1, 7)], 'ride.gpx'))
  body.set('data', JSON.stringify({ sport_id: 1, title: 'of somebody else' }))
  const other = await aUser(server.ctx, { username: 'other' })
  await server.call('POST', '/api/workouts', { as: other, body })
  await assignAllCourses(server.ctx)
  expect(await routesOf(server.ctx)).toContain('of somebody else: c')
})

test('a workout that changes while it is assigned is assigned again', async () => {
  const server = await startWorkoutServer()
  await record(server, rideOn(1, 1), 'one')
  const looking = assignNextCourses(server.ctx, new Set(), () => false)
  await server.ctx.db.updateTable('workouts').set({ modification_date: 5 }).execute()
  await looking
  const before = await totals(server.ctx)
  await assignAllCourses(server.ctx)
  expect([before.open, (await totals(server.ctx)).open]).toEqual([1, 0])
})

test('a workout is compared with a limited number of courses, however many there are', async () => {
  const server = await startWorkoutServer()
  const { ctx, user } = server
  const count = countQueries(ctx)
  const statementsToSort = async () => {
    count()
    await assignAllCourses(ctx)
    return count()
  }
  await record(server, rideOn(1, 1), 'alone')
  const alone = await statementsToSort()
  const { id } = await record(server, rideOn(2, 2), 'among many')
  const row = await ctx.db
    .selectFrom('workouts')
    .select('id')
    .where('short_id', '=', id)
    .executeTakeFirstOrThrow()
  const middle = summarizeRoute(await loadOutline(ctx.db, row.id))
  // Courses with the same centre and length but without lines, because these workouts are manual.
  for (let at = 0; at < 100; at++) {
    const workout = await aWorkout(ctx, user)
    await writeTo(ctx.db, async (tx) => insertRoute(tx, workout, middle))
  }
  const among = await statementsToSort()
  expect(among - alone).toBe(24)
})

test('two processes that assign the same workouts do not conflict', async () => {
  const server = await startWorkoutServer()
  await record(server, rideOn(1, 1), 'one')
  await record(server, rideOn(1, 2), 'again')
  const failed = new Set<number>()
  const sort = () => assignNextCourses(server.ctx, failed, () => false)
  await Promise.all([sort(), sort()])
  expect([...failed]).toEqual([])
  expect(await routesOf(server.ctx)).toEqual(['one: a', 'again: a'])
})
