import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { updateUser } from '@/store/db/queries/accounts/users'
import { assignAllCourses, reverseGpx, rideOn, truncateGpx } from '../support/assign-courses'
import { aUser } from '../support/factories'
import { aFollow, startWorkoutServer } from '../support/workouts'

const OPEN = Object.fromEntries(
  ['workout', 'analysis', 'map'].map((part) => [`${part}_visibility`, 'public']),
)

/** A user with three rides on one course, one of them in the opposite direction, and a ride on another course. */
async function startRiding() {
  const server = await startWorkoutServer()
  const ride = (gpx: string, title: string, more: object = {}) =>
    server.record(`${title}.gpx`, gpx, { title, ...more })
  const first = await ride(rideOn(1, 1, { withHeartRate: true }), 'first')
  const faster = await ride(rideOn(1, 2, { speed: 31, withHeartRate: true }), 'faster')
  const back = await ride(reverseGpx(rideOn(1, 3)), 'back')
  const elsewhere = await ride(rideOn(2, 4, { kilometres: 8 }), 'elsewhere')
  const byHand = await server.enter({ title: 'by hand' })
  await assignAllCourses(server.ctx)
  return { ...server, ride, rides: { first, faster, back, elsewhere, byHand } }
}

type Riding = Awaited<ReturnType<typeof startRiding>>

/** `title direction` of the workouts on the same course as one. */
async function onRoute({ get }: Riding, id: string, query = '', more: object = {}) {
  const { body } = await get(`/api/workouts/${id}/same-route${query}`, more)
  return body.data.workouts.map(
    ({ title, direction }: { title: string; direction: string }) => `${title} ${direction}`,
  )
}

