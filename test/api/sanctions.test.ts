import { describe, expect, test } from 'bun:test'
import { formatHttpDate } from '@/lib/time/http-date'
import { writeTo } from '@/store/db/connections/transact'
import { updateUser } from '@/store/db/queries/accounts/users'
import { UNKNOWN_ID } from '../support/comments'
import { countQueries } from '../support/count-queries'
import { aReport, aSanction, startModeration } from '../support/moderation'
import { contactDetails, noRelationship, onePage, plain, publicDetails } from '../support/people'

const missing = (message: string) => ({ status: 404, body: { message, status: 'not found' } })
const SUSPENSION = '/api/auth/account/suspension'

describe('GET /api/auth/account/suspension', () => {
  test('returns the reason for the suspension, and the appeal', async () => {
    const { ctx, send, acted, bob } = await startModeration()
    const { id } = await acted('user_suspension', { reason: 'enough' })
    const now = formatHttpDate(ctx.clock.now())
    const suspension = {
      action_type: 'user_suspension',
      appeal: null,
      created_at: now,
      id,
      reason: 'enough',
    }
    expect(plain(await send('GET', SUSPENSION, bob))).toEqual({
      status: 200,
      body: { status: 'success', user_suspension: suspension },
    })
    await send('POST', `${SUSPENSION}/appeal`, bob, { text: 'let me in' })
    const { body } = await send('GET', SUSPENSION, bob)
    expect(body.user_suspension).toEqual({
      ...suspension,
      appeal: {
        approved: null,
        created_at: now,
        id: expect.stringMatching(/^\w{22}$/),
        reason: null,
        text: 'let me in',
        updated_at: null,
      },
    })
  })

  test('returns the latest suspension', async () => {
    const { clock, send, acted, bob } = await startModeration()
    await acted('user_suspension', { reason: 'first' })
    await acted('user_unsuspension')
    clock.advance(1000)
    await acted('user_suspension', { reason: 'second' })
    expect((await send('GET', SUSPENSION, bob)).body.user_suspension.reason).toBe('second')
  })

  test('does not return suspensions of others or those that ended', async () => {
    const { send, acted, ann, bob } = await startModeration()
    const none = missing('user account is not suspended')
    expect(plain(await send('GET', SUSPENSION, bob))).toEqual(none)
    await acted('user_suspension')
    expect(plain(await send('GET', SUSPENSION, ann))).toEqual(none)
    await acted('user_unsuspension')
    expect(plain(await send('GET', SUSPENSION, bob))).toEqual(none)
  })
})

describe('GET /api/auth/account/sanctions/:id', () => {
  const pathTo = (id: string) => `/api/auth/account/sanctions/${id}`

  test('returns a sanction with its object', async () => {
    const { send, acted, bob, comment, workout } = await startModeration()
    const ids = {
      comment: (await acted('comment_suspension')).id,
      workout: (await acted('workout_suspension')).id,
      user: (await acted('user_warning')).id,
    }
    const see = async (id: string) => (await send('GET', pathTo(id), bob)).body.sanction
    const shared = { appeal: null, created_at: expect.any(String), reason: null }
    expect(await see(ids.user)).toEqual({
      ...shared,
      action_type: 'user_warning',
      id: ids.user,
    })
    expect(await see(ids.comment)).toEqual({
      ...shared,
      action_type: 'comment_suspension',
      comment: expect.objectContaining({
        id: comment.short_id,
        text: 'bad words',
        suspended: true,
      }),
      id: ids.comment,
    })
    expect(await see(ids.workout)).toEqual({
      ...shared,
      action_type: 'workout_suspension',
      id: ids.workout,
      workout: expect.objectContaining({ id: workout.short_id, title: 'bad one', suspended: true }),
    })
  })

  test('omits deleted objects', async () => {
    const { ctx, send, acted, bob } = await startModeration()
    const [comment, workout] = [
      await acted('comment_suspension'),
      await acted('workout_suspension'),
    ]
    await ctx.db.deleteFrom('comments').execute()
    await ctx.db.deleteFrom('workouts').execute()
    const see = async (id: string) => (await send('GET', pathTo(id), bob)).body.sanction
    expect((await see(comment.id)).comment).toBeNull()
    expect((await see(workout.id)).workout).toBeNull()
  })

  test('shows moderators the participants and both kinds of content as well', async () => {
    const { ctx, send, ann, mod, admin } = await startModeration()
    const report = await aReport(ctx, { by: ann, about: mod })
    const { short_id } = await aSanction(ctx, { report, by: admin, type: 'user_warning' })
    expect(plain(await send('GET', pathTo(short_id), mod))).toEqual({
      status: 200,
      body: {
        sanction: {
          action_type: 'user_warning',
          appeal: null,
          comment: null,
          created_at: formatHttpDate(ctx.clock.now()),
          id: short_id,
          moderator: { ...publicDetails(admin), ...contactDetails(admin), ...noRelationship },
          reason: 'be nice',
          report_id: report.id,
          user: { ...publicDetails(mod), ...contactDetails(mod) },
          workout: null,
        },
        status: 'success',
      },
    })
  })

  test('also returns actions that help the user', async () => {
    const { send, acted, bob } = await startModeration()
    await acted('workout_suspension')
    const { id } = await acted('workout_unsuspension', { reason: 'fine' })
    const { body } = await send('GET', pathTo(id), bob)
    expect(body.sanction).toMatchObject({
      ...{ action_type: 'workout_unsuspension', reason: 'fine', workout: { suspended: false } },
    })
  })

  test('returns 404 for sanctions of others', async () => {
    const { send, acted, ann, mod, bob } = await startModeration()
    const { id } = await acted('user_warning')
    for (const as of [ann, mod])
      expect(plain(await send('GET', pathTo(id), as))).toEqual(missing('no sanction found'))
    for (const other of [UNKNOWN_ID, 'zz'])
      expect(plain(await send('GET', pathTo(other), bob))).toEqual(missing('no sanction found'))
  })
})

