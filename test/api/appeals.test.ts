import { describe, expect, test } from 'bun:test'
import { formatHttpDate } from '@/lib/time/http-date'
import { writeTo } from '@/store/db/connections/transact'
import { updateUser } from '@/store/db/queries/accounts/users'
import type { ActionType } from '@/store/db/schema/columns'
import { INVALID_BODIES, invalidPayload } from '../support/accounts'
import { UNKNOWN_ID } from '../support/comments'
import { aUser } from '../support/factories'
import { aReport, aSanction, startModeration } from '../support/moderation'
import { contactDetails, noRelationship, plain, publicDetails } from '../support/people'

const refused = (message: string) => ({ status: 400, body: { message, status: 'error' } })
const missing = (message: string) => ({ status: 404, body: { message, status: 'not found' } })
const FORBIDDEN = { status: 403, body: { message: 'you do not have permissions', status: 'error' } }
const DONE = { status: 201, body: { status: 'success' } }
const SUSPENSION = '/api/auth/account/suspension/appeal'

type Moderation = Awaited<ReturnType<typeof startModeration>>

/** The path of Bob's appeal, by kind of sanction. */
const WAYS: Record<string, (of: Moderation, actionId: string) => string> = {
  user_suspension: () => SUSPENSION,
  user_warning: (_, id) => `/api/auth/account/sanctions/${id}/appeal`,
  comment_suspension: ({ comment }) => `/api/comments/${comment.short_id}/suspension/appeal`,
  workout_suspension: ({ workout }) => `/api/workouts/${workout.short_id}/suspension/appeal`,
}
const KINDS = Object.keys(WAYS) as ActionType[]

/** A sanction against Bob, and a function to appeal against it. */
async function startSanctioned(type: ActionType) {
  const moderation = await startModeration()
  const action = await moderation.acted(type, { reason: 'rude' })
  const path = WAYS[type]?.(moderation, action.id) ?? ''
  const { send, bob, look } = moderation
  const on = type.split('_')[0] as 'user' | 'comment' | 'workout'
  return {
    ...moderation,
    ...{ action, path, on },
    appeal: async (json: unknown = { text: 'it was a joke' }) =>
      plain(await send('POST', path, bob, json)),
    /** The appeal as the report shows it. */
    lookAtAppeal: async () =>
      (await look(on)).report_actions.find(({ appeal }: never) => appeal)?.appeal,
  }
}

describe.each(KINDS)('an appeal against a %s', (type) => {
  test('is shown to moderators and accepted only once', async () => {
    const { ctx, send, appeal, lookAtAppeal, bob, mod, on, reports } = await startSanctioned(type)
    expect(await appeal()).toEqual(DONE)
    expect(await appeal()).toEqual(refused('you can appeal only once'))
    expect(await lookAtAppeal()).toEqual({
      approved: null,
      created_at: formatHttpDate(ctx.clock.now()),
      id: expect.stringMatching(/^\w{22}$/),
      moderator: null,
      reason: null,
      text: 'it was a joke',
      updated_at: null,
      user: expect.objectContaining({ username: bob.username }),
    })
    const { body } = await send('GET', '/api/notifications', mod)
    expect(body.notifications).toMatchObject([
      {
        type: type === 'user_warning' ? 'user_warning_appeal' : 'suspension_appeal',
        from: { username: 'bob' },
        report: { id: reports[on].id },
      },
    ])
  })

  test('waits until it is decided', async () => {
    const { send, appeal, lookAtAppeal, mod, on, reports } = await startSanctioned(type)
    await appeal()
    const waiting = async () =>
      (await send('GET', '/api/reports?with_waiting_appeal=true', mod)).body.reports
    const count = async () =>
      (await send('GET', '/api/reports/unresolved', mod)).body.waiting_appeals
    expect(await waiting()).toMatchObject([{ id: reports[on].id, waiting_appeals: 1 }])
    expect(await count()).toBe(1)
    const { id } = await lookAtAppeal()
    await send('PATCH', `/api/appeals/${id}`, mod, { approved: false, reason: 'no' })
    expect(await waiting()).toEqual([])
    expect(await count()).toBe(0)
  })

  test.each([[{}], [{ text: '' }], [{ text: null }], [{ text: 5 }], [null], [['x']], ['text']])(
    'requires a text, not %j',
    async (json) => {
      const { appeal } = await startSanctioned(type)
      expect(await appeal(json)).toEqual(refused('no text provided'))
    },
  )

  test('requires a body', async () => {
    const { call, path, bob } = await startSanctioned(type)
    const headers = { 'content-type': 'application/json' }
    for (const body of ['', '{'])
      expect(plain(await call('POST', path, { as: bob, body, headers }))).toEqual(
        refused('no text provided'),
      )
  })

  test('is not allowed for other users', async () => {
    const { send, path, eve } = await startSanctioned(type)
    const answers: Record<string, object> = {
      user_suspension: missing('user account is not suspended'),
      user_warning: missing('no sanction found'),
      comment_suspension: FORBIDDEN,
      workout_suspension: {
        status: 404,
        body: { data: { workouts: [] }, message: 'not found', status: 'not found' },
      },
    }
    const answer = plain(await send('POST', path, eve, { text: 'x' }))
    expect<object | undefined>(answer).toEqual(answers[type])
  })
})

