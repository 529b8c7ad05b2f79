import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aPerson, noToken, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin } from '../support/factories'
import { aToken } from '../support/tokens'

const SESSIONS = '/api/auth/sessions'
const PROFILE = '/api/auth/profile'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const unknown = { status: 404, body: { message: 'session not found', status: 'not found' } }

/** A server with Ann, and functions that log in and call it with a session token. */
async function open() {
  const server = startServer()
  const ann = await aPerson(server, { username: 'ann' })
  const logIn = async ({ email }: UserRow = ann, agent?: string) => {
    const { body } = await server.call('POST', '/api/auth/login', {
      json: { email, password: PASSWORD },
      ...(agent !== undefined && { headers: { 'user-agent': agent } }),
    })
    return String(body.auth_token)
  }
  const by = (token: string, method: string, path: string, json?: object) =>
    server.call(method, path, { authorization: `Bearer ${token}`, ...(json && { json }) })
  const list = async (token: string) => (await by(token, 'GET', SESSIONS)).body
  const isValid = async (token: string) => (await by(token, 'GET', PROFILE)).status === 200
  /** A token of an earlier release. */
  const older = async (user: UserRow) => {
    await server.ctx.db
      .updateTable('users')
      .set({ older_sessions_until: server.ctx.clock.now() + 86_400_000 })
      .where('id', '=', user.id)
      .execute()
    return server.ctx.sessions.issue(user.id, user.session_epoch)
  }
  return { ...server, ann, logIn, by, list, isValid, older }
}

describe('GET /api/auth/sessions', () => {
  test('lists the sessions of the caller with their devices, newest first', async () => {
    const { logIn, list, ctx } = await open()
    await logIn(undefined, FIREFOX)
    const { data, pagination } = await list(await logIn())
    expect(pagination.total).toBe(2)
    const today = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    expect(data.older_sessions_until).toBeNull()
    expect(data.sessions).toMatchObject([
      { is_current: true, browser: null, os: null, last_seen_on: today },
      { is_current: false, browser: 'Firefox', os: 'Linux', last_seen_on: today },
    ])
    expect(Object.keys(data.sessions[0]).sort()).toEqual([
      ...[
        'browser',
        'created_at',
        'expires_at',
        'id',
        'is_current',
        'last_seen_on',
        'login_method',
      ],
      'os',
    ])
  })

  test('requires a session, not a personal access token', async () => {
    const { call, ctx, ann } = await open()
    expect(await call('GET', SESSIONS)).toMatchObject(noToken)
    const authorization = `Bearer ${await aToken(ctx, ann)}`
    expect((await call('GET', SESSIONS, { authorization })).status).toBe(401)
  })

  test('shows until when sessions of an earlier release may exist', async () => {
    const { ctx, ann, older, list } = await open()
    const until = ctx.clock.now() + 86_400_000
    await ctx.db.updateTable('users').set({ older_sessions_until: until }).execute()
    const { data } = await list(await older(ann))
    expect(data.sessions).toEqual([])
    expect(Date.parse(data.older_sessions_until)).toBe(Math.floor(until / 1000) * 1000)
  })
})

describe('DELETE /api/auth/sessions/:id', () => {
  test('ends that session at once, and its token stays invalid', async () => {
    const { logIn, by, list, isValid } = await open()
    const lost = await logIn(undefined, FIREFOX)
    const current = await logIn()
    expect(await isValid(lost)).toBe(true)
    const [, { id }] = (await list(current)).data.sessions
    expect((await by(current, 'DELETE', `${SESSIONS}/${id}`)).status).toBe(204)
    expect([await isValid(lost), await isValid(current)]).toEqual([false, true])
    expect(await by(current, 'DELETE', `${SESSIONS}/${id}`)).toMatchObject(unknown)
    await logIn()
    expect(await isValid(lost)).toBe(false)
  })

  test('does not end sessions of others', async () => {
    const { logIn, by, list, isValid, ...server } = await open()
    const bob = await aPerson(server, { username: 'bob' })
    const [anns, bobs] = [await logIn(), await logIn(bob)]
    const [{ id }] = (await list(anns)).data.sessions
    expect(await by(bobs, 'DELETE', `${SESSIONS}/${id}`)).toMatchObject(unknown)
    expect(await isValid(anns)).toBe(true)
  })

  test('writes an entry of the audit log', async () => {
    const { logIn, by, list, ctx, ann } = await open()
    const token = await logIn()
    const [{ id }] = (await list(token)).data.sessions
    await by(token, 'DELETE', `${SESSIONS}/${id}`)
    const entries = await ctx.db.selectFrom('audit_entries').selectAll().execute()
    expect(entries.at(-1)).toMatchObject({ action: 'session_revoked', subject_id: ann.id })
  })
})

