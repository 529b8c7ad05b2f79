import { describe, expect, test } from 'bun:test'
import { aModerator, aSuspendedUser, aUser } from '../support/factories'
import { aFollow, aWorkout, startWorkoutServer } from '../support/workouts'

const NOBODY = '2AXUtXDfi8HwaAHdf6BDaa'
const notFound = { data: { workouts: [] }, status: 'not found' }

async function withWorkout() {
  const server = await startWorkoutServer({ username: 'ann' })
  const workout = await server.enter({ workout_visibility: 'public' })
  const path = `/api/workouts/${workout.id}`
  const notifications = () =>
    server.ctx.db
      .selectFrom('notifications')
      .select(['type', 'from_user_id', 'to_user_id'])
      .execute()
  return { ...server, workout, path, notifications }
}

describe.each(['like', 'like/undo'])('POST /api/workouts/{id}/%s', (what) => {
  test('asks for a token, and rejects suspended accounts', async () => {
    const { call, send, ctx, path } = await withWorkout()
    expect((await call('POST', `${path}/${what}`)).status).toBe(401)
    const as = await aSuspendedUser(ctx)
    expect((await send('POST', `${path}/${what}`, { as })).status).toBe(403)
  })

  test('returns 404 for a workout that the caller may not see', async () => {
    const { send, ctx, user } = await withWorkout()
    const hidden = await aWorkout(ctx, user, { workout_visibility: 'followers_only' })
    const suspended = await aWorkout(ctx, user, { workout_visibility: 'public', suspended_at: 1 })
    const as = await aUser(ctx)
    for (const id of [NOBODY, 'zz', hidden.short_id, suspended.short_id])
      expect(await send('POST', `/api/workouts/${id}/${what}`, { as })).toMatchObject({
        status: 404,
        body: notFound,
      })
  })
})

describe('POST /api/workouts/{id}/like', () => {
  test('returns the workout, liked once even if repeated', async () => {
    const { send, ctx, path, workout, user, notifications } = await withWorkout()
    const as = await aUser(ctx)
    await send('POST', `${path}/like`, { as })
    const { status, body } = await send('POST', `${path}/like`, { as })
    expect(status).toBe(200)
    expect(body.data.workouts).toMatchObject([{ id: workout.id, liked: true, likes_count: 1 }])
    expect(await notifications()).toEqual([
      { type: 'workout_like', from_user_id: as.id, to_user_id: user.id },
    ])
  })

  test("sends no notification for the caller's own likes", async () => {
    const { send, path, workout, notifications } = await withWorkout()
    const { body } = await send('POST', `${path}/like`)
    const liked = { ...workout, liked: true, likes_count: 1 }
    expect(body).toEqual({ data: { workouts: [liked] }, status: 'success' })
    expect(await notifications()).toEqual([])
  })
})

describe('POST /api/workouts/{id}/like/undo', () => {
  test('removes the like and its notification, and succeeds without one', async () => {
    const { send, ctx, path, notifications } = await withWorkout()
    const as = await aUser(ctx)
    await send('POST', `${path}/like`, { as })
    for (let time = 0; time < 2; time++) {
      const { status, body } = await send('POST', `${path}/like/undo`, { as })
      expect(status).toBe(200)
      expect(body.data.workouts).toMatchObject([{ liked: false, likes_count: 0 }])
    }
    expect(await notifications()).toEqual([])
  })
})

describe('GET /api/workouts/{id}/likes', () => {
  const light = {
    created_at: 'Sat, 14 Mar 2026 12:00:00 GMT',
    followers: 0,
    following: 0,
    nb_workouts: 1,
    picture: false,
    role: 'user',
    suspended_at: null,
    username: 'ann',
  }

  test('is as visible as the workout', async () => {
    const { get, call, ctx, user, path } = await withWorkout()
    const hidden = await aWorkout(ctx, user)
    expect(await call('GET', `/api/workouts/${hidden.short_id}/likes`)).toMatchObject({
      status: 404,
      body: notFound,
    })
    expect((await get(`${path}/likes`, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('lists users as the caller may see them', async () => {
    const { get, call, send, ctx, user, path } = await withWorkout()
    await send('POST', `${path}/like`)
    const follower = await aUser(ctx)
    await aFollow(ctx, follower, user)
    const seen = { ...light, followers: 1 }
    expect((await call('GET', `${path}/likes`)).body).toEqual({
      data: { likes: [seen] },
      pagination: { has_next: false, has_prev: false, page: 1, pages: 1, total: 1 },
      status: 'success',
    })
    const contact = { email: 'ann@example.com', is_active: true }
    const likes = async (as = user) => (await get(`${path}/likes`, { as })).body.data.likes
    expect(await likes()).toEqual([{ ...seen, ...contact }])
    const relationships = { blocked: false, follows: 'false', is_followed_by: 'true' }
    expect(await likes(follower)).toEqual([{ ...seen, ...relationships }])
    expect(await likes(await aModerator(ctx))).toEqual([
      { ...seen, ...contact, ...relationships, is_followed_by: 'false' },
    ])
  })

  test('has ten users per page, newest like first', async () => {
    const { get, send, ctx, path } = await withWorkout()
    for (let at = 1; at <= 11; at++)
      await send('POST', `${path}/like`, { as: await aUser(ctx, { username: `fan_${at}` }) })
    const names = async (page: number) => {
      const { body } = await get(`${path}/likes?page=${page}`)
      return body.data.likes.map(({ username }: { username: string }) => username)
    }
    expect(await names(1)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `fan_${at}`))
    expect(await names(2)).toEqual(['fan_1'])
  })
})