describe('GET /api/workouts/:id/same-route', () => {
  test('lists the workouts on the same course, with their direction relative to the given one', async () => {
    const riding = await startRiding()
    const { first, back, elsewhere } = riding.rides
    expect(await onRoute(riding, first.id)).toEqual(['back opposite', 'faster same', 'first same'])
    expect(await onRoute(riding, back.id)).toEqual([
      'back same',
      'faster opposite',
      'first opposite',
    ])
    expect(await onRoute(riding, first.id, '?direction=opposite')).toEqual(['back opposite'])
    expect(await onRoute(riding, back.id, '?direction=same')).toEqual(['back same'])
    expect(await onRoute(riding, elsewhere.id)).toEqual(['elsewhere same'])
  })

  test('returns the numbers of each workout, in pages', async () => {
    const { get, rides } = await startRiding()
    const { body } = await get(`/api/workouts/${rides.first.id}/same-route?per_page=1&page=2`)
    expect(body).toEqual({
      data: {
        route: { length: expect.any(Number) },
        workouts: [
          {
            id: rides.faster.id,
            title: 'faster',
            sport_id: 1,
            workout_date: 'Tue, 02 Jan 2024 07:00:00 GMT',
            distance: rides.faster.distance,
            duration: expect.any(Number),
            moving: expect.any(Number),
            ave_speed: rides.faster.ave_speed,
            ave_hr: rides.faster.ave_hr,
            direction: 'same',
          },
        ],
        rank: { place: 2, count: 2 },
      },
      pagination: { has_next: true, has_prev: true, page: 2, pages: 3, total: 3 },
      status: 'success',
    })
    expect(body.data.route.length).toBeCloseTo(rides.first.distance, 0)
    expect(rides.faster.ave_hr).toBeGreaterThan(100)
  })

  test('ranks the workout for its owner among all of its sport and direction', async () => {
    const riding = await startRiding()
    const { ctx, get, send, rides } = riding
    const rankOf = async ({ id }: { id: string }, more: object = {}) =>
      (await get(`/api/workouts/${id}/same-route?per_page=1`, more)).body.data.rank
    expect(await rankOf(rides.faster)).toEqual({ place: 1, count: 2 })
    expect(await rankOf(rides.first)).toEqual({ place: 2, count: 2 })
    expect(await rankOf(rides.back)).toEqual({ place: 1, count: 1 })
    await send('PATCH', `/api/workouts/${rides.first.id}`, { json: OPEN })
    expect(await rankOf(rides.first, { as: await aUser(ctx, {}) })).toBeUndefined()
    await send('PATCH', `/api/workouts/${rides.faster.id}`, { json: { sport_id: 2 } })
    await assignAllCourses(ctx)
    expect(await rankOf(rides.first)).toEqual({ place: 1, count: 1 })
  })

  test('includes the previous workout of the same sport on the course, for the owner only', async () => {
    const riding = await startRiding()
    const { ctx, get, send, rides } = riding
    const previousOf = async ({ id }: { id: string }, more: object = {}) =>
      (await get(`/api/workouts/${id}/same-route?per_page=1`, more)).body.data.previous?.id
    expect(await previousOf(rides.first)).toBeUndefined()
    expect(await previousOf(rides.faster)).toBe(rides.first.id)
    expect(await previousOf(rides.back)).toBe(rides.faster.id)
    await send('PATCH', `/api/workouts/${rides.back.id}`, { json: OPEN })
    expect(await previousOf(rides.back, { as: await aUser(ctx, {}) })).toBeUndefined()
    await send('PATCH', `/api/workouts/${rides.faster.id}`, { json: { sport_id: 2 } })
    await assignAllCourses(ctx)
    expect(await previousOf(rides.back)).toBe(rides.first.id)
    expect(await previousOf(rides.faster)).toBeUndefined()
  })

  test('ranks and lists more workouts than fit on one page', async () => {
    const { ctx, ride, get } = await startRiding()
    const latest = await ride(rideOn(1, 120, { speed: 26 }), 'latest')
    for (let day = 10; day < 112; day++) await ride(rideOn(1, day, { speed: 20 }), `on day ${day}`)
    await assignAllCourses(ctx)
    const path = `/api/workouts/${latest.id}/same-route?per_page=100&direction=same`
    const { data, pagination } = (await get(path)).body
    expect(data.workouts).toHaveLength(100)
    expect(pagination).toMatchObject({ total: 105, pages: 2 })
    expect(data.rank).toEqual({ place: 2, count: 105 })
  })

  test('includes other sports on request', async () => {
    const riding = await startRiding()
    const { first, faster } = riding.rides
    await riding.send('PATCH', `/api/workouts/${faster.id}`, { json: { sport_id: 2 } })
    await assignAllCourses(riding.ctx)
    expect(await onRoute(riding, first.id)).toEqual(['back opposite', 'first same'])
    expect(await onRoute(riding, faster.id)).toEqual(['faster same'])
    expect(await onRoute(riding, first.id, '?any_sport=true')).toHaveLength(3)
  })

  test('is empty for a workout that is not analysed yet or too short, and 404 without a recording', async () => {
    const { get, ride, rides } = await startRiding()
    const late = await ride(rideOn(1, 9), 'late')
    const { status, body } = await get(`/api/workouts/${late.id}/same-route`)
    expect([status, body.data]).toEqual([200, { route: null, workouts: [] }])
    expect((await get(`/api/workouts/${rides.byHand.id}/same-route`)).status).toBe(404)
    expect((await get('/api/workouts/unknown/same-route')).status).toBe(404)
  })

  test('shows others only workouts whose maps they may see', async () => {
    const riding = await startRiding()
    const { ctx, user, send, rides } = riding
    const [follower, stranger] = [await aUser(ctx, {}), await aUser(ctx, {})]
    await aFollow(ctx, follower, user)
    const show = (id: string, levels: object) =>
      send('PATCH', `/api/workouts/${id}`, { json: levels })
    await show(rides.first.id, OPEN)
    await show(rides.faster.id, { ...OPEN, map_visibility: 'followers_only' })
    await show(rides.back.id, { ...OPEN, map_visibility: 'private' })
    expect(await onRoute(riding, rides.first.id, '', { as: follower })).toEqual([
      'faster same',
      'first same',
    ])
    expect(await onRoute(riding, rides.first.id, '', { as: stranger })).toEqual(['first same'])
    const ask = (id: string, as: typeof follower) =>
      riding.get(`/api/workouts/${id}/same-route`, { as })
    expect((await ask(rides.back.id, follower)).status).toBe(404)
    expect((await ask(rides.faster.id, stranger)).status).toBe(404)
    await show(rides.first.id, { ...OPEN, analysis_visibility: 'private' })
    expect((await ask(rides.first.id, stranger)).status).toBe(404)
  })

  test('shows others only the length of the given workout, whoever else was there', async () => {
    const { ctx, record, get, send } = await startWorkoutServer()
    const stranger = await aUser(ctx, {})
    const shown = await record('shown.gpx', truncateGpx(rideOn(1, 1), 0.05))
    // The newest is analysed first: its line identifies the course.
    await record('hidden.gpx', rideOn(1, 2))
    await assignAllCourses(ctx)
    await send('PATCH', `/api/workouts/${shown.id}`, { json: OPEN })
    const lengthFor = async (more: object) =>
      (await get(`/api/workouts/${shown.id}/same-route`, more)).body.data.route.length
    expect(await lengthFor({})).toBeGreaterThan(shown.distance)
    expect(await lengthFor({ as: stranger })).toBeCloseTo(shown.distance, 2)
  })

  test('shows heart rates to callers who may see them', async () => {
    const { ctx, user, get, send, rides } = await startRiding()
    const stranger = await aUser(ctx, {})
    await send('PATCH', `/api/workouts/${rides.first.id}`, { json: OPEN })
    const heartRates = async (as: typeof stranger) => {
      const { body } = await get(`/api/workouts/${rides.first.id}/same-route`, { as })
      return body.data.workouts.map(({ ave_hr }: { ave_hr: number | null }) => ave_hr)
    }
    expect(await heartRates(stranger)).toEqual([null])
    await writeTo(ctx.db, (tx) => updateUser(tx, user.id, { hr_visibility: 'public' }))
    expect(await heartRates(stranger)).toEqual([rides.first.ave_hr])
  })
})

describe('GET /api/routes', () => {
  test('lists courses with more than one workout, with their most common titles', async () => {
    const { ctx, get, ride, rides } = await startRiding()
    for (const day of [5, 6, 7]) await ride(rideOn(2, day, { kilometres: 8 }), 'commute')
    await assignAllCourses(ctx)
    const { body } = await get('/api/routes')
    const thumbnail = { kind: 'route', path: expect.stringMatching(/^M\d+ \d+l/) }
    expect(body.data.routes).toEqual([
      {
        name: 'commute',
        length: expect.any(Number),
        workout_count: 4,
        latest: {
          id: expect.any(String),
          sport_id: 1,
          workout_date: 'Sun, 07 Jan 2024 07:00:00 GMT',
          distance: 8.096,
        },
        thumbnail,
      },
      {
        name: 'back',
        length: expect.any(Number),
        workout_count: 3,
        latest: {
          id: rides.back.id,
          sport_id: 1,
          workout_date: 'Wed, 03 Jan 2024 07:00:00 GMT',
          distance: 5.075,
        },
        thumbnail,
      },
    ])
    expect(body.pagination.total).toBe(2)
    expect((await get('/api/routes?per_page=1&page=2')).body.data.routes).toHaveLength(1)
    const other = await aUser(ctx, {})
    expect((await get('/api/routes', { as: other })).body.data.routes).toEqual([])
  })
})
