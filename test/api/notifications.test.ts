import { describe, expect, test } from 'bun:test'
import { decodeShortId } from '@/lib/text/short-id'
import type { AppContext } from '@/services/context'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { NotificationType } from '@/store/db/schema/columns'
import { errorResponse, startDiscussion, UNKNOWN_ID } from '../support/comments'
import { countQueries } from '../support/count-queries'
import { anAdmin, aUser } from '../support/factories'
import { aBlock, aFollow } from '../support/workouts'

const PATH = '/api/notifications'
const NO_NOTIFICATION = errorResponse(404, 'notification not found', 'not found')
const plain = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

interface Json {
  id: string
  type: NotificationType
  marked_as_read: boolean
  from: { username: string } | null
}

/** Inserts notifications from one user to another, oldest first. */
async function told(
  { db, ids, clock }: AppContext,
  { from, to }: { from: UserRow; to: UserRow },
  types: NotificationType[],
) {
  for (const [at, type] of types.entries())
    await db
      .insertInto('notifications')
      .values({
        short_id: ids.shortId(),
        type,
        from_user_id: from.id,
        to_user_id: to.id,
        created_at: clock.now() + at,
      })
      .execute()
}

async function withNotifications() {
  const discussion = await startDiscussion()
  const { ctx, send, ann, bob } = discussion
  await told(ctx, { from: bob, to: ann }, ['follow', 'follow_request', 'follow_request_approved'])
  const list = async (query = '', as = ann): Promise<Json[]> =>
    (await send('GET', `${PATH}${query}`, as)).body.notifications
  return {
    ...discussion,
    list,
    types: async (query = '', as = ann) =>
      (await list(query, as)).map(({ type }: { type: NotificationType }) => type),
    unread: async (as = ann) => (await send('GET', `${PATH}/unread`, as)).body.unread,
  }
}

describe('GET /api/notifications', () => {
  test("lists the caller's notifications, newest first", async () => {
    const { send, types, ann, bob } = await withNotifications()
    expect(await types()).toEqual(['follow_request_approved', 'follow_request', 'follow'])
    expect(await types('?order=asc')).toEqual([
      'follow',
      'follow_request',
      'follow_request_approved',
    ])
    expect(await types('?order=sideways')).toHaveLength(3)
    expect((await send('GET', PATH, bob)).body).toEqual({
      notifications: [],
      pagination: { has_next: false, has_prev: false, page: 1, pages: 0, total: 0 },
      status: 'success',
    })
    expect(ann.username).toBe('ann')
  })

  test('returns the sender, in the short form for follows', async () => {
    const { list } = await withNotifications()
    const compact = {
      created_at: expect.any(String),
      followers: 0,
      following: 1,
      nb_workouts: 0,
      picture: false,
      role: 'user',
      suspended_at: null,
      username: 'bob',
    }
    const base = {
      created_at: expect.stringMatching(/ GMT$/),
      id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      marked_as_read: false,
    }
    const follows = { follows: 'true', is_followed_by: 'false' }
    expect(await list()).toEqual([
      {
        ...base,
        from: { ...compact, ...follows, blocked: false },
        type: 'follow_request_approved',
      },
      { ...base, from: { ...compact, ...follows }, type: 'follow_request' },
      { ...base, from: { ...compact, ...follows }, type: 'follow' },
    ] as never)
  })

  test('has five notifications per page', async () => {
    const { ctx, send, ann, eve } = await withNotifications()
    await told(ctx, { from: eve, to: ann }, ['follow', 'follow_request', 'account_creation'])
    for (let count = 0; count < 4; count += 1)
      await told(ctx, { from: await aUser(ctx), to: ann }, ['follow'])
    const page = async (query: string) => {
      const { body } = await send('GET', `${PATH}${query}`, ann)
      return [body.notifications.length, body.pagination]
    }
    const all = { pages: 2, total: 9 }
    expect(await page('')).toEqual([5, { ...all, has_next: true, has_prev: false, page: 1 }])
    expect(await page('?page=2')).toEqual([4, { ...all, has_next: false, has_prev: true, page: 2 }])
    expect(await page('?page=3')).toEqual([0, { ...all, has_next: false, has_prev: true, page: 3 }])
    for (const query of ['?page=x', '?page=0', '?page=-1', '?per_page=50'])
      expect((await page(query))[1]).toEqual({ ...all, has_next: true, has_prev: false, page: 1 })
  })

  test('includes a mention even if its author has blocked the caller', async () => {
    const { ctx, comment, list, unread, bob, eve, open } = await withNotifications()
    await aBlock(ctx, bob, eve)
    await comment(bob, open, 'hello @eve')
    expect(await list('', eve)).toMatchObject([
      { type: 'mention', comment: { text: 'hello @eve' } },
    ])
    expect(await unread(eve)).toBe(true)
    await aBlock(ctx, eve, bob)
    expect([await list('', eve), await unread(eve)]).toEqual([[], false])
  })

  test('can be filtered by state and type', async () => {
    const { ctx, types } = await withNotifications()
    await ctx.db
      .updateTable('notifications')
      .set({ is_read: 1 })
      .where('type', '=', 'follow')
      .execute()
    expect(await types('?status=read')).toEqual(['follow'])
    expect(await types('?status=unread')).toEqual(['follow_request_approved', 'follow_request'])
    expect(await types('?status=lost')).toHaveLength(3)
    expect(await types('?type=follow_request')).toEqual(['follow_request'])
    expect(await types('?type=follow_request&status=read')).toEqual([])
    expect(await types('?type=planet')).toEqual([])
  })

  test('needs as many database queries for four notifications as for one of each sender', async () => {
    const { ctx, comment, send, list, ann, bob, eve, open } = await withNotifications()
    for (const author of [bob, eve]) await comment(author, open, 'one @eve')
    const count = countQueries(ctx)
    const statements = async () => {
      count()
      expect((await list('?type=workout_comment')).length).toBeGreaterThan(0)
      return count()
    }
    const few = await statements()
    for (const author of [bob, eve]) await comment(author, open, 'more @eve')
    await send('POST', `/api/users/ann/follow`, eve)
    expect(await statements()).toBe(few)
    expect(ann.username).toBe('ann')
  })
})

