import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { getUserById, updateUser } from '@/store/db/queries/accounts/users'
import { updateWorkout } from '@/store/db/queries/workouts/workouts'
import { toJson } from '@/store/db/schema/columns'
import { INVALID_BODIES, invalidPayload } from '../support/accounts'
import { aComment, errorResponse, UNKNOWN_ID } from '../support/comments'
import { anOwner } from '../support/factories'
import { startMailbox } from '../support/mailbox'
import { startModeration } from '../support/moderation'
import { contactDetails, onePage, plain, publicDetails } from '../support/people'
import { aBlock, aWorkout } from '../support/workouts'

const FORBIDDEN = errorResponse(403, 'you do not have permissions')
const NO_MEMBER = errorResponse(404, 'user does not exist', 'not found')
const SANCTIONS = '/api/users/bob/sanctions'
const NOTES = '/api/users/bob/moderation-notes'

async function startDesk(settings: Parameters<typeof startModeration>[0] = {}) {
  const people = await startModeration(settings)
  const { ctx, send, mod } = people
  return {
    ...people,
    owner: await anOwner(ctx, { username: 'boss' }),
    sanction: (json: object, as = mod) => send('POST', SANCTIONS, as, json),
    openReports: async () => (await send('GET', '/api/reports/unresolved', mod)).body,
  }
}

