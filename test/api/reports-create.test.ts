import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { type UserRow, updateUser } from '@/store/db/queries/accounts/users'
import type { ReportedType } from '@/store/db/schema/columns'
import { INVALID_BODIES, invalidPayload } from '../support/accounts'
import { aComment, UNKNOWN_ID } from '../support/comments'
import { aUser } from '../support/factories'
import { plain, startPeople } from '../support/people'
import { aBlock, aWorkout } from '../support/workouts'

const JSON_TYPE = { 'content-type': 'application/json' }
const CREATED = { status: 201, body: { status: 'created' } }
const refused = (message: string) => ({ status: 400, body: { message, status: 'error' } })
const missing = (what: string) => ({
  status: 404,
  body: { message: `${what} not found`, status: 'not found' },
})

async function startReporting() {
  const people = await startPeople()
  const { ctx, bob, send } = people
  const workout = await aWorkout(ctx, bob, { workout_visibility: 'public' })
  const comment = await aComment(ctx, { by: bob, on: workout })
  return {
    ...people,
    ...{ workout, comment },
    report: async (as: UserRow, object_type: string, object_id: unknown, note: unknown = 'rude') =>
      plain(await send('POST', '/api/reports', as, { note, object_id, object_type })),
    suspend: (table: 'users' | 'comments' | 'workouts', id: number) =>
      ctx.db.updateTable(table).set({ suspended_at: 1 }).where('id', '=', id).execute(),
  }
}

