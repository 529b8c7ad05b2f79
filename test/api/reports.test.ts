import { describe, expect, test } from 'bun:test'
import { formatHttpDate } from '@/lib/time/http-date'
import { INVALID_BODIES, invalidPayload } from '../support/accounts'
import { aComment } from '../support/comments'
import { countQueries } from '../support/count-queries'
import { aUser } from '../support/factories'
import { aReport, aSanction, startModeration } from '../support/moderation'
import { contactDetails, noRelationship, onePage, plain, publicDetails } from '../support/people'
import { aBlock, aFollow, aWorkout } from '../support/workouts'

const NOT_FOUND = { status: 404, body: { message: 'report not found', status: 'not found' } }

/** The objects as a moderator initially sees them. */
function expectations({
  ctx,
  ann,
  bob,
  workout,
  comment,
  reports,
}: Awaited<ReturnType<typeof startModeration>>) {
  const report = (type: keyof typeof reports) => ({
    assigned_to: null,
    by_moderator: false,
    created_at: formatHttpDate(ctx.clock.now()),
    id: reports[type].id,
    is_reported_user_warned: false,
    note: 'not nice',
    object_type: type,
    reported_by: { ...publicDetails(ann), ...contactDetails(ann), ...noRelationship },
    reported_comment: null,
    reported_user: {
      ...publicDetails(bob, { nb_workouts: 1 }),
      ...contactDetails(bob),
      ...noRelationship,
    },
    reported_workout: null,
    resolved: false,
    resolved_at: null,
    resolved_by: null,
    updated_at: null,
    waiting_appeals: 0,
  })
  const commented = {
    created_at: formatHttpDate(ctx.clock.now()),
    id: comment.short_id,
    liked: false,
    likes_count: 0,
    mentions: [],
    modification_date: null,
    suspended_at: null,
    text: 'bad words',
    text_html: 'bad words',
    text_visibility: 'public',
    user: publicDetails(bob, { nb_workouts: 1 }),
    workout_id: workout.short_id,
  }
  return { report, commented }
}