describe('POST /api/users/:name/sanctions', () => {
  test.each(INVALID_BODIES)('rejects the body %s', async (body) => {
    const { call, mod } = await startDesk()
    const headers = { 'content-type': 'application/json' }
    expect(plain(await call('POST', SANCTIONS, { as: mod, body, headers }))).toEqual(invalidPayload)
  })

  test.each([
    [{ action_type: 5 }],
    [{ action_type: 'user_warning', reason: 5 }],
    [{ action_type: 'user_warning', comment_id: '' }],
    [{ action_type: 'user_warning', workout_id: null }],
  ])('rejects %j', async (json) => {
    const { sanction } = await startDesk()
    expect(plain(await sanction(json))).toMatchObject(invalidPayload)
  })

  test.each(['ban', 'user_warning_lifting', 'report_resolution', '__proto__'])(
    'rejects the action %s',
    async (action_type) => {
      const { sanction } = await startDesk()
      expect(plain(await sanction({ action_type }))).toEqual(
        errorResponse(400, "invalid 'action_type'"),
      )
    },
  )

  test('is only for moderators', async () => {
    const { send, ann } = await startDesk()
    expect(plain(await send('POST', SANCTIONS, ann, { action_type: 'user_warning' }))).toEqual(
      FORBIDDEN,
    )
  })

  test('returns 404 for unknown members, and inactive ones for moderators', async () => {
    const { ctx, send, sanction, mod, bob, admin } = await startDesk()
    const warning = { action_type: 'user_warning' }
    expect(plain(await send('POST', '/api/users/nobody/sanctions', mod, warning))).toEqual(
      NO_MEMBER,
    )
    await writeTo(ctx.db, (tx) => updateUser(tx, bob.id, { is_active: 0 }))
    expect(plain(await sanction(warning))).toEqual(NO_MEMBER)
    expect((await sanction(warning, admin)).status).toBe(201)
  })

  test('protects higher roles, and the moderator from themselves', async () => {
    const { send, mod, admin, owner } = await startDesk()
    const act = async (by: typeof mod, on: typeof mod, type: string) =>
      plain(await send('POST', `/api/users/${on.username}/sanctions`, by, { action_type: type }))
    for (const type of ['user_warning', 'user_suspension'])
      for (const [by, on] of [
        [mod, admin],
        [mod, owner],
        [admin, owner],
        [mod, mod],
        [admin, admin],
      ] as const)
        expect(await act(by, on, type)).toEqual(FORBIDDEN)
    expect(await act(owner, owner, 'user_warning')).toEqual(FORBIDDEN)
    expect((await act(admin, mod, 'user_warning')).status).toBe(201)
  })

  test('warns through a resolved report by the moderator', async () => {
    const { send, sanction, openReports, mod, bob } = await startDesk()
    const before = await openReports()
    const { status, body } = await sanction({ action_type: 'user_warning', reason: 'be nice' })
    expect(status).toBe(201)
    expect(body.report).toMatchObject({
      by_moderator: true,
      object_type: 'user',
      note: '',
      resolved: true,
      reported_by: { username: 'mod' },
      reported_user: { username: 'bob' },
      resolved_by: { username: 'mod' },
      report_actions: [{ action_type: 'user_warning', reason: 'be nice' }],
    })
    expect(await openReports()).toEqual(before)
    const { notifications } = (await send('GET', '/api/notifications', bob)).body
    expect(notifications).toMatchObject([{ type: 'user_warning', from: null }])
    // Each warning has a report of its own.
    expect((await sanction({ action_type: 'user_warning' })).status).toBe(201)
    const { total } = (await send('GET', '/api/reports?by_moderator=true', mod)).body.pagination
    expect(total).toBe(2)
  })

  test('suspends and reactivates an account; both belong to the same report', async () => {
    const { ctx, sanction, bob } = await startDesk()
    const suspended = (await sanction({ action_type: 'user_suspension' })).body.report
    expect((await getUserById(ctx.db, bob.id)).suspended_at).not.toBeNull()
    expect(plain(await sanction({ action_type: 'user_suspension' }))).toEqual(
      errorResponse(400, 'user account already suspended'),
    )
    const { body } = await sanction({ action_type: 'user_unsuspension' })
    expect(body.report.id).toBe(suspended.id)
    expect(body.report.report_actions).toHaveLength(2)
    expect((await getUserById(ctx.db, bob.id)).suspended_at).toBeNull()
    expect(plain(await sanction({ action_type: 'user_unsuspension' }))).toEqual(
      errorResponse(400, 'user account already reactivated'),
    )
  })

  test('ends a suspension in the report that led to it', async () => {
    const { acted, sanction, reports } = await startDesk()
    await acted('user_suspension')
    const { body } = await sanction({ action_type: 'user_unsuspension' })
    expect(body.report.id).toBe(reports.user.id)
  })

  test('suspends public content, and requires its id', async () => {
    const { sanction, workout, comment } = await startDesk()
    for (const on of ['workout', 'comment'])
      expect(plain(await sanction({ action_type: `${on}_suspension` }))).toEqual(
        errorResponse(400, `'${on}_id' is missing`),
      )
    const both = { comment_id: comment.short_id, workout_id: workout.short_id }
    expect(plain(await sanction({ action_type: 'workout_suspension', ...both }))).toEqual(
      errorResponse(400, "invalid 'workout_id'"),
    )
    for (const [on, { short_id }] of Object.entries({ workout, comment })) {
      const content = { [`${on}_id`]: short_id }
      const { body } = await sanction({ action_type: `${on}_suspension`, ...content })
      expect(body.report).toMatchObject({
        object_type: on,
        [`reported_${on}`]: { id: short_id, suspended: true },
      })
      expect((await sanction({ action_type: `${on}_suspension`, ...content })).status).toBe(400)
      const back = await sanction({ action_type: `${on}_unsuspension`, ...content })
      expect(back.body.report.id).toBe(body.report.id)
    }
  })

  test('a warning can be about a comment or workout', async () => {
    const { sanction, send, bob, comment } = await startDesk()
    await sanction({ action_type: 'user_warning', comment_id: comment.short_id })
    const { notifications } = (await send('GET', '/api/notifications', bob)).body
    expect(notifications[0]).toMatchObject({
      type: 'user_warning',
      comment: { id: comment.short_id },
    })
  })

  test('does not find what is private, unknown or somebody else’s', async () => {
    const { ctx, sanction, ann, bob, workout } = await startDesk()
    const hidden = await aWorkout(ctx, bob, { workout_visibility: 'private' })
    const followers = await aWorkout(ctx, bob, { workout_visibility: 'followers_only' })
    const others = await aWorkout(ctx, ann, { workout_visibility: 'public' })
    const secret = await aComment(ctx, { by: bob, on: workout }, { text_visibility: 'private' })
    const suspend = async (on: string, id: string) =>
      (await sanction({ action_type: `${on}_suspension`, [`${on}_id`]: id })).status
    for (const { short_id } of [hidden, followers, others])
      expect(await suspend('workout', short_id)).toBe(404)
    expect(await suspend('workout', UNKNOWN_ID)).toBe(404)
    expect(await suspend('comment', secret.short_id)).toBe(404)
    expect(await suspend('comment', UNKNOWN_ID)).toBe(404)
  })

  test('blocking a moderator protects no public content', async () => {
    const { ctx, sanction, mod, bob, workout, comment } = await startDesk()
    await aBlock(ctx, bob, mod)
    const hide = (on: string, id: string) =>
      sanction({ action_type: `${on}_suspension`, [`${on}_id`]: id })
    expect((await hide('workout', workout.short_id)).status).toBe(201)
    expect((await hide('comment', comment.short_id)).status).toBe(201)
  })

  test('does not show the moderator a private map', async () => {
    const { ctx, sanction, workout } = await startDesk()
    await writeTo(ctx.db, (tx) =>
      updateWorkout(tx, workout.id, { map_id: 'secret', map_visibility: 'private' }),
    )
    const content = { action_type: 'user_warning', workout_id: workout.short_id }
    const { report } = (await sanction(content)).body
    expect(report.reported_workout).toMatchObject({ map: null, title: 'bad one' })
  })
})

