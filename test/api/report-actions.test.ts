import { describe, expect, test } from 'bun:test'
import { formatHttpDate } from '@/lib/time/http-date'
import { getUserById } from '@/store/db/queries/accounts/users'
import type { ActionType } from '@/store/db/schema/columns'
import { INVALID_BODIES, invalidPayload } from '../support/accounts'
import { UNKNOWN_ID } from '../support/comments'
import { aUser } from '../support/factories'
import { aReport, startModeration } from '../support/moderation'
import { contactDetails, noRelationship, plain, publicDetails } from '../support/people'

const refused = (message: string) => ({ status: 400, body: { message, status: 'error' } })
const FORBIDDEN = { status: 403, body: { message: 'you do not have permissions', status: 'error' } }

describe('POST /api/reports/:id/actions', () => {
  test.each(INVALID_BODIES)('rejects the body %s', async (body) => {
    const { call, mod, reports } = await startModeration()
    const headers = { 'content-type': 'application/json' }
    const path = `/api/reports/${reports.user.id}/actions`
    expect(plain(await call('POST', path, { as: mod, body, headers }))).toEqual(invalidPayload)
  })

  test.each([
    [{ username: 'bob' }],
    [{ action_type: '', username: 'bob' }],
    [{ action_type: 5, username: 'bob' }],
    [{ action_type: 'user_warning', username: 'bob', reason: 5 }],
  ])('rejects %j', async (json) => {
    const { send, mod } = await startModeration()
    expect(plain(await send('POST', '/api/reports/1/actions', mod, json))).toEqual(invalidPayload)
  })

  test.each([
    'ban',
    'user_warning_lifting',
    'report_resolution',
    'report_reopening',
    'toString',
    '__proto__',
  ])('rejects the action %s before it looks up the report', async (action_type) => {
    const { send, mod } = await startModeration()
    const answer = await send('POST', '/api/reports/99/actions', mod, { action_type })
    expect(plain(answer)).toEqual(refused("invalid 'action_type'"))
  })

  test('returns 404 for unknown reports', async () => {
    const { send, mod } = await startModeration()
    const json = { action_type: 'user_warning', username: 'bob' }
    expect(plain(await send('POST', '/api/reports/99/actions', mod, json))).toEqual({
      status: 404,
      body: { message: 'report not found', status: 'not found' },
    })
  })

  test.each([
    ['user_warning', 'username'],
    ['user_suspension', 'username'],
    ['user_unsuspension', 'username'],
    ['comment_suspension', 'comment_id'],
    ['comment_unsuspension', 'comment_id'],
    ['workout_suspension', 'workout_id'],
    ['workout_unsuspension', 'workout_id'],
  ])('requires the user or object for %s', async (type, key) => {
    const { act, comment, workout } = await startModeration()
    for (const none of [undefined, null, ''])
      expect(plain(await act(type, { [key]: none }))).toEqual(refused(`'${key}' is missing`))
    for (const other of ['eve', 'BOB', UNKNOWN_ID, 5, { bob: 1 }, comment.short_id.toLowerCase()])
      expect(plain(await act(type, { [key]: other }))).toEqual(refused(`invalid '${key}'`))
    const another = key === 'comment_id' ? workout.short_id : comment.short_id
    expect(plain(await act(type, { [key]: another }))).toEqual(refused(`invalid '${key}'`))
  })

  test('does not act on content in a report about something else', async () => {
    const { send, mod, reports, names } = await startModeration()
    const act = async (on: keyof typeof reports, action_type: string) => {
      const json = { action_type, ...names.user, ...names.comment, ...names.workout }
      return plain(await send('POST', `/api/reports/${reports[on].id}/actions`, mod, json))
    }
    expect(await act('user', 'comment_suspension')).toEqual(refused("invalid 'comment_id'"))
    expect(await act('comment', 'workout_suspension')).toEqual(refused("invalid 'workout_id'"))
    expect(await act('workout', 'comment_suspension')).toEqual(refused("invalid 'comment_id'"))
    expect((await act('workout', 'user_warning')).status).toBe(201)
  })

  test('returns an error when the object is deleted', async () => {
    const { ctx, act, bob, comment } = await startModeration()
    await ctx.db.deleteFrom('comments').where('id', '=', comment.id).execute()
    expect(plain(await act('comment_suspension'))).toEqual(refused("invalid 'comment_id'"))
    await ctx.db.deleteFrom('users').where('id', '=', bob.id).execute()
    for (const type of ['user_suspension', 'comment_suspension', 'workout_suspension'])
      expect(plain(await act(type))).toEqual(refused("invalid 'username'"))
  })

  test.each([
    ['moderator', 'admin'],
    ['moderator', 'owner'],
    ['admin', 'owner'],
  ] as const)('does not let a %s act on an account or its content: %s', async (role, target) => {
    const { ctx, send, ann } = await startModeration()
    const judge = await aUser(ctx, { role })
    const report = await aReport(ctx, {
      by: ann,
      about: await aUser(ctx, { username: 'x', role: target }),
    })
    for (const type of ['user_warning', 'user_suspension', 'user_unsuspension']) {
      const json = { action_type: type, username: 'x' }
      const answer = await send('POST', `/api/reports/${report.id}/actions`, judge, json)
      expect(plain(answer)).toEqual(FORBIDDEN)
    }
    expect(await ctx.db.selectFrom('report_actions').selectAll().execute()).toEqual([])
  })

  test('lets users of the same role act on each other, but lets none suspend the owner', async () => {
    const { ctx, send, ann } = await startModeration()
    const actOn = async (role: 'moderator' | 'admin' | 'owner', action_type: string) => {
      const [judge, target] = [await aUser(ctx, { role }), await aUser(ctx, { role })]
      const { id } = await aReport(ctx, { by: ann, about: target })
      const json = { action_type, username: target.username }
      return plain(await send('POST', `/api/reports/${id}/actions`, judge, json))
    }
    expect((await actOn('moderator', 'user_suspension')).status).toBe(201)
    expect((await actOn('admin', 'user_suspension')).status).toBe(201)
    expect((await actOn('owner', 'user_warning')).status).toBe(201)
    expect(await actOn('owner', 'user_suspension')).toEqual(FORBIDDEN)
  })

  test('returns the report with the new action', async () => {
    const { ctx, act, look, bob, mod } = await startModeration()
    const before = await look('user')
    const { status, body } = await act('user_warning', { reason: 'be nice' })
    expect(status).toBe(201)
    expect(body).toEqual({
      report: {
        ...before,
        is_reported_user_warned: true,
        report_actions: [
          {
            action_type: 'user_warning',
            appeal: null,
            created_at: formatHttpDate(ctx.clock.now()),
            id: expect.stringMatching(/^\w{22}$/),
            moderator: { ...publicDetails(mod), ...contactDetails(mod) },
            reason: 'be nice',
            report_id: before.id,
            user: {
              ...publicDetails(bob, { nb_workouts: 1 }),
              ...contactDetails(bob),
              ...noRelationship,
            },
          },
        ],
      },
      status: 'success',
    })
    expect(await look('user')).toEqual(body.report)
  })

  test('requires no reason', async () => {
    const { acted } = await startModeration()
    expect((await acted('user_warning')).reason).toBeNull()
    expect((await acted('comment_suspension', { reason: '' })).reason).toBe('')
    expect((await acted('workout_suspension', { reason: null })).reason).toBeNull()
  })

  test('removes the role of a suspended user, and the notifications for that role', async () => {
    const { ctx, send, mod, admin, eve } = await startModeration()
    const report = await aReport(ctx, { by: eve, about: mod })
    await send('POST', '/api/reports', eve, { note: 'x', object_type: 'user', object_id: 'bob' })
    const suspend = { action_type: 'user_suspension', username: 'mod' }
    expect((await send('POST', `/api/reports/${report.id}/actions`, admin, suspend)).status).toBe(
      201,
    )
    expect(await getUserById(ctx.db, mod.id)).toMatchObject({
      role: 'user',
      suspended_at: ctx.clock.now(),
    })
    const told = await ctx.db.selectFrom('notifications').select('to_user_id').execute()
    expect(told).toEqual([{ to_user_id: admin.id }])
    const back = { ...suspend, action_type: 'user_unsuspension' }
    await send('POST', `/api/reports/${report.id}/actions`, admin, back)
    expect(await getUserById(ctx.db, mod.id)).toMatchObject({ role: 'user', suspended_at: null })
  })

  test('warns once per report', async () => {
    const { ctx, send, act, mod, eve, bob } = await startModeration()
    expect((await act('user_warning')).status).toBe(201)
    expect(plain(await act('user_warning'))).toEqual(refused('user already warned'))
    const other = await aReport(ctx, { by: eve, about: bob })
    const json = { action_type: 'user_warning', username: 'bob' }
    const answer = await send('POST', `/api/reports/${other.id}/actions`, mod, json)
    expect(answer.status).toBe(201)
  })

  test.each<[ActionType, string | undefined, string | undefined]>([
    ['user_warning', 'user_warning', undefined],
    ['comment_suspension', 'comment_suspension', 'comment'],
    ['workout_suspension', 'workout_suspension', 'workout'],
    ['user_suspension', undefined, undefined],
  ])('notifies the user of %s', async (type, told, content) => {
    const { ctx, send, bob, acted } = await startModeration()
    await acted(type)
    await ctx.db.updateTable('users').set({ suspended_at: null }).execute()
    const { body } = await send('GET', '/api/notifications', bob)
    expect(body.notifications.map(({ type, from }: never) => ({ type, from }))).toEqual(
      told === undefined ? [] : [{ type: told, from: null }],
    )
    if (content) expect(body.notifications[0][content].suspended).toBe(true)
  })

  test('stores the object of a warning', async () => {
    const { send, mod, bob, reports, comment } = await startModeration()
    const json = { action_type: 'user_warning', username: 'bob' }
    const path = `/api/reports/${reports.comment.id}/actions`
    const { body } = await send('POST', path, mod, json)
    const { id } = body.report.report_actions[0]
    const own = await send('GET', `/api/auth/account/sanctions/${id}`, bob)
    expect(own.body.sanction.comment).toMatchObject({ id: comment.short_id, text: 'bad words' })
  })

  test('returns the documented message for an internal error, and rolls back', async () => {
    const { ctx, act, bob } = await startModeration()
    await ctx.db.schema.dropTable('appeals').execute()
    expect(plain(await act('user_suspension'))).toEqual({
      status: 500,
      body: { message: 'Error during comment save.', status: 'fail' },
    })
    expect(await getUserById(ctx.db, bob.id)).toEqual(bob)
  })
})