describe('GET /api/users/:name/sanctions', () => {
  const PATH = '/api/users/bob/sanctions'

  test('lists sanctions, newest first, but not their reversals', async () => {
    const { clock, send, acted, bob, mod } = await startModeration()
    for (const type of ['comment_suspension', 'comment_unsuspension', 'user_warning'] as const) {
      await acted(type, { reason: type })
      clock.advance(1000)
    }
    await acted('user_suspension')
    await acted('user_unsuspension')
    const { status, body } = await send('GET', '/api/users/BOB/sanctions', bob)
    expect(status).toBe(200)
    const sanction = (action_type: string, reason: string | null) => ({
      ...{ action_type, reason, appeal: null },
      ...{ created_at: expect.any(String), id: expect.any(String) },
    })
    expect(body).toEqual({
      data: {
        sanctions: [
          sanction('user_suspension', null),
          sanction('user_warning', 'user_warning'),
          sanction('comment_suspension', 'comment_suspension'),
        ],
      },
      pagination: onePage(3),
      status: 'success',
    })
    const seen = await send('GET', PATH, mod)
    expect(seen.body.data.sanctions[1]).toMatchObject({
      report_id: 1,
      moderator: { username: 'mod' },
      user: { username: 'bob', email: bob.email },
    })
  })

  test('is for the user, suspended or not, and for moderators', async () => {
    const { ctx, send, ann, bob, mod, admin } = await startModeration()
    await writeTo(ctx.db, (tx) => updateUser(tx, bob.id, { suspended_at: 1 }))
    for (const as of [bob, mod, admin]) expect((await send('GET', PATH, as)).status).toBe(200)
    const forbidden = { message: 'you do not have permissions', status: 'error' }
    expect(plain(await send('GET', PATH, ann))).toEqual({ status: 403, body: forbidden })
    const answer = await send('GET', '/api/users/nobody/sanctions', ann)
    expect(plain(answer)).toEqual(missing('user does not exist'))
    const banned = await writeTo(ctx.db, (tx) => updateUser(tx, ann.id, { suspended_at: 1 }))
    expect(plain(await send('GET', PATH, banned))).toEqual({ status: 403, body: forbidden })
  })

  test('has five sanctions per page, with as many queries as for one', async () => {
    const { ctx, send, mod, reports } = await startModeration()
    const add = () => aSanction(ctx, { report: reports.user, by: mod, type: 'user_warning' })
    await add()
    const counted = countQueries(ctx)
    await send('GET', PATH, mod)
    const forOne = counted()
    for (let made = 0; made < 5; made++) await add()
    counted()
    const { body } = await send('GET', PATH, mod)
    // One more query counts them, because a full page may not be the last.
    expect(counted()).toBe(forOne + 1)
    expect(body.data.sanctions).toHaveLength(5)
    expect(body.pagination).toEqual({
      ...{ has_next: true, has_prev: false, page: 1, pages: 2, total: 6 },
    })
  })
})