describe('appeals against sanctions without a report', () => {
  test('are listed, decided and counted like others', async () => {
    const { send, sanction, openReports, bob, mod, ann } = await startDesk()
    await sanction({ action_type: 'user_suspension', reason: 'spam' })
    expect(
      (await send('POST', '/api/auth/account/suspension/appeal', bob, { text: 'why' })).status,
    ).toBe(201)
    expect((await openReports()).waiting_appeals).toBe(1)
    expect(plain(await send('GET', '/api/appeals', ann))).toEqual(FORBIDDEN)
    const { body } = await send('GET', '/api/appeals', mod)
    expect(body).toMatchObject({
      actions: [
        {
          action_type: 'user_suspension',
          reason: 'spam',
          appeal: { text: 'why', approved: null },
          user: { username: 'bob' },
        },
      ],
      pagination: onePage(1),
    })
    const decision = { approved: true, reason: 'right' }
    await send('PATCH', `/api/appeals/${body.actions[0].appeal.id}`, mod, decision)
    expect((await openReports()).waiting_appeals).toBe(0)
    expect((await send('GET', '/api/appeals', mod)).body.actions).toEqual([])
    expect((await send('GET', '/api/users/bob', mod)).body.data[0].suspended_at).toBeNull()
  })

  test('nobody decides their own', async () => {
    const { send, mod, admin } = await startDesk()
    await send('POST', '/api/users/mod/sanctions', admin, { action_type: 'user_warning' })
    const { notifications } = (await send('GET', '/api/notifications', mod)).body
    const { id } = notifications.find(
      ({ type }: { type: string }) => type === 'user_warning',
    ).report_action
    await send('POST', `/api/auth/account/sanctions/${id}/appeal`, mod, { text: 'no' })
    const { actions } = (await send('GET', '/api/appeals', mod)).body
    const decision = { approved: true, reason: 'mine' }
    const path = `/api/appeals/${actions[0].appeal.id}`
    expect(plain(await send('PATCH', path, mod, decision))).toEqual(FORBIDDEN)
    expect((await send('PATCH', path, admin, decision)).status).toBe(200)
  })
})

