import { describe, expect, test } from 'bun:test'
import { aComment, aMention, errorResponse, startDiscussion, UNKNOWN_ID } from '../support/comments'
import { countQueries } from '../support/count-queries'
import { aModerator } from '../support/factories'
import { aBlock } from '../support/workouts'

const INVALID = errorResponse(400, 'invalid payload')
const FORBIDDEN = errorResponse(403, 'you do not have permissions')
const NO_WORKOUT = errorResponse(404, 'workout not found', 'not found')
const NO_COMMENT = errorResponse(404, 'comment not found', 'not found')
const NOTHING_TO_READ = errorResponse(404, 'workout comment not found', 'not found')

const plain = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
const idsOf = (comments: { id: string }[]) => comments.map(({ id }) => id)
const pathOf = ({ short_id }: { short_id: string }) => `/api/workouts/${short_id}/comments`
const linkTo = (name: string) =>
  `<a href="http://localhost/users/${name}" target="_blank" rel="noopener noreferrer">@<span>${name}</span></a>`

describe('POST /api/workouts/:id/comments', () => {
  const good = { text: 'well done', text_visibility: 'public' }

  test('returns the comment', async () => {
    const { send, clock, ann, bob, open } = await startDiscussion()
    clock.set('2024-07-14T14:09:58Z')
    const { status, body } = await send('POST', pathOf(open), bob, {
      text: 'first <b>comment</b> for @Ann',
      text_visibility: 'followers_only',
    })
    const user = (name: string, followers: number, following: number, workouts: number) => ({
      created_at: expect.stringMatching(/ GMT$/),
      followers,
      following,
      nb_workouts: workouts,
      picture: false,
      role: 'user',
      suspended_at: null,
      username: name,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      comment: {
        created_at: 'Sun, 14 Jul 2024 14:09:58 GMT',
        id: expect.stringMatching(/^\w{22}$/),
        liked: false,
        likes_count: 0,
        mentions: [user('ann', 1, 0, 3)],
        modification_date: null,
        suspended_at: null,
        text: 'first comment for @Ann',
        text_html: `first comment for ${linkTo('ann').replace('>ann<', '>Ann<')}`,
        text_visibility: 'followers_only',
        user: user('bob', 0, 1, 0),
        workout_id: open.short_id,
      },
      status: 'created',
    })
    expect(ann.username).toBe('ann')
  })

  test.each([
    [{}],
    [{ text: 'x' }],
    [{ text_visibility: 'public' }],
    [{ text: '', text_visibility: 'public' }],
    [{ text: null, text_visibility: 'public' }],
    [{ text: 5, text_visibility: 'public' }],
    [{ text: ['x'], text_visibility: 'public' }],
    [{ text: 'x', text_visibility: 'everyone' }],
    [{ text: 'x', text_visibility: null }],
    [{ text: 'x', text_visibility: 1 }],
    [null],
    [[]],
    ['text'],
  ])('rejects %j', async (json) => {
    const { send, ann, open } = await startDiscussion()
    expect(plain(await send('POST', pathOf(open), ann, json))).toEqual(INVALID)
  })

  test('rejects invalid JSON and an empty body', async () => {
    const { call, ann, open } = await startDiscussion()
    const headers = { 'content-type': 'application/json' }
    for (const options of [{ body: '{"text":', headers }, { body: 'text=x' }, {}]) {
      const answer = await call('POST', pathOf(open), { as: ann, ...options })
      expect(plain(answer)).toEqual(INVALID)
    }
  })

  test('returns 404 for a workout that is deleted or not visible, before it checks the body', async () => {
    const { send, ctx, ann, bob, eve, open, shared, hidden } = await startDiscussion()
    for (const json of [good, {}]) {
      for (const id of [UNKNOWN_ID, 'zz', '0'])
        expect(plain(await send('POST', pathOf({ short_id: id }), ann, json))).toEqual(NO_WORKOUT)
      expect(plain(await send('POST', pathOf(hidden), bob, json))).toEqual(NO_WORKOUT)
      expect(plain(await send('POST', pathOf(shared), eve, json))).toEqual(NO_WORKOUT)
    }
    await aBlock(ctx, ann, eve)
    expect(plain(await send('POST', pathOf(open), eve, good))).toEqual(NO_WORKOUT)
  })

  test('allows a comment to be more visible than its workout, which stays hidden', async () => {
    const { send, comment, bob, eve, shared } = await startDiscussion()
    const { id } = await comment(bob, shared, 'wide')
    const { status, body } = await send('GET', `/api/comments/${id}`, eve)
    expect([status, body.comment.workout_id]).toEqual([200, null])
  })

  test("shows a suspended workout's comments only to users who commented on it", async () => {
    const { send, ctx, comment, ann, bob, eve, open } = await startDiscussion()
    const { id } = await comment(bob, open, 'before')
    await ctx.db.updateTable('workouts').set({ suspended_at: 1 }).execute()
    expect(plain(await send('POST', pathOf(open), eve, good))).toEqual(NO_WORKOUT)
    expect(plain(await send('GET', pathOf(open), eve))).toEqual(NO_WORKOUT)
    expect(plain(await send('GET', pathOf(open)))).toEqual(NO_WORKOUT)
    for (const as of [ann, bob]) {
      const { body } = await send('GET', pathOf(open), as)
      expect(body.data.comments[0].workout_id).toBe(open.short_id)
    }
    const seen = (await send('GET', `/api/comments/${id}`, eve)).body.comment
    expect([seen.text, seen.workout_id]).toEqual(['before', null])
  })
})