describe('hidden notifications', () => {
  test('are those of blocked or suspended senders, and are not counted', async () => {
    const { ctx, list, unread, ann, bob } = await withNotifications()
    await aBlock(ctx, ann, bob)
    expect([await list(), await unread()]).toEqual([[], false])
    await ctx.db.deleteFrom('blocks').execute()
    expect(await unread()).toBe(true)
    await ctx.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', bob.id).execute()
    expect([await list(), await unread()]).toEqual([[], false])
  })

  test('do not include sanctions and reports, whoever is blocked or suspended', async () => {
    const { ctx, types, ann, bob } = await withNotifications()
    await ctx.db.updateTable('users').set({ role: 'moderator' }).execute()
    await told(ctx, { from: bob, to: ann }, ['user_warning', 'report', 'suspension_appeal'])
    await aBlock(ctx, ann, bob)
    await ctx.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', bob.id).execute()
    expect(await types()).toEqual(['suspension_appeal', 'report', 'user_warning'])
  })

  test('are those for moderators and administrators, for other users', async () => {
    const { ctx, types, ann, bob } = await withNotifications()
    await ctx.db.deleteFrom('notifications').execute()
    await told(ctx, { from: bob, to: ann }, ['account_creation', 'report'])
    const as = async (role: UserRow['role']) => {
      await ctx.db.updateTable('users').set({ role }).where('id', '=', ann.id).execute()
      return types()
    }
    expect(await as('user')).toEqual([])
    expect(await as('moderator')).toEqual(['report'])
    expect(await as('admin')).toEqual(['report', 'account_creation'])
  })

  test('are those about comments of users who have blocked the owner since', async () => {
    const { ctx, comment, types, ann, bob, open } = await withNotifications()
    await comment(bob, open, 'hello')
    expect(await types()).toContain('workout_comment')
    await aBlock(ctx, bob, ann)
    expect(await types()).not.toContain('workout_comment')
  })

  test('are those about comments for followers, once the owner no longer follows', async () => {
    const { ctx, comment, types, ann, bob, open } = await withNotifications()
    await aFollow(ctx, ann, bob)
    await comment(bob, open, 'hello', 'followers_only')
    expect(await types()).toContain('workout_comment')
    await ctx.db.deleteFrom('follows').where('follower_id', '=', ann.id).execute()
    expect(await types()).not.toContain('workout_comment')
  })
})