describe('/api/users/:name/moderation-notes', () => {
  test('are written, listed and deleted by moderators', async () => {
    const { send, mod, admin, ann, bob } = await startDesk()
    for (const as of [ann, bob]) {
      expect(plain(await send('GET', NOTES, as))).toEqual(FORBIDDEN)
      expect(plain(await send('POST', NOTES, as, { text: 'x' }))).toEqual(FORBIDDEN)
    }
    const { status, body } = await send('POST', NOTES, mod, { text: 'talked to him' })
    const note = {
      author: { ...publicDetails(mod), ...contactDetails(mod) },
      can_delete: true,
      created_at: expect.any(String),
      id: 1,
      text: 'talked to him',
    }
    expect({ status, body }).toEqual({ status: 201, body: { note, status: 'created' } })
    await send('POST', NOTES, admin, { text: 'again' })
    const listed = await send('GET', NOTES, mod)
    expect(listed.body).toMatchObject({ pagination: onePage(2) })
    expect(listed.body.notes).toMatchObject([
      { id: 2, text: 'again', can_delete: false },
      { id: 1, can_delete: true },
    ])
    expect(plain(await send('DELETE', `${NOTES}/2`, mod))).toEqual(FORBIDDEN)
    expect((await send('DELETE', `${NOTES}/1`, admin)).status).toBe(204)
    expect(plain(await send('DELETE', `${NOTES}/1`, admin))).toEqual(
      errorResponse(404, 'note not found', 'not found'),
    )
    expect((await send('DELETE', '/api/users/ann/moderation-notes/2', admin)).status).toBe(404)
  })

  test.each([[{}], [{ text: '' }], [{ text: 5 }], [{ text: 'x'.repeat(10_001) }]])(
    'rejects an invalid note',
    async (json) => {
      const { send, mod } = await startDesk()
      expect(plain(await send('POST', NOTES, mod, json))).toMatchObject(invalidPayload)
    },
  )

  test('are not in the audit log that their subject sees', async () => {
    const { send, mod, bob, owner } = await startDesk()
    await send('POST', NOTES, mod, { text: 'hm' })
    const actionsFor = async (as: typeof mod) =>
      (await send('GET', '/api/audit-log', as)).body.data.entries.map(
        ({ action }: { action: string }) => action,
      )
    expect(await actionsFor(bob)).toEqual([])
    expect(await actionsFor(mod)).toEqual(['member_note_created'])
    expect(await actionsFor(owner)).toEqual(['member_note_created'])
  })
})

describe('GET /api/users/:name/recent-content', () => {
  test('returns only what is public, and suspended content with its text', async () => {
    const { ctx, send, sanction, mod, ann, bob, workout, comment } = await startDesk()
    await aWorkout(ctx, bob, { workout_visibility: 'followers_only' })
    await aComment(ctx, { by: bob, on: workout }, { text_visibility: 'private' })
    await writeTo(ctx.db, (tx) =>
      updateWorkout(tx, workout.id, { map_id: 'secret', map_visibility: 'followers_only' }),
    )
    await sanction({ action_type: 'workout_suspension', workout_id: workout.short_id })
    await sanction({ action_type: 'comment_suspension', comment_id: comment.short_id })
    const path = '/api/users/bob/recent-content'
    expect(plain(await send('GET', path, ann))).toEqual(FORBIDDEN)
    const { body } = await send('GET', path, mod)
    expect(body.workouts).toMatchObject([
      { id: workout.short_id, title: 'bad one', suspended: true, map: null },
    ])
    expect(body.comments).toMatchObject([
      { id: comment.short_id, suspended: true, text: 'bad words' },
    ])
  })
})