describe('POST /api/auth/account/suspension/appeal', () => {
  test('requires a suspension, which is checked before the text', async () => {
    const { ctx, send, bob } = await startModeration()
    const none = missing('user account is not suspended')
    expect(plain(await send('POST', SUSPENSION, bob, {}))).toEqual(none)
    await writeTo(ctx.db, (tx) => updateUser(tx, bob.id, { suspended_at: 1 }))
    expect(plain(await send('POST', SUSPENSION, bob, { text: 'x' }))).toEqual(none)
  })

  test('accepts one appeal for every suspension', async () => {
    const { appeal, acted } = await startSanctioned('user_suspension')
    expect(await appeal()).toEqual(DONE)
    await acted('user_unsuspension')
    expect(await appeal()).toEqual(missing('user account is not suspended'))
    await acted('user_suspension')
    expect(await appeal()).toEqual(DONE)
  })
})

describe.each([
  ['comment', 'workout comment'],
  ['workout', 'workout'],
] as const)('POST /api/…/:id/suspension/appeal of a %s', (on, name) => {
  test('requires a suspension, which is checked before the text', async () => {
    const moderation = await startModeration()
    const { ctx, send, bob } = moderation
    const path = WAYS[`${on}_suspension`]?.(moderation, '') ?? ''
    expect(plain(await send('POST', path, bob, {}))).toEqual(refused(`${name} is not suspended`))
    await ctx.db
      .updateTable(`${on}s`)
      .set({ suspended_at: 1 })
      .where('id', '=', moderation[on].id)
      .execute()
    expect(plain(await send('POST', path, bob, {}))).toEqual(refused(`${name} has no suspension`))
  })

  test('returns 404 for unknown ids', async () => {
    const { send, bob } = await startModeration()
    const path = `/api/${on}s/${UNKNOWN_ID}/suspension/appeal`
    expect((await send('POST', path, bob, { text: 'x' })).status).toBe(404)
  })
})

describe('POST /api/auth/account/sanctions/:id/appeal', () => {
  const pathTo = (id: string) => `/api/auth/account/sanctions/${id}/appeal`

  test('returns 404 for unknown sanctions', async () => {
    const { send, bob } = await startModeration()
    for (const id of [UNKNOWN_ID, 'zz'])
      expect(plain(await send('POST', pathTo(id), bob, {}))).toEqual(missing('no sanction found'))
  })

  test.each(['comment', 'workout'] as const)(
    'rejects the appeal when the %s is deleted, whatever the text',
    async (on) => {
      const { ctx, send, acted, bob, mod, reports, ...rest } = await startModeration()
      const json = { action_type: 'user_warning', username: 'bob' }
      const path = `/api/reports/${reports[on].id}/actions`
      const { body } = await send('POST', path, mod, json)
      const warning = body.report.report_actions[0]
      const suspension = await acted(`${on}_suspension`)
      await ctx.db.deleteFrom(`${on}s`).where('id', '=', rest[on].id).execute()
      for (const { id } of [warning, suspension])
        expect(plain(await send('POST', pathTo(id), bob, {}))).toEqual(
          refused(`${on} has been deleted`),
        )
    },
  )

  test('rejects appeals against actions that help the user', async () => {
    const { ctx, send, bob, mod, reports } = await startModeration()
    for (const type of ['user_unsuspension', 'user_warning_lifting'] as const) {
      const { short_id } = await aSanction(ctx, { report: reports.user, by: mod, type })
      const answer = await send('POST', pathTo(short_id), bob, { text: 'x' })
      expect(plain(answer)).toEqual(refused('there is no appeal against this action'))
    }
  })
})