describe('GET /api/workouts/:id/comments', () => {
  test('lists the visible comments, oldest first', async () => {
    const { send, clock, ctx, ann, bob, eve, open } = await startDiscussion()
    const by = (at: number, changes: object, user = ann) =>
      aComment(ctx, { by: user, on: open }, { created_at: clock.now() + at, ...changes })
    const last = await by(30, {})
    const shared = await by(20, { text_visibility: 'followers_only' })
    const own = await by(10, { text_visibility: 'private' })
    const mentioned = await by(0, { text_visibility: 'private' }, bob)
    await aMention(ctx, mentioned, eve)
    const list = async (as?: typeof ann) =>
      idsOf((await send('GET', pathOf(open), as)).body.data.comments)
    const ids = (...rows: { short_id: string }[]) => rows.map(({ short_id }) => short_id)
    expect(await list(ann)).toEqual(ids(own, shared, last))
    expect(await list(bob)).toEqual(ids(mentioned, shared, last))
    expect(await list(eve)).toEqual(ids(mentioned, last))
    expect(await list()).toEqual(ids(last))
  })

  test('lists at most 200 comments', async () => {
    const { send, ctx, ann, open } = await startDiscussion()
    for (let count = 0; count < 201; count += 1) await aComment(ctx, { by: ann, on: open })
    const { body } = await send('GET', pathOf(open), ann)
    expect(Object.keys(body).toSorted()).toEqual(['data', 'pagination', 'status'])
    expect(body.data.comments).toHaveLength(200)
    expect(body.pagination).toEqual({
      has_next: true,
      has_prev: false,
      page: 1,
      pages: 2,
      total: 201,
    })
    const rest = await send('GET', `${pathOf(open)}?page=2`, ann)
    expect(rest.body.data.comments).toHaveLength(1)
    expect(idsOf(body.data.comments)).not.toContain(idsOf(rest.body.data.comments)[0])
  })

  test.each([
    ['0', 200],
    ['-1', 200],
    ['x', 200],
    ['1000', 200],
    ['3', 3],
  ])('lists with per_page=%s at most %d comments', async (perPage, most) => {
    const { send, ctx, ann, open } = await startDiscussion()
    for (let count = 0; count < 201; count += 1) await aComment(ctx, { by: ann, on: open })
    const { body } = await send('GET', `${pathOf(open)}?per_page=${perPage}`, ann)
    expect(body.data.comments).toHaveLength(most)
  })

  test('ignores blocks between other users', async () => {
    const { send, ctx, comment, ann, bob, eve, open } = await startDiscussion()
    const { id } = await comment(bob, open, 'still here')
    await aBlock(ctx, bob, eve)
    for (const as of [ann, bob, undefined])
      expect(idsOf((await send('GET', pathOf(open), as)).body.data.comments)).toEqual([id])
    expect((await send('GET', pathOf(open), eve)).body.data.comments).toEqual([])
  })

  test('needs as many database queries for many comments as for one', async () => {
    const { send, ctx, ann, bob, eve, open } = await startDiscussion()
    const count = countQueries(ctx)
    const statements = async () => {
      count()
      expect((await send('GET', pathOf(open), eve)).status).toBe(200)
      return count()
    }
    const first = await aComment(ctx, { by: ann, on: open })
    await aMention(ctx, first, bob)
    const few = await statements()
    expect(few).toBeGreaterThan(5)
    for (let count = 0; count < 20; count += 1) {
      const more = await aComment(ctx, { by: count % 2 ? ann : bob, on: open })
      await aMention(ctx, more, eve)
    }
    expect(await statements()).toBe(few)
  })
})