describe('GET /api/reports', () => {
  test('lists reports with their objects, newest first', async () => {
    const moderation = await startModeration()
    const { send, mod, admin } = moderation
    const { report, commented } = expectations(moderation)
    for (const as of [mod, admin]) {
      const { status, body } = await send('GET', '/api/reports', as)
      expect(status).toBe(200)
      expect(body.reports[0].reported_workout).toMatchObject({ title: 'bad one', records: [] })
      expect(body).toEqual({
        pagination: onePage(3),
        reports: [
          { ...report('workout'), reported_workout: expect.any(Object) },
          { ...report('comment'), reported_comment: commented },
          report('user'),
        ],
        status: 'success',
      })
    }
  })

  test('shows moderators workouts of every visibility, even when they are blocked', async () => {
    const { ctx, send, ann, bob, mod } = await startModeration()
    await aBlock(ctx, bob, mod)
    const workout = await aWorkout(ctx, bob, { title: 'secret', calories: 300, ave_hr: 150 })
    await aReport(ctx, { by: ann, about: bob, workout })
    const { body } = await send('GET', '/api/reports', mod)
    expect(body.reports[0].reported_workout).toMatchObject({
      ...{ id: workout.short_id, title: 'secret', suspended: false, suspended_at: null },
      ...{ records: [], calories: null, ave_hr: null, equipments: [] },
    })
  })

  test('includes the workout of a comment only for moderators who may see it', async () => {
    const { ctx, send, ann, bob, mod } = await startModeration()
    const workout = await aWorkout(ctx, bob, { workout_visibility: 'followers_only' })
    const comment = await aComment(ctx, { by: bob, on: workout })
    await aReport(ctx, { by: ann, about: bob, comment })
    const workoutId = async () =>
      (await send('GET', '/api/reports', mod)).body.reports[0].reported_comment.workout_id
    expect(await workoutId()).toBeNull()
    await aFollow(ctx, mod, bob)
    expect(await workoutId()).toBe(workout.short_id)
  })

  test("includes the moderator's relationship to all users in the report", async () => {
    const { ctx, send, ann, bob, mod } = await startModeration()
    await aFollow(ctx, mod, bob)
    await aBlock(ctx, mod, ann)
    const { body } = await send('GET', '/api/reports?object_type=user', mod)
    expect(body.reports[0]).toMatchObject({
      reported_by: { blocked: true },
      reported_user: { is_followed_by: 'true', follows: 'false', blocked: false },
    })
  })

  test.each([
    ['', ['workout', 'comment', 'user', 'mod']],
    ['order=asc', ['mod', 'user', 'comment', 'workout']],
    ['order=other', ['workout', 'comment', 'user', 'mod']],
    ['order_by=created_at', ['workout', 'comment', 'user', 'mod']],
    ['order_by=updated_at', ['comment', 'mod', 'workout', 'user']],
    ['order_by=updated_at&order=asc', ['mod', 'comment', 'workout', 'user']],
    ['object_type=user', ['user', 'mod']],
    ['object_type=planet', []],
    ['object_type=&reporter=', ['workout', 'comment', 'user', 'mod']],
    ['resolved=true', ['mod']],
    ['resolved=False', ['workout', 'comment', 'user']],
    ['resolved=maybe', ['workout', 'comment', 'user', 'mod']],
    ['resolved=constructor', ['workout', 'comment', 'user', 'mod']],
    ['reporter=ann', ['workout', 'comment', 'user']],
    ['reporter=bob', []],
    ['reporter=eve', ['mod']],
    ['reporter=ANN', ['workout', 'comment', 'user', 'mod']],
    ['reporter=nobody', ['workout', 'comment', 'user', 'mod']],
    ['reporter=ann&object_type=comment&resolved=false', ['comment']],
    ['page=x', ['workout', 'comment', 'user', 'mod']],
    ['page=2', []],
  ])('can be filtered and sorted: %s', async (query, expected) => {
    const { ctx, clock, send, eve, mod, reports } = await startModeration()
    const [first, next] = [clock.now() - 9000, clock.now() - 5000]
    const older = await aReport(
      { ...ctx, clock: { ...ctx.clock, now: () => first } },
      { by: eve, about: mod },
    )
    const set = (id: number, changes: object) =>
      ctx.db.updateTable('reports').set(changes).where('id', '=', id).execute()
    await set(older.id, { updated_at: 1000, is_resolved: 1, resolved_at: 1000 })
    await set(reports.comment.id, { updated_at: 2000 })
    await set(reports.user.id, { created_at: next })
    const names = new Map<number, string>([
      [older.id, 'mod'],
      [reports.user.id, 'user'],
      [reports.comment.id, 'comment'],
      [reports.workout.id, 'workout'],
    ])
    const { body } = await send('GET', `/api/reports?${query}`, mod)
    expect(body.reports.map(({ id }: { id: number }) => names.get(id))).toEqual(expected)
  })

  test.each(['note', 'id', ''])('rejects the order %p', async (order) => {
    const { send, mod } = await startModeration()
    expect(plain(await send('GET', `/api/reports?order_by=${order}`, mod))).toEqual({
      status: 400,
      body: { message: "invalid 'order_by'", status: 'error' },
    })
  })

  test('has ten reports per page, with as many queries as for three', async () => {
    const { ctx, send, eve, mod } = await startModeration()
    const counted = countQueries(ctx)
    await send('GET', '/api/reports', mod)
    const forThree = counted()
    for (let made = 0; made < 8; made++) await aReport(ctx, { by: eve, about: await aUser(ctx) })
    counted()
    const { body } = await send('GET', '/api/reports', mod)
    // One more query counts them, because a full page may not be the last.
    expect(counted()).toBe(forThree + 1)
    expect(body.reports).toHaveLength(10)
    expect(body.pagination).toEqual({
      ...{ has_next: true, has_prev: false, page: 1, pages: 2, total: 11 },
    })
  })
})

describe('GET /api/reports/unresolved', () => {
  test('counts unresolved reports', async () => {
    const { ctx, send, mod } = await startModeration()
    const unresolved = async () => (await send('GET', '/api/reports/unresolved', mod)).body
    expect(await unresolved()).toEqual({
      ...{ status: 'success', unresolved: true, unresolved_reports: 3, waiting_appeals: 0 },
    })
    await ctx.db.updateTable('reports').set({ is_resolved: 1 }).execute()
    expect(await unresolved()).toEqual({
      ...{ status: 'success', unresolved: false, unresolved_reports: 0, waiting_appeals: 0 },
    })
  })
})