describe('PUT /api/reports/:id/assignee', () => {
  const assign = (
    { send, mod }: Awaited<ReturnType<typeof startDesk>>,
    username: unknown,
    id = 1,
  ) => send('PUT', `/api/reports/${id}/assignee`, mod, { username })

  test('assigns to a moderator and to nobody; lists filter by it', async () => {
    const desk = await startDesk()
    const { send, mod } = desk
    expect((await send('GET', '/api/reports/moderators', mod)).body.moderators).toEqual([
      ...['boss', 'mod', 'root'],
    ])
    const ids = async (query: string) =>
      (await send('GET', `/api/reports?order=asc&${query}`, mod)).body.reports.map(
        ({ id }: { id: number }) => id,
      )
    expect((await assign(desk, 'mod')).body.report.assigned_to.username).toBe('mod')
    expect((await assign(desk, 'root', 2)).body.report.assigned_to.username).toBe('root')
    expect(await ids('assignee=mod')).toEqual([1])
    expect(await ids('assigned=true')).toEqual([1, 2])
    expect(await ids('assigned=false')).toEqual([3])
    expect(await ids('assignee=nobody')).toEqual([])
    expect(await ids('reported_user=bob')).toEqual([1, 2, 3])
    expect(await ids('reported_user=ann')).toEqual([])
    expect((await assign(desk, null)).body.report.assigned_to).toBeNull()
    expect(await ids('assigned=true')).toEqual([2])
  })

  test('rejects other accounts and unknown reports', async () => {
    const desk = await startDesk()
    const { send, ann } = desk
    for (const name of ['ann', 'nobody'])
      expect(plain(await assign(desk, name))).toEqual(errorResponse(400, "invalid 'username'"))
    for (const name of ['', 5, undefined])
      expect(plain(await assign(desk, name))).toMatchObject(invalidPayload)
    expect((await assign(desk, 'mod', 99)).status).toBe(404)
    const path = '/api/reports/1/assignee'
    expect(plain(await send('PUT', path, ann, { username: null }))).toEqual(FORBIDDEN)
  })

  test('a demoted moderator loses the assigned reports', async () => {
    const desk = await startDesk()
    const { send, mod, admin } = desk
    await assign(desk, 'mod')
    await send('PATCH', `/api/users/${mod.username}`, admin, { role: 'user' })
    expect((await send('GET', '/api/reports/1', admin)).body.report.assigned_to).toBeNull()
  })
})

describe('mails to moderators', () => {
  async function withMail() {
    const mailbox = await startMailbox()
    const desk = await startDesk({ mail: mailbox.settings })
    const mails = async () => {
      await desk.ctx.mail.idle()
      return mailbox.mails
    }
    return { ...desk, mails }
  }

  test('tell of new reports and appeals, unless switched off', async () => {
    const { ctx, send, sanction, mails, mod, bob, eve, admin, owner } = await withMail()
    const off = toJson({ moderation_mails: false })
    await writeTo(ctx.db, (tx) => updateUser(tx, owner.id, { notification_preferences: off }))
    const json = { note: 'a bot', object_id: 'bob', object_type: 'user' }
    await send('POST', '/api/reports', eve, json)
    expect((await mails()).flatMap(({ to }) => to).sort()).toEqual([mod.email, admin.email])
    const [first] = await mails()
    expect(first?.subject).toBe('Milepost - New report')
    expect(first?.text).toContain('eve has reported the member bob:')
    expect(first?.text).toContain('> a bot')
    expect(first?.text).toMatch(/\/admin\/reports\/4\n/)
    await sanction({ action_type: 'user_suspension' }, admin)
    await send('POST', '/api/auth/account/suspension/appeal', bob, { text: 'no bot' })
    const last = (await mails()).at(-1)
    expect(last?.subject).toBe('Milepost - New appeal')
    expect(last?.text).toContain('> no bot')
  })
})

test('the switch for mails is optional, and everyone may send it', async () => {
  const { send, mod } = await startDesk()
  const names = ['comment_like', 'follow', 'follow_request', 'follow_request_approved', 'mention']
  const switches = Object.fromEntries(
    [...names, 'workout_comment', 'workout_like'].map((name) => [name, true]),
  )
  const path = '/api/auth/profile/edit/notifications'
  const saved = async (json: object) =>
    (await send('POST', path, mod, json)).body.data?.notification_preferences
  expect(await saved(switches)).toEqual(switches)
  expect(await saved({ ...switches, moderation_mails: false })).toEqual({
    ...switches,
    moderation_mails: false,
  })
})