describe('GET /api/comments/:id', () => {
  test('returns 404 for a comment that is deleted or not visible', async () => {
    const { send, ctx, comment, ann, bob, eve, shared } = await startDiscussion()
    const { id } = await comment(ann, shared, 'for followers', 'followers_only')
    expect((await send('GET', `/api/comments/${id}`, bob)).status).toBe(200)
    for (const [path, as] of [
      [UNKNOWN_ID, ann],
      ['zz', ann],
      ['0OIl', undefined],
      [id, eve],
      [id, undefined],
      [id, await aModerator(ctx)],
    ] as const)
      expect(plain(await send('GET', `/api/comments/${path}`, as))).toEqual(NOTHING_TO_READ)
  })

  test('denies access to suspended callers, although no token is required', async () => {
    const { send, ctx, comment, ann, eve, open } = await startDiscussion()
    const { id } = await comment(ann, open, 'open')
    await ctx.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', eve.id).execute()
    const suspended = errorResponse(403, 'you do not have permissions, your account is suspended')
    expect(plain(await send('GET', `/api/comments/${id}`, eve))).toEqual(suspended)
    expect(plain(await send('GET', pathOf(open), eve))).toEqual(suspended)
  })

  test('still shows comments of a suspended user', async () => {
    const { send, ctx, comment, ann, bob, open } = await startDiscussion()
    const { id } = await comment(bob, open, 'mine')
    await ctx.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', bob.id).execute()
    expect((await send('GET', `/api/comments/${id}`, ann)).body.comment.text).toBe('mine')
  })

  test('returns a comment on a deleted workout', async () => {
    const { send, comment, ann, bob, eve, open } = await startDiscussion()
    const { id } = await comment(bob, open, 'kept')
    expect((await send('DELETE', `/api/workouts/${open.short_id}`, ann)).status).toBe(204)
    const { body } = await send('GET', `/api/comments/${id}`, eve)
    expect([body.comment.text, body.comment.workout_id]).toEqual(['kept', null])
  })

  test("returns a comment after the workout's owner is deleted, but not after its author is", async () => {
    const { send, ctx, comment, ann, bob, eve, open } = await startDiscussion()
    const { id } = await comment(bob, open, `for @ann`)
    await ctx.db.deleteFrom('users').where('id', '=', ann.id).execute()
    const { comment: kept } = (await send('GET', `/api/comments/${id}`, eve)).body
    expect([kept.workout_id, kept.mentions, kept.text_html]).toEqual([null, [], 'for @ann'])
    await ctx.db.deleteFrom('users').where('id', '=', bob.id).execute()
    expect(plain(await send('GET', `/api/comments/${id}`, eve))).toEqual(NOTHING_TO_READ)
  })
})

describe('suspended comments', () => {
  test('show their content only to the author, and that they are suspended to others', async () => {
    const { send, ctx, comment, bob, eve, open } = await startDiscussion()
    const { id } = await comment(bob, open, 'rude words for @eve')
    await send('POST', `/api/comments/${id}/like`, eve)
    const at = Date.parse('2024-07-14T14:09:58Z')
    await ctx.db.updateTable('comments').set({ suspended_at: at }).execute()
    const see = async (as?: typeof bob) =>
      (await send('GET', `/api/comments/${id}`, as)).body.comment
    expect(await see(bob)).toMatchObject({
      suspended: true,
      suspended_at: 'Sun, 14 Jul 2024 14:09:58 GMT',
      text: 'rude words for @eve',
      likes_count: 1,
      mentions: [{ username: 'eve' }],
    })
    for (const as of [eve, undefined, await aModerator(ctx)])
      expect(await see(as)).toMatchObject({
        suspended: true,
        suspended_at: null,
        text: null,
        text_html: null,
        mentions: [],
        likes_count: 0,
      })
  })

  test('have no mark after the suspension ends', async () => {
    const { comment, bob, open } = await startDiscussion()
    expect(await comment(bob, open, 'fine')).not.toHaveProperty('suspended')
  })
})