describe('POST /api/reports', () => {
  test.each(INVALID_BODIES)('rejects the body %s', async (body) => {
    const { call, ann } = await startPeople()
    const answer = await call('POST', '/api/reports', { as: ann, body, headers: JSON_TYPE })
    expect(plain(answer)).toEqual(invalidPayload)
  })

  test.each([
    [{ object_type: 'user', object_id: 'bob' }],
    [{ note: 'rude', object_id: 'bob' }],
    [{ note: 'rude', object_type: 'user' }],
    [{ note: '', object_type: 'user', object_id: 'bob' }],
    [{ note: 5, object_type: 'user', object_id: 'bob' }],
    [{ note: 'rude', object_type: 'planet', object_id: 'bob' }],
    [{ note: 'rude', object_type: 'user', object_id: 5 }],
    [{ note: 'rude', object_type: 'user', object_id: null }],
  ])('rejects %j', async (json) => {
    const { send, ann } = await startPeople()
    expect(plain(await send('POST', '/api/reports', ann, json))).toEqual(invalidPayload)
  })

  test('accepts reports about users by name, and about comments and workouts by id', async () => {
    const { ctx, report, ann, bob, comment, workout } = await startReporting()
    expect(await report(ann, 'user', 'BOB')).toEqual(CREATED)
    expect(await report(ann, 'comment', comment.short_id)).toEqual(CREATED)
    expect(await report(ann, 'workout', workout.short_id, 'this is *not* nice')).toEqual(CREATED)
    const rows = await ctx.db.selectFrom('reports').selectAll().orderBy('id').execute()
    const row = (id: number, object_type: ReportedType, changes: object = {}) => ({
      ...{ id, object_type, created_at: ctx.clock.now(), updated_at: null, note: 'rude' },
      ...{ reported_by: ann.id, reported_user_id: bob.id },
      ...{ reported_comment_id: null, reported_workout_id: null },
      ...{ is_resolved: 0, resolved_at: null, resolved_by: null },
      ...{ assigned_to: null, is_by_moderator: 0 },
      ...changes,
    })
    expect<object[]>(rows).toEqual([
      row(1, 'user'),
      row(2, 'comment', { reported_comment_id: comment.id }),
      row(3, 'workout', { reported_workout_id: workout.id, note: 'this is *not* nice' }),
    ])
  })

  test('returns 404 for other objects', async () => {
    const { ctx, report, ann } = await startReporting()
    await aUser(ctx, { username: 'ghost', is_active: 0 })
    for (const type of ['user', 'comment', 'workout'])
      for (const id of [UNKNOWN_ID, 'zz', '1', "' or 1=1 --"])
        expect(await report(ann, type, id)).toEqual(missing(type))
    expect(await report(ann, 'user', 'ghost')).toEqual(missing('user'))
  })

  test('returns 404 for objects that the caller may not see', async () => {
    const { ctx, report, ann, bob, eve, workout, comment } = await startReporting()
    const hidden = await aWorkout(ctx, bob)
    const secret = await aComment(ctx, { by: bob, on: workout }, { text_visibility: 'private' })
    expect(await report(ann, 'workout', hidden.short_id)).toEqual(missing('workout'))
    expect(await report(ann, 'comment', secret.short_id)).toEqual(missing('comment'))
    await aBlock(ctx, bob, ann)
    await aBlock(ctx, eve, bob)
    expect(await report(ann, 'workout', workout.short_id)).toEqual(missing('workout'))
    expect(await report(ann, 'comment', comment.short_id)).toEqual(missing('comment'))
    expect(await report(eve, 'comment', comment.short_id)).toEqual(missing('comment'))
    expect(await report(eve, 'workout', workout.short_id)).toEqual(CREATED)
    expect(await report(ann, 'user', 'bob')).toEqual(CREATED)
  })

  test('rejects an object that is already suspended, before other checks', async () => {
    const { report, suspend, ann, bob, comment, workout } = await startReporting()
    await report(ann, 'user', 'bob')
    await suspend('users', bob.id)
    expect(await report(ann, 'user', 'bob')).toEqual(refused('user already suspended'))
    await suspend('comments', comment.id)
    expect(await report(ann, 'comment', comment.short_id)).toEqual(
      refused('comment already suspended'),
    )
    await suspend('workouts', workout.id)
    expect(await report(ann, 'workout', workout.short_id)).toEqual(missing('workout'))
  })

  test('tells commenters of a suspended workout that it is suspended', async () => {
    const { ctx, report, suspend, ann, workout } = await startReporting()
    await aComment(ctx, { by: ann, on: workout })
    await suspend('workouts', workout.id)
    expect(await report(ann, 'workout', workout.short_id)).toEqual(
      refused('workout already suspended'),
    )
  })

  test('rejects a repeated report until the first is resolved', async () => {
    const { ctx, report, send, ann, eve, mod } = await startReporting()
    expect(await report(ann, 'user', 'bob')).toEqual(CREATED)
    expect(await report(ann, 'user', 'bob', 'very rude')).toEqual(
      refused('a report already exists'),
    )
    expect(await report(eve, 'user', 'bob')).toEqual(CREATED)
    expect(await report(ann, 'user', 'mod')).toEqual(CREATED)
    await send('PATCH', '/api/reports/1', mod, { notes: 'dealt with', resolved: true })
    expect(await report(ann, 'user', 'bob')).toEqual(CREATED)
    expect(await ctx.db.selectFrom('reports').selectAll().execute()).toHaveLength(4)
  })

  test('rejects reports about the caller', async () => {
    const { report, bob, comment, workout } = await startReporting()
    const own = (what: string) => refused(`users can not report their own ${what}`)
    expect(await report(bob, 'user', 'bob')).toEqual(own('profile'))
    expect(await report(bob, 'comment', comment.short_id)).toEqual(own('comment'))
    expect(await report(bob, 'workout', workout.short_id)).toEqual(own('workout'))
  })

  test('notifies all active moderators and administrators, except the reporter', async () => {
    const { ctx, report, send, ann, mod, admin } = await startReporting()
    const other = await aUser(ctx, { role: 'moderator' })
    const idle = await aUser(ctx, { role: 'moderator', is_active: 0 })
    await report(mod, 'user', 'bob')
    const { body } = await send('GET', '/api/notifications', admin)
    expect(body.notifications).toMatchObject([
      { type: 'report', from: { username: 'mod' }, report: { id: 1, note: 'rude' } },
    ])
    await writeTo(ctx.db, (tx) => updateUser(tx, idle.id, { is_active: 1 }))
    const toldOf = async (as: UserRow) =>
      (await send('GET', '/api/notifications', as)).body.notifications.length
    expect(await Promise.all([other, mod, idle, ann].map(toldOf))).toEqual([1, 0, 0, 0])
  })

  test('returns the documented message for an internal error, and stores nothing', async () => {
    const { ctx, report, ann } = await startReporting()
    await ctx.db.schema.dropTable('notifications').execute()
    expect(await report(ann, 'user', 'bob')).toEqual({
      status: 500,
      body: { message: 'Error during comment save.', status: 'fail' },
    })
    expect(await ctx.db.selectFrom('reports').selectAll().execute()).toEqual([])
  })
})