describe('DELETE /api/auth/sessions', () => {
  test('ends all other sessions, also those of an earlier release', async () => {
    const { ann, logIn, by, isValid, older, list } = await open()
    const others = [await logIn(), await older(ann)]
    const current = await logIn()
    expect((await by(current, 'DELETE', SESSIONS)).status).toBe(204)
    for (const token of others) expect(await isValid(token)).toBe(false)
    expect(await isValid(current)).toBe(true)
    expect((await list(current)).pagination.total).toBe(1)
    expect(await isValid(await logIn())).toBe(true)
  })

  test('keeps the session that asks if an earlier release started it', async () => {
    const { ann, logIn, by, isValid, older } = await open()
    const [current, other, listed] = [await older(ann), await older(ann), await logIn()]
    await by(current, 'DELETE', SESSIONS)
    expect([await isValid(current), await isValid(other), await isValid(listed)]).toEqual([
      ...[true, false, false],
    ])
  })
})

test('sessions of an earlier release end together, and the listed ones stay', async () => {
  const { ann, logIn, by, isValid, older } = await open()
  const [first, second, listed] = [await older(ann), await older(ann), await logIn()]
  expect((await by(listed, 'DELETE', `${SESSIONS}/older`)).status).toBe(204)
  expect([await isValid(first), await isValid(second), await isValid(listed)]).toEqual([
    ...[false, false, true],
  ])
})

test('a session ends with logging out, and with a new password', async () => {
  const { ann, logIn, by, isValid, list, ctx } = await open()
  const [left, other, current] = [await logIn(), await logIn(), await logIn()]
  await by(left, 'POST', '/api/auth/logout')
  expect((await list(current)).pagination.total).toBe(2)
  const next = { email: ann.email, password: PASSWORD, new_password: 'another long phrase 7' }
  expect((await by(current, 'PATCH', `${PROFILE}/edit/account`, next)).status).toBe(200)
  expect([await isValid(left), await isValid(other), await isValid(current)]).toEqual([
    ...[false, false, true],
  ])
  expect(await ctx.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

describe('a session token', () => {
  test('is invalid without its row, whatever the epoch', async () => {
    const { ann, ctx, isValid } = await open()
    expect(await isValid(await ctx.sessions.issue(ann.id, ann.session_epoch, true))).toBe(false)
  })

  test('is not valid with the row of another account', async () => {
    const { logIn, isValid, ...server } = await open()
    const bob = await aPerson(server, { username: 'bob' })
    const token = await logIn()
    await server.ctx.db.updateTable('sessions').set({ user_id: bob.id }).execute()
    expect(await isValid(token)).toBe(false)
  })
})

test('an administrator ends all sessions of an account', async () => {
  const { call, ctx, ann, logIn, older, isValid } = await open()
  const tokens = [await logIn(), await older(ann)]
  const json = { end_sessions: true }
  expect((await call('PATCH', '/api/users/ann', { as: await anAdmin(ctx), json })).status).toBe(200)
  for (const token of tokens) expect(await isValid(token)).toBe(false)
  expect(await isValid(await logIn())).toBe(true)
  const entries = await ctx.db.selectFrom('audit_entries').select('action').execute()
  expect(entries.map(({ action }) => action)).toContain('sessions_ended')
})

describe('the last day of use', () => {
  test('is recorded once a day for the session and the account', async () => {
    const { ctx, clock, ann, logIn, isValid } = await open()
    const token = await logIn()
    const seen = async () => {
      await ctx.lastUses.settle()
      const session = await ctx.db.selectFrom('sessions').select('last_seen_on').executeTakeFirst()
      const { last_seen_on } = await ctx.db
        .selectFrom('users')
        .select('last_seen_on')
        .where('id', '=', ann.id)
        .executeTakeFirstOrThrow()
      return [session?.last_seen_on, last_seen_on]
    }
    const day = () => new Date(clock.now()).toISOString().slice(0, 10)
    const first = day()
    await isValid(token)
    expect(await seen()).toEqual([first, first])
    clock.advance(86_400_000)
    await isValid(token)
    expect(day()).not.toBe(first)
    expect(await seen()).toEqual([day(), day()])
  })
})