describe('PATCH /api/comments/:id', () => {
  test('changes only the text', async () => {
    const { send, clock, comment, ann, open } = await startDiscussion()
    const before = await comment(ann, open, 'first', 'followers_only')
    clock.set('2030-01-01T00:00:00Z')
    const json = { text: '<i>second</i>', text_visibility: 'private', workout_id: 'x' }
    const { status, body } = await send('PATCH', `/api/comments/${before.id}`, ann, json)
    expect(status).toBe(200)
    expect(body).toEqual({
      comment: {
        ...before,
        modification_date: 'Tue, 01 Jan 2030 00:00:00 GMT',
        text: 'second',
        text_html: 'second',
      },
      status: 'success',
    })
  })

  test('checks visibility, then ownership, then the body', async () => {
    const { send, comment, ann, bob, eve, open } = await startDiscussion()
    const { id } = await comment(ann, open, 'mine', 'followers_only')
    for (const json of [{ text: 'x' }, {}]) {
      for (const path of [UNKNOWN_ID, 'zz'])
        expect(plain(await send('PATCH', `/api/comments/${path}`, ann, json))).toEqual(NO_COMMENT)
      expect(plain(await send('PATCH', `/api/comments/${id}`, eve, json))).toEqual(NO_COMMENT)
      expect(plain(await send('PATCH', `/api/comments/${id}`, bob, json))).toEqual(FORBIDDEN)
    }
    for (const json of [{}, { text: '' }, { text: null }, { text: 1 }, null, []])
      expect(plain(await send('PATCH', `/api/comments/${id}`, ann, json))).toEqual(INVALID)
  })

  test('updates mentions to match the text, including those of users mentioned in other comments', async () => {
    const { send, comment, bob, open } = await startDiscussion()
    await comment(bob, open, 'elsewhere: @eve')
    const { id } = await comment(bob, open, 'to @ann')
    const edit = async (text: string) =>
      (await send('PATCH', `/api/comments/${id}`, bob, { text })).body.comment.mentions.map(
        ({ username }: { username: string }) => username,
      )
    expect(await edit('to @ann and @eve')).toEqual(['ann', 'eve'])
    expect(await edit('to @eve')).toEqual(['eve'])
    expect(await edit('to nobody')).toEqual([])
  })
})

describe('DELETE /api/comments/:id', () => {
  test("is allowed for the author, but not for the workout's owner or moderators", async () => {
    const { send, ctx, comment, ann, bob, eve, open } = await startDiscussion()
    const { id } = await comment(bob, open, 'mine')
    const path = `/api/comments/${id}`
    for (const as of [ann, eve, await aModerator(ctx)])
      expect(plain(await send('DELETE', path, as))).toEqual(FORBIDDEN)
    expect(plain(await send('DELETE', path, bob))).toEqual({ status: 204, body: '' })
    expect(plain(await send('DELETE', path, bob))).toEqual(NO_COMMENT)
    expect(plain(await send('DELETE', '/api/comments/zz', bob))).toEqual(NO_COMMENT)
  })
})

describe('mentions', () => {
  test('make a comment visible to the mentioned users, whatever its visibility, until a block', async () => {
    const { send, ctx, comment, bob, eve, open } = await startDiscussion()
    const { id } = await comment(bob, open, 'psst @EVE.', 'private')
    const path = `/api/comments/${id}`
    expect((await send('GET', path, eve)).body.comment.text_html).toBe(
      `psst ${linkTo('eve').replace('>eve<', '>EVE<')}.`,
    )
    await aBlock(ctx, eve, bob)
    expect(plain(await send('GET', path, eve))).toEqual(NOTHING_TO_READ)
    expect(plain(await send('POST', `${path}/like`, eve))).toEqual(NO_COMMENT)
    expect(plain(await send('GET', `${path}/likes`, eve))).toEqual(NO_COMMENT)
  })

  test('may name inactive, suspended and blocked users', async () => {
    const { ctx, comment, ann, bob, eve, open } = await startDiscussion()
    await ctx.db.updateTable('users').set({ is_active: 0 }).where('id', '=', eve.id).execute()
    await ctx.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', bob.id).execute()
    await aBlock(ctx, ann, bob)
    const { mentions } = await comment(ann, open, '@bob @eve @ann @bob')
    expect(mentions.map(({ username }: { username: string }) => username)).toEqual([
      'ann',
      'bob',
      'eve',
    ])
  })

  test('may be in the hundreds', async () => {
    const { comment, ann, open } = await startDiscussion()
    const names = Array.from({ length: 700 }, (_, at) => `@nobody_${at}`).join(' ')
    expect((await comment(ann, open, `${names} @bob`)).mentions).toHaveLength(1)
  })
})

describe('the stored text of a comment', () => {
  test.each([
    [
      "<script>alert(1)</script><a href='https://example.org' onclick='x()'>link</a> https://example.com/page",
      '<a href="https://example.org" rel="noopener noreferrer">link</a> https://example.com/page',
    ],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['<script>nothing left</script>', ''],
  ])('for %j is %j', async (text, stored) => {
    const { comment, ann, open } = await startDiscussion()
    const { text: shown, text_html: html } = await comment(ann, open, text)
    expect([shown, html]).toEqual([stored, stored])
  })
})