/** An appeal by Bob, and a function to decide on it. */
async function startAppealed(type: ActionType) {
  const sanctioned = await startSanctioned(type)
  await sanctioned.appeal()
  const { id } = await sanctioned.lookAtAppeal()
  const { send, mod } = sanctioned
  return {
    ...sanctioned,
    decide: async (json: unknown, as = mod) =>
      plain(await send('PATCH', `/api/appeals/${id}`, as, json)),
  }
}

const YES = { approved: true, reason: 'you are right' }
const NO = { approved: false, reason: 'no' }

describe('PATCH /api/appeals/:id', () => {
  test.each(INVALID_BODIES)('rejects the body %s', async (body) => {
    const { call, mod, lookAtAppeal } = await startAppealed('user_warning')
    const path = `/api/appeals/${(await lookAtAppeal()).id}`
    const headers = { 'content-type': 'application/json' }
    expect(plain(await call('PATCH', path, { as: mod, body, headers }))).toEqual(invalidPayload)
  })

  test.each([
    [{ approved: true }],
    [{ reason: 'x' }],
    [{ approved: true, reason: '' }],
    [{ approved: null, reason: 'x' }],
    [{ approved: 'true', reason: 'x' }],
    [{ approved: true, reason: 5 }],
  ])('rejects %j', async (json) => {
    const { decide } = await startAppealed('user_warning')
    expect(await decide(json)).toEqual(invalidPayload)
  })

  test('returns 404 for unknown appeals, whatever the body', async () => {
    const { send, mod } = await startModeration()
    for (const id of [UNKNOWN_ID, 'zz'])
      for (const decision of [YES, { approved: true }])
        expect(plain(await send('PATCH', `/api/appeals/${id}`, mod, decision))).toEqual(
          missing('appeal not found'),
        )
  })

  test('denies access to moderators with a lower role than the appellant', async () => {
    const { ctx, decide, bob } = await startAppealed('user_warning')
    await writeTo(ctx.db, (tx) => updateUser(tx, bob.id, { role: 'admin' }))
    expect(await decide(YES)).toEqual(FORBIDDEN)
    expect((await decide(YES, await aUser(ctx, { role: 'admin' }))).status).toBe(200)
  })

  test.each(KINDS)('returns the appeal: %s', async (type) => {
    for (const decision of [YES, NO]) {
      const { ctx, clock, decide, lookAtAppeal, bob, mod } = await startAppealed(type)
      const createdAt = formatHttpDate(clock.now())
      clock.advance(5000)
      const { status, body } = await decide(decision)
      const isSuspended = type === 'user_suspension' && !decision.approved
      const extra = isSuspended ? { suspension_report_id: 1 } : {}
      const state = { nb_workouts: 1, ...(isSuspended && { suspended_at: createdAt }) }
      expect(status).toBe(200)
      expect(body).toEqual({
        appeal: {
          approved: decision.approved,
          created_at: createdAt,
          id: expect.any(String),
          moderator: { ...publicDetails(mod), ...contactDetails(mod) },
          reason: decision.reason,
          text: 'it was a joke',
          updated_at: formatHttpDate(ctx.clock.now()),
          user: {
            ...publicDetails(bob, state),
            ...contactDetails(bob),
            ...noRelationship,
            ...extra,
          },
        },
        status: 'success',
      })
      expect(await lookAtAppeal()).toEqual((body as { appeal: object }).appeal)
    }
  })

  test.each([
    ['user_suspension', 'user_unsuspension', 'users'],
    ['comment_suspension', 'comment_unsuspension', 'comments'],
    ['workout_suspension', 'workout_unsuspension', 'workouts'],
    ['user_warning', 'user_warning_lifting', undefined],
  ] as const)('reverts an approved %s', async (type, lifting, table) => {
    const { ctx, send, decide, look, on, bob, action } = await startAppealed(type)
    await decide(YES)
    const { report_actions } = await look(on)
    expect(report_actions).toMatchObject([
      { id: action.id, action_type: type, appeal: { approved: true } },
      { action_type: lifting, appeal: null, reason: null, moderator: { username: 'mod' } },
    ])
    if (table) {
      const rows = await ctx.db.selectFrom(table).select('suspended_at').execute()
      expect(rows.every(({ suspended_at }) => suspended_at === null)).toBe(true)
    }
    const { body } = await send('GET', '/api/notifications', bob)
    const told = body.notifications.map(({ type: word }: { type: string }) => word)
    expect(told).toEqual(type === 'user_suspension' ? [] : [lifting, type])
  })

  test.each(KINDS)('changes nothing about a rejected %s and its notifications', async (type) => {
    const { ctx, decide, look, on } = await startAppealed(type)
    const before = await ctx.db.selectFrom('notifications').selectAll().execute()
    await decide(NO)
    expect(await ctx.db.selectFrom('notifications').selectAll().execute()).toEqual(before)
    expect((await look(on)).report_actions).toHaveLength(1)
  })

  test('rejects the approval when the suspension was followed by another one', async () => {
    const { decide, acted } = await startAppealed('user_suspension')
    await acted('user_unsuspension')
    await acted('user_suspension')
    expect(await decide(YES)).toEqual(refused('user account has already been reactivated'))
    expect(await decide(NO)).toEqual(refused('user account has been reactivated after appeal'))
  })

  test.each(['comment', 'workout'] as const)(
    'returns no object when the %s is deleted',
    async (on) => {
      const { ctx, decide, ...rest } = await startAppealed(`${on}_suspension`)
      await ctx.db.deleteFrom(`${on}s`).where('id', '=', rest[on].id).execute()
      for (const decision of [YES, NO])
        expect(await decide(decision)).toEqual(refused(`${on} has been deleted`))
    },
  )

  test('is deleted with the account of the appellant', async () => {
    const { ctx, decide, bob } = await startAppealed('user_suspension')
    await ctx.db.deleteFrom('users').where('id', '=', bob.id).execute()
    expect(await decide(YES)).toEqual(missing('appeal not found'))
  })
})