describe('GET /api/reports/:id', () => {
  test('returns comments and actions', async () => {
    const moderation = await startModeration()
    const { ctx, send, bob, mod, admin, reports } = moderation
    const { report } = expectations(moderation)
    await send('PATCH', `/api/reports/${reports.user.id}`, admin, { notes: 'looking' })
    const action = await aSanction(ctx, { report: reports.user, by: mod, type: 'user_warning' })
    const now = formatHttpDate(ctx.clock.now())
    expect(plain(await send('GET', `/api/reports/${reports.user.id}`, mod))).toEqual({
      status: 200,
      body: {
        report: {
          ...report('user'),
          comments: [
            {
              comment: 'looking',
              created_at: now,
              id: 1,
              report_id: reports.user.id,
              user: { ...publicDetails(admin), ...contactDetails(admin), ...noRelationship },
            },
          ],
          is_reported_user_warned: true,
          report_actions: [
            {
              action_type: 'user_warning',
              appeal: null,
              created_at: now,
              id: action.short_id,
              moderator: { ...publicDetails(mod), ...contactDetails(mod) },
              reason: 'be nice',
              report_id: reports.user.id,
              user: {
                ...publicDetails(bob, { nb_workouts: 1 }),
                ...contactDetails(bob),
                ...noRelationship,
              },
            },
          ],
          updated_at: now,
        },
        status: 'success',
      },
    })
  })

  test.each(['99', '0', '-1', '99999999999999999999'])(
    'returns 404 for the report %s',
    async (id) => {
      const { send, mod } = await startModeration()
      expect(plain(await send('GET', `/api/reports/${id}`, mod))).toEqual(NOT_FOUND)
    },
  )

  test('returns 404 for an id that is not a number', async () => {
    const { send, mod } = await startModeration()
    expect((await send('GET', '/api/reports/first', mod)).status).toBe(404)
  })

  test('is preserved when all its users and objects are deleted', async () => {
    const { ctx, send, ann, bob, mod, admin, reports, look } = await startModeration()
    await send('PATCH', `/api/reports/${reports.comment.id}`, admin, { notes: 'x', resolved: true })
    for (const { id } of [ann, bob, admin])
      await ctx.db.deleteFrom('users').where('id', '=', id).execute()
    expect(await look('comment')).toMatchObject({
      ...{ reported_by: null, reported_user: null, reported_comment: null },
      ...{ reported_workout: null, resolved: true, resolved_by: null, comments: [] },
      report_actions: [{ action_type: 'report_resolution', moderator: null, user: null }],
    })
    expect((await send('GET', '/api/reports', mod)).body.reports).toHaveLength(3)
  })
})

describe('PATCH /api/reports/:id', () => {
  test.each(INVALID_BODIES)('rejects the body %s', async (body) => {
    const { call, mod, reports } = await startModeration()
    const headers = { 'content-type': 'application/json' }
    const path = `/api/reports/${reports.user.id}`
    expect(plain(await call('PATCH', path, { as: mod, body, headers }))).toEqual(invalidPayload)
  })

  test.each([
    [{ resolved: true }],
    [{ notes: '' }],
    [{ comment: '' }],
    [{ notes: 5 }],
    [{ notes: null }],
    [{ notes: 'x', resolved: 'true' }],
    [{ notes: 'x', resolved: null }],
  ])('rejects %j, even for an unknown report', async (json) => {
    const { send, mod, reports } = await startModeration()
    for (const id of [reports.user.id, 99])
      expect(plain(await send('PATCH', `/api/reports/${id}`, mod, json))).toEqual(invalidPayload)
  })

  test('returns 404 for unknown reports', async () => {
    const { send, mod } = await startModeration()
    const answer = await send('PATCH', '/api/reports/99', mod, { notes: 'x' })
    expect(plain(answer)).toEqual(NOT_FOUND)
  })

  test.each(['notes', 'comment'])('adds a comment of %s', async (name) => {
    const { clock, send, mod, reports } = await startModeration()
    const path = `/api/reports/${reports.user.id}`
    clock.advance(1000)
    await send('PATCH', path, mod, { [name]: 'one' })
    const { status, body } = await send('PATCH', path, mod, { [name]: 'two <b>' })
    expect(status).toBe(200)
    expect(body.status).toBe('success')
    expect(body.report).toMatchObject({
      ...{ updated_at: formatHttpDate(clock.now()), resolved: false, report_actions: [] },
      comments: [
        { id: 1, comment: 'one', user: { username: 'mod' } },
        { id: 2, comment: 'two <b>' },
      ],
    })
  })
})
