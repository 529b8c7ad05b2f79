import { expect, test } from 'bun:test'
import { middleOf } from '@/analysis/same-route'
import type { AppContext } from '@/context'
import { insertRoute } from '@/db/queries/routes'
import { writeTo } from '@/db/transact'
import { loadOutline } from '@/use-cases/workouts/load-outline'
import { routeNext } from '@/use-cases/workouts/route-workouts'
import { countQueries } from '../support/count-queries'
import { aUser } from '../support/factories'
import { rideOn, sortIntoRoutes, turnedRound } from '../support/routes'
import { aWorkout, startWorkoutServer } from '../support/workouts'

/** Which workouts are on which route, and which way round: `a` and `b` by the order of their routes. */
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

/** Workouts by their titles. */
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
  const back = await record(server, turnedRound(rideOn(1, 3)), 'back')
  const other = await record(server, rideOn(2, 4), 'other')
  await server.enter({ title: 'by hand' })
  await sortIntoRoutes(server.ctx)
  return { ...server, first, second, back, other }
}

test('workouts that went the same way are on one route, whichever way round', async () => {
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
  // The one that was entered by hand has no recording.
  expect(open).toBe(1)
})

test('a route outlives the workout by whose line it is known, and goes with its last one', async () => {
  const server = await startWithRides()
  await server.send('DELETE', `/api/workouts/${server.back.id}`)
  expect(await routesOf(server.ctx)).toEqual(['one: a', 'again: a', 'other: b'])
  await record(server, turnedRound(rideOn(1, 9)), 'back again')
  await sortIntoRoutes(server.ctx)
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

test('a workout that is measured again is looked at again, and one that moves to another sport stays on its route', async () => {
  const server = await startWithRides()
  await server.send('POST', `/api/workouts/${server.first.id}/refresh`)
  expect(await routesOf(server.ctx)).toEqual(['again: a opposite', 'back: a', 'other: b'])
  await sortIntoRoutes(server.ctx)
  expect(await routesOf(server.ctx)).toContain('one: a opposite')
  await server.send('PATCH', `/api/workouts/${server.second.id}`, { json: { sport_id: 2 } })
  await sortIntoRoutes(server.ctx)
  const rows = await server.ctx.db.selectFrom('route_workouts').select('sport_id').execute()
  expect(rows.map(({ sport_id }) => sport_id).toSorted()).toEqual([1, 1, 1, 2])
})

test('routes are those of one person', async () => {
  const server = await startWithRides()
  const body = new FormData()
  body.set('file', new File([rideOn(1, 7)], 'ride.gpx'))
  body.set('data', JSON.stringify({ sport_id: 1, title: 'of somebody else' }))
  const other = await aUser(server.ctx, { username: 'other' })
  await server.call('POST', '/api/workouts', { as: other, body })
  await sortIntoRoutes(server.ctx)
  expect(await routesOf(server.ctx)).toContain('of somebody else: c')
})

test('a workout that was changed while it was looked at is looked at again', async () => {
  const server = await startWorkoutServer()
  await record(server, rideOn(1, 1), 'one')
  const looking = routeNext(server.ctx, new Set(), () => false)
  await server.ctx.db.updateTable('workouts').set({ modification_date: 5 }).execute()
  await looking
  const before = await totals(server.ctx)
  await sortIntoRoutes(server.ctx)
  expect([before.open, (await totals(server.ctx)).open]).toEqual([1, 0])
})

test('a workout is compared with a limited number of routes, however many there are', async () => {
  const server = await startWorkoutServer()
  const { ctx, user } = server
  const count = countQueries(ctx)
  const statementsToSort = async () => {
    count()
    await sortIntoRoutes(ctx)
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
  const middle = middleOf(await loadOutline(ctx.db, row.id))
  // Routes with the same middle and length whose lines lead elsewhere: none, as these were entered by hand.
  for (let at = 0; at < 100; at++) {
    const workout = await aWorkout(ctx, user)
    await writeTo(ctx.db, async (tx) => insertRoute(tx, workout, middle))
  }
  const among = await statementsToSort()
  expect(among - alone).toBe(24)
})

test('two processes that sort the same workouts do not get into each other’s way', async () => {
  const server = await startWorkoutServer()
  await record(server, rideOn(1, 1), 'one')
  await record(server, rideOn(1, 2), 'again')
  const failed = new Set<number>()
  const sort = () => routeNext(server.ctx, failed, () => false)
  await Promise.all([sort(), sort()])
  expect([...failed]).toEqual([])
  expect(await routesOf(server.ctx)).toEqual(['one: a', 'again: a'])
})