describe('a manual unsuspension', () => {
  test.each(['user', 'comment', 'workout'] as const)(
    'closes the appeals against the suspension of the %s without a decision',
    async (on) => {
      const { clock, send, acted, lookAtAppeal, mod, reports } = await startAppealed(
        `${on}_suspension`,
      )
      clock.advance(5000)
      await acted(`${on}_unsuspension`)
      expect(await lookAtAppeal()).toMatchObject({
        approved: null,
        updated_at: formatHttpDate(clock.now()),
      })
      const other = await send('GET', `/api/reports/${reports[on].id}`, mod)
      expect(other.body.report.report_actions).toHaveLength(2)
    },
  )

  test('does not affect appeals in other reports and against other actions', async () => {
    const { ctx, send, acted, bob, ann, mod, look } = await startAppealed('user_warning')
    await acted('user_suspension')
    await acted('user_unsuspension')
    const [warning] = (await look('user')).report_actions
    expect(warning.appeal).toMatchObject({ approved: null, updated_at: null })
    const other = await aReport(ctx, { by: ann, about: bob })
    const json = { username: 'bob' }
    const act = (type: string) =>
      send('POST', `/api/reports/${other.id}/actions`, mod, { ...json, action_type: type })
    await act('user_suspension')
    await send('POST', SUSPENSION, bob, { text: 'x' })
    await acted('user_unsuspension')
    const { body } = await send('GET', `/api/reports/${other.id}`, mod)
    expect(body.report.report_actions[0].appeal.updated_at).toBeNull()
  })
})
