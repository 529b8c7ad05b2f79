import { describe, expect, test } from 'bun:test'
import { errorResponse, startDiscussion, UNKNOWN_ID } from '../support/comments'
import { aModerator, aUser } from '../support/factories'
import { aBlock } from '../support/workouts'

const NO_COMMENT = errorResponse(404, 'comment not found', 'not found')
const plain = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

async function withComment() {
  const discussion = await startDiscussion()
  const { comment, send, ann, open } = discussion
  const { id } = await comment(ann, open, 'like me', 'followers_only')
  const path = `/api/comments/${id}`
  return {
    ...discussion,
    path,
    like: (as: typeof ann) => send('POST', `${path}/like`, as),
    unlike: (as: typeof ann) => send('POST', `${path}/like/undo`, as),
    likes: async (as?: typeof ann, query = '') => send('GET', `${path}/likes${query}`, as),
  }
}

const stateOf = ({ status, body }: { status: number; body: { comment: LikedJson } }) => ({
  status,
  liked: body.comment.liked,
  likes: body.comment.likes_count,
})

interface LikedJson {
  liked: boolean
  likes_count: number
}

describe('likes of a comment', () => {
  const none = { liked: false, likes: 0, status: 200 }

  test('count each user once, including the author, and can be removed', async () => {
    const { like, unlike, send, path, ann, bob } = await withComment()
    expect(stateOf(await unlike(bob))).toEqual(none)
    expect(stateOf(await like(bob))).toEqual({ status: 200, liked: true, likes: 1 })
    expect(stateOf(await like(bob))).toEqual({ status: 200, liked: true, likes: 1 })
    expect(stateOf(await like(ann))).toEqual({ status: 200, liked: true, likes: 2 })
    expect(stateOf(await unlike(bob))).toEqual({ status: 200, liked: false, likes: 1 })
    expect(stateOf(await unlike(bob))).toEqual({ status: 200, liked: false, likes: 1 })
    expect(stateOf(await send('GET', path, ann))).toEqual({ status: 200, liked: true, likes: 1 })
  })

  test('return the comment', async () => {
    const { like, send, path, bob } = await withComment()
    const { body } = await like(bob)
    expect(body).toEqual({ ...(await send('GET', path, bob)).body, status: 'success' })
  })

  test('return 404 for comments that are deleted or not visible', async () => {
    const { like, unlike, likes, send, eve, ann } = await withComment()
    for (const answer of [await like(eve), await unlike(eve), await likes(eve), await likes()])
      expect(plain(answer)).toEqual(NO_COMMENT)
    for (const id of [UNKNOWN_ID, 'zz'])
      for (const [method, end] of [
        ['POST', 'like'],
        ['POST', 'like/undo'],
        ['GET', 'likes'],
      ] as const)
        expect(plain(await send(method, `/api/comments/${id}/${end}`, ann))).toEqual(NO_COMMENT)
  })

  test('of a suspended comment cannot be added, but stay visible and can be removed', async () => {
    const { like, unlike, likes, ctx, ann, bob } = await withComment()
    await like(bob)
    await ctx.db.updateTable('comments').set({ suspended_at: 1 }).execute()
    const forbidden = errorResponse(403, 'you do not have permissions')
    for (const as of [ann, bob]) expect(plain(await like(as))).toEqual(forbidden)
    for (const as of [ann, bob]) expect((await likes(as)).body.data.likes).toHaveLength(1)
    expect((await unlike(bob)).status).toBe(200)
    expect((await likes(ann)).body.data.likes).toEqual([])
  })
})

describe('GET /api/comments/:id/likes', () => {
  test('lists users as the caller may see them, newest like first', async () => {
    const { like, likes, clock, ann, bob } = await withComment()
    await like(bob)
    clock.advance(1000)
    await like(ann)
    const compact = {
      created_at: expect.any(String),
      followers: 1,
      following: 0,
      nb_workouts: 3,
      picture: false,
      role: 'user',
      suspended_at: null,
      username: 'ann',
    }
    const { status, body } = await likes(bob)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        likes: [
          { ...compact, blocked: false, follows: 'false', is_followed_by: 'true' },
          {
            ...{ ...compact, followers: 0, following: 1, nb_workouts: 0, username: 'bob' },
            ...{ email: 'bob@example.com', is_active: true },
          },
        ],
      },
      pagination: { has_next: false, has_prev: false, page: 1, pages: 1, total: 2 },
      status: 'success',
    })
  })

  test('hides relationships from anonymous callers', async () => {
    const { send, comment, ann, bob, open } = await withComment()
    const { id } = await comment(ann, open, 'public')
    await send('POST', `/api/comments/${id}/like`, bob)
    const [like] = (await send('GET', `/api/comments/${id}/likes`)).body.data.likes
    expect(Object.keys(like).sort()).toEqual([
      ...['created_at', 'followers', 'following', 'nb_workouts'],
      ...['picture', 'role', 'suspended_at', 'username'],
    ])
  })

  test('has ten users per page and still counts likes of blocked users', async () => {
    const { ctx, send, comment, ann, open } = await withComment()
    const { id } = await comment(ann, open, 'popular')
    for (let count = 0; count < 12; count += 1)
      await send('POST', `/api/comments/${id}/like`, await aUser(ctx))
    const [first] = await ctx.db.selectFrom('comment_likes').selectAll().execute()
    const liker = await ctx.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', first?.user_id ?? 0)
      .executeTakeFirstOrThrow()
    await aBlock(ctx, ann, liker)
    const page = async (query: string) =>
      (await send('GET', `/api/comments/${id}/likes${query}`, ann)).body
    expect((await page('')).data.likes).toHaveLength(10)
    expect(await page('?page=2')).toMatchObject({
      data: { likes: [{}, { blocked: true }] },
      pagination: { has_next: false, has_prev: true, page: 2, pages: 2, total: 12 },
    })
    expect((await page('?page=x')).pagination.page).toBe(1)
    expect((await page('?page=9')).data.likes).toEqual([])
  })

  test('shows moderators the email addresses of users', async () => {
    const { ctx, send, comment, ann, bob, open } = await withComment()
    const { id } = await comment(ann, open, 'public')
    await send('POST', `/api/comments/${id}/like`, bob)
    const as = await aModerator(ctx)
    const { body } = await send('GET', `/api/comments/${id}/likes`, as)
    expect(body.data.likes[0]).toMatchObject({ email: 'bob@example.com', is_active: true })
  })
})