describe('the content of a notification', () => {
  const of = (list: Json[], type: NotificationType) => list.find((json) => json.type === type)

  test('is its comment', async () => {
    const { send, comment, list, ann, bob, eve, open } = await withNotifications()
    const { id } = await comment(bob, open, 'hello @eve')
    await send('POST', `/api/comments/${id}/like`, ann)
    const seenBy = async (as: UserRow) =>
      (await send('GET', `/api/comments/${id}`, as)).body.comment
    expect(of(await list(), 'workout_comment')).toMatchObject({ comment: await seenBy(ann) })
    expect(of(await list('', eve), 'mention')).toMatchObject({ comment: await seenBy(eve) })
    expect(of(await list('', bob), 'comment_like')).toMatchObject({ comment: await seenBy(bob) })
  })

  test('omits the text of a suspended comment', async () => {
    const { ctx, comment, list, bob, open } = await withNotifications()
    await comment(bob, open, 'rude')
    await ctx.db.updateTable('comments').set({ suspended_at: 1 }).execute()
    expect(of(await list(), 'workout_comment')).toMatchObject({
      comment: { text: null, text_html: null, suspended: true },
    })
  })

  test('is the liked workout in the format of lists', async () => {
    const { send, list, ann, bob, open } = await withNotifications()
    await send('POST', `/api/workouts/${open.short_id}/like`, bob)
    const workouts = (await send('GET', '/api/workouts?per_page=10', ann)).body.data.workouts
    expect(of(await list(), 'workout_like')).toMatchObject({
      from: { username: 'bob' },
      workout: workouts.find(({ id }: { id: string }) => id === open.short_id),
    })
  })

  test('is the finished task', async () => {
    const { ctx, list, ann } = await withNotifications()
    const task = await ctx.db
      .insertInto('user_tasks')
      .values({
        short_id: ctx.ids.shortId(),
        user_id: ann.id,
        type: 'workouts_archive_upload',
        created_at: 0,
        original_file_name: 'rides.zip',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await told(ctx, { from: ann, to: ann }, ['workouts_archive_upload', 'user_data_export'])
    await ctx.db
      .updateTable('notifications')
      .set({ task_id: task.id })
      .where('to_user_id', '=', ann.id)
      .where('from_user_id', '=', ann.id)
      .execute()
    const shown = await list()
    expect(of(shown, 'workouts_archive_upload')).toMatchObject({
      from: { username: 'ann', email: 'ann@example.com' },
      task: { id: task.short_id, original_file_name: 'rides.zip' },
    })
    expect(of(shown, 'user_data_export')).not.toHaveProperty('task')
  })

  test('is the new user', async () => {
    const { ctx, call, list } = await withNotifications()
    const admin = await anAdmin(ctx)
    const json = { username: 'newcomer', email: 'new@example.com', accepted_policy: true }
    await call('POST', '/api/auth/register', { json: { ...json, password: 'long enough' } })
    expect(of(await list('', admin), 'account_creation')).toMatchObject({
      from: { username: 'newcomer', email: 'new@example.com', is_active: false },
    })
  })

  const ABOUT: [NotificationType, object][] = [
    ['comment_like', { comment: null }],
    ['comment_suspension', { report_action: null }],
    ['comment_unsuspension', { report_action: null }],
    ['follow', {}],
    ['mention', { comment: null }],
    ['report', { report: null }],
    ['suspension_appeal', { report: null }],
    ['user_data_export', {}],
    ['user_warning', { report_action: null }],
    ['user_warning_appeal', { report: null }],
    ['user_warning_lifting', { report_action: null }],
    ['workout_like', { workout: null }],
    ['workout_suspension', { report_action: null }],
    ['workout_unsuspension', { report_action: null }],
    ['workouts_archive_upload', { task: null }],
  ]

  test.each(ABOUT)('is null when it was deleted: %s', async (type, payload) => {
    const { ctx, send, ann, bob } = await withNotifications()
    await ctx.db.deleteFrom('notifications').execute()
    await ctx.db.updateTable('users').set({ role: 'admin' }).execute()
    await told(ctx, { from: bob, to: ann }, [type])
    await ctx.db
      .updateTable('notifications')
      .set({ report_id: null, report_action_id: null, task_id: null })
      .execute()
    const { status, body } = await send('GET', PATH, ann)
    expect(status).toBe(200)
    const { created_at, from, id, marked_as_read, ...told_ } = body.notifications[0]
    expect(told_).toEqual({ type, ...payload })
    expect([created_at, id, marked_as_read]).toEqual([
      expect.any(String),
      expect.any(String),
      false,
    ])
    const isSanction = 'report_action' in payload
    expect(from === null).toBe(isSanction)
  })
})

describe('PATCH /api/notifications/:id', () => {
  test('marks as read and unread, by either form of the id', async () => {
    const { send, ctx, list, ann } = await withNotifications()
    const [{ id } = { id: '' }] = await list()
    const rows = await ctx.db.selectFrom('notifications').selectAll().execute()
    const shortId = rows.find(({ short_id }) => decodeShortId(short_id) === id)?.short_id
    for (const [form, read_status] of [
      [id, true],
      [shortId, false],
      [id.toUpperCase(), true],
    ] as const) {
      const { status, body } = await send('PATCH', `${PATH}/${form}`, ann, { read_status })
      expect(status).toBe(200)
      expect(body).toEqual({
        notification: { ...(await list())[0], id, marked_as_read: read_status },
        status: 'success',
      })
    }
  })

  test('returns the id in the form of the dialect', async () => {
    const { call, ctx, ann } = await withNotifications()
    const headers = { 'x-api-dialect': 'fittrackee' }
    const { body } = await call('GET', PATH, { as: ann, headers })
    const rows = await ctx.db.selectFrom('notifications').select('short_id').execute()
    expect(body.notifications.map(({ id }: Json) => id).toSorted()).toEqual(
      rows.map(({ short_id }) => short_id).toSorted(),
    )
  })

  test('changes nothing with an empty object', async () => {
    const { send, ctx, list, ann } = await withNotifications()
    await ctx.db.updateTable('notifications').set({ is_read: 1 }).execute()
    const [first] = await list()
    expect(plain(await send('PATCH', `${PATH}/${first?.id}`, ann, {}))).toEqual({
      status: 200,
      body: { notification: first, status: 'success' },
    })
  })

  test('checks the id before the body', async () => {
    const { send, call, list, ann, eve } = await withNotifications()
    const [{ id } = { id: '' }] = await list()
    const bad = [{ read_status: 'true' }, { read_status: 1 }, { read_status: null }, null, []]
    for (const json of [{ read_status: true }, ...bad]) {
      for (const path of [UNKNOWN_ID, decodeShortId(UNKNOWN_ID), 'zz', '0', '%00'])
        expect(plain(await send('PATCH', `${PATH}/${path}`, ann, json))).toEqual(NO_NOTIFICATION)
      expect(plain(await send('PATCH', `${PATH}/${id}`, eve, json))).toEqual(NO_NOTIFICATION)
    }
    for (const json of bad)
      expect(plain(await send('PATCH', `${PATH}/${id}`, ann, json))).toEqual(
        errorResponse(400, 'invalid payload'),
      )
    expect((await call('PATCH', `${PATH}/${id}`, { as: ann })).status).toBe(400)
  })

  test('returns 404 for a hidden notification', async () => {
    const { send, ctx, list, ann, bob } = await withNotifications()
    const [{ id } = { id: '' }] = await list()
    await aBlock(ctx, ann, bob)
    const answer = await send('PATCH', `${PATH}/${id}`, ann, { read_status: true })
    expect(plain(answer)).toEqual(NO_NOTIFICATION)
  })
})

describe('POST /api/notifications/mark-all-as-read', () => {
  const MARK = `${PATH}/mark-all-as-read`

  test('marks all without a body', async () => {
    const { send, ctx, unread, ann, bob, eve } = await withNotifications()
    await told(ctx, { from: bob, to: eve }, ['follow'])
    expect(plain(await send('POST', MARK, ann))).toEqual({
      status: 200,
      body: { status: 'success' },
    })
    expect([await unread(), await unread(eve)]).toEqual([false, true])
  })

  test('treats an empty body as none', async () => {
    const { call, unread, ann } = await withNotifications()
    const headers = { 'content-type': 'application/json' }
    expect((await call('POST', MARK, { as: ann, body: '', headers })).status).toBe(200)
    expect(await unread()).toBe(false)
  })

  test('marks only those of a given type', async () => {
    const { send, types, ann } = await withNotifications()
    await send('POST', MARK, ann, { type: 'follow' })
    expect(await types('?status=unread')).toEqual(['follow_request_approved', 'follow_request'])
    expect((await send('POST', MARK, ann, { type: 'planet' })).status).toBe(200)
    expect(await types('?status=unread')).toHaveLength(2)
    await send('POST', MARK, ann, { type: null })
    expect(await types('?status=unread')).toEqual([])
  })

  test('rejects an unknown type', async () => {
    const { send, unread, ann } = await withNotifications()
    for (const json of [{ type: 1 }, { type: ['follow'] }, [], null, 'follow'])
      expect(plain(await send('POST', MARK, ann, json))).toEqual(
        errorResponse(400, 'invalid payload'),
      )
    expect(await unread()).toBe(true)
  })
})

describe('GET /api/notifications/types', () => {
  test('lists each type once, filtered by state', async () => {
    const { send, ctx, ann, eve } = await withNotifications()
    await told(ctx, { from: eve, to: ann }, ['follow'])
    await ctx.db
      .updateTable('notifications')
      .set({ is_read: 1 })
      .where('type', '=', 'follow')
      .execute()
    const types = async (query = '') => (await send('GET', `${PATH}/types${query}`, ann)).body
    expect(await types()).toEqual({
      notification_types: ['follow', 'follow_request', 'follow_request_approved'],
      status: 'success',
    })
    expect((await types('?status=read')).notification_types).toEqual(['follow'])
    expect((await types('?status=unread')).notification_types).toEqual([
      'follow_request',
      'follow_request_approved',
    ])
  })
})
