import { describe, expect, test } from 'bun:test'
import { aComment } from '../support/comments'
import { aSuspendedUser, aUser } from '../support/factories'
import { aBlock, aFollow, aWorkout, startWorkoutServer } from '../support/workouts'

const PATH = '/api/workouts/reactions'

describe('GET /api/workouts/reactions', () => {
  test('asks for a token, and rejects suspended accounts', async () => {
    const { call, get, ctx } = await startWorkoutServer()
    expect((await call('GET', PATH)).status).toBe(401)
    expect((await get(PATH, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('returns nothing without ids, and rejects more than a page of lists', async () => {
    const { get } = await startWorkoutServer()
    expect((await get(PATH)).body).toEqual({ data: { reactions: [] }, status: 'success' })
    const many = Array.from({ length: 21 }, (_, at) => `2AXUtXDfi8HwaAHdf6BD${at + 10}`)
    expect((await get(`${PATH}?ids=${many.slice(1).join(',')}`)).status).toBe(200)
    expect(await get(`${PATH}?ids=${many.join(',')}`)).toMatchObject({
      status: 400,
      body: { message: 'invalid payload', status: 'error' },
    })
  })

  test('counts likes and comments in the order of the ids', async () => {
    const { ctx, user, get, send } = await startWorkoutServer()
    const as = await aUser(ctx)
    const [first, second] = [
      await aWorkout(ctx, user, { workout_visibility: 'public' }),
      await aWorkout(ctx, user, { workout_visibility: 'public' }),
    ]
    await send('POST', `/api/workouts/${first.short_id}/like`, { as })
    await send('POST', `/api/workouts/${first.short_id}/like`)
    await aComment(ctx, { by: as, on: first })
    await aComment(ctx, { by: user, on: first })
    const ids = [second.short_id, first.short_id, second.short_id, 'zz'].join(',')
    expect((await get(`${PATH}?ids=${ids}`, { as })).body.data.reactions).toEqual([
      { comments_count: 0, liked: false, likes_count: 0, workout_id: second.short_id },
      { comments_count: 2, liked: true, likes_count: 2, workout_id: first.short_id },
    ])
  })

  test('excludes workouts and comments that the caller may not see', async () => {
    const { ctx, user, get } = await startWorkoutServer()
    const [follower, stranger, blocked] = [await aUser(ctx), await aUser(ctx), await aUser(ctx)]
    await aFollow(ctx, follower, user)
    await aBlock(ctx, user, blocked)
    const open = await aWorkout(ctx, user, { workout_visibility: 'public' })
    const followers = await aWorkout(ctx, user, { workout_visibility: 'followers_only' })
    const suspended = await aWorkout(ctx, user, { workout_visibility: 'public', suspended_at: 1 })
    await aComment(ctx, { by: user, on: open }, { text_visibility: 'followers_only' })
    await aComment(ctx, { by: user, on: open }, { text_visibility: 'private' })
    const ids = [open, followers, suspended].map(({ short_id }) => short_id).join(',')
    const counts = async (as: typeof user) => {
      const { body } = await get(`${PATH}?ids=${ids}`, { as })
      return body.data.reactions.map(
        ({ comments_count }: { comments_count: number }) => comments_count,
      )
    }
    expect(await counts(user)).toEqual([2, 0, 0])
    expect(await counts(follower)).toEqual([1, 0])
    expect(await counts(stranger)).toEqual([0])
    expect(await counts(blocked)).toEqual([])
  })
})
