import { describe, expect, test } from 'bun:test'
import type { Config } from '@/lib/config/config'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { findUserByName } from '@/store/db/queries/accounts/users'
import { PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { aModerator, anAdmin, aUser } from '../support/factories'
import { startMailbox, tokenIn } from '../support/mailbox'

const REGISTER = '/api/auth/register'
const INVITATIONS = '/api/invitations'
const DAY = 86_400_000
const ann = {
  username: 'ann_1',
  email: 'ann@example.com',
  password: PASSWORD,
  accepted_policy: true,
}
const refusal = (status: number, message: string) => ({
  status,
  body: { message, status: 'error' },
})
const INVALID = refusal(403, 'this invitation is invalid, expired or has been used already')
const NOT_OPEN = {
  status: 404,
  body: { message: 'invitation not found', status: 'not found' },
}

/** A server with an administrator, closed registration, and a mailbox. */
async function withMail(changes: Partial<Config> = {}) {
  const mailbox = await startMailbox()
  const server = startServer({ mail: mailbox.settings, ...changes })
  const admin = await anAdmin(server.ctx)
  await server.call('PATCH', '/api/config', { as: admin, json: { registration_mode: 'closed' } })
  /** The messages to an address once everything has been delivered. */
  const mails = async (address = ann.email) => {
    await server.ctx.mail.idle()
    return mailbox.to(address)
  }
  const invite = async (email = ann.email) => {
    const { status, body } = await server.call('POST', INVITATIONS, { as: admin, json: { email } })
    expect(status).toBe(201)
    const mail = (await mails(email)).at(-1)
    return { id: body.data.invitation.id as number, token: mail ? tokenIn(mail) : '', mail }
  }
  const register = (token: unknown, changes: object = {}) =>
    server.call('POST', REGISTER, { json: { ...ann, invitation: token, ...changes } })
  return { ...server, admin, mails, invite, register }
}

describe('POST /api/invitations', () => {
  test('emails a link with which the person registers although registration is closed', async () => {
    const { ctx, call, admin, invite, register, clock } = await withMail()
    const { id, token, mail } = await invite()
    expect(mail?.subject).toBe('Milepost - You are invited')
    expect(mail?.text).toContain(`http://localhost/register?token=${token}`)
    expect(await call('POST', REGISTER, { json: ann })).toMatchObject(
      refusal(403, 'error, registration is disabled'),
    )
    const opened = await call('POST', '/api/auth/invitation', { json: { token } })
    expect(opened.body).toEqual({ data: { email: ann.email }, status: 'success' })
    expect((await register(token)).body).toEqual({ status: 'success' })
    const user = await findUserByName(ctx.db, 'ann_1')
    expect(user).toMatchObject({ is_active: 1, role: 'user', email: ann.email })
    const login = { email: ann.email, password: PASSWORD }
    expect((await call('POST', '/api/auth/login', { json: login })).status).toBe(200)
    const { body } = await call('GET', INVITATIONS, { as: admin })
    expect(body.data.invitations).toEqual([
      {
        accepted_by: 'ann_1',
        created_at: new Date(clock.now()).toUTCString(),
        email: ann.email,
        expires_at: new Date(clock.now() + 7 * DAY).toUTCString(),
        id,
        invited_by: admin.username,
        sent_at: new Date(clock.now()).toUTCString(),
        state: 'accepted',
      },
    ])
  })

  test('returns the link on a server without email, and stores only its digest', async () => {
    const { call, ctx } = startServer()
    const admin = await anAdmin(ctx)
    const { body } = await call('POST', INVITATIONS, { as: admin, json: { email: ann.email } })
    const token = new URL(body.data.link).searchParams.get('token') ?? ''
    expect(body.data.invitation.state).toBe('pending')
    const stored = await ctx.db.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    const json = { ...ann, invitation: token }
    expect((await call('POST', REGISTER, { json })).status).toBe(200)
    expect(await findUserByName(ctx.db, 'ann_1')).toMatchObject({ is_active: 1 })
  })

  test('rejects invalid addresses, those of accounts, and those that are invited', async () => {
    const { call, ctx, admin, invite } = await withMail()
    await aUser(ctx, { email: 'bob@example.com' })
    await invite()
    const send = (email: unknown) => call('POST', INVITATIONS, { as: admin, json: { email } })
    expect(await send('nobody')).toMatchObject(
      refusal(400, 'Errors: email: valid email must be provided\n'),
    )
    expect(await send('BOB@example.com')).toMatchObject(
      refusal(400, 'Errors: email: this address is already used\n'),
    )
    expect(await send('ANN@example.com')).toMatchObject(
      refusal(400, 'this address is already invited'),
    )
  })
})

describe('administration of invitations', () => {
  test('is for administrators only', async () => {
    const { call, ctx, invite } = await withMail()
    const { id } = await invite()
    const calls: [method: string, path: string, json?: object][] = [
      ['GET', INVITATIONS],
      ['POST', INVITATIONS, { email: 'bob@example.com' }],
      ['POST', `${INVITATIONS}/${id}/resend`],
      ['DELETE', `${INVITATIONS}/${id}`],
      ['POST', '/api/users', { username: 'bob', email: 'bob@example.com' }],
      ['GET', '/api/registration-requests'],
      ['POST', '/api/registration-requests/bob/approve'],
      ['POST', '/api/registration-requests/bob/reject', { reason: null }],
    ]
    const moderator = await aModerator(ctx)
    for (const [method, path, json] of calls) {
      expect((await call(method, path, { as: moderator, json })).status).toBe(403)
      expect((await call(method, path, { json })).status).toBe(401)
    }
  })

  test('sends at most five links an hour to an address', async () => {
    const auth = parseRateLimits('AUTH_RATE_LIMITS', '30 per 5 minutes')
    const { call, admin, invite, clock } = await withMail({ rateLimits: { api: [], auth } })
    const { id } = await invite()
    const resend = async () =>
      (await call('POST', `${INVITATIONS}/${id}/resend`, { as: admin })).status
    for (let sent = 1; sent < 5; sent++) expect(await resend()).toBe(200)
    expect(await resend()).toBe(429)
    clock.advance(3_600_000)
    expect(await resend()).toBe(200)
  })

  test('ends when the address gets an account without the link', async () => {
    const { call, admin, invite } = await withMail()
    const { id } = await invite()
    await call('PATCH', '/api/config', { as: admin, json: { registration_mode: 'open' } })
    await call('POST', REGISTER, { json: ann })
    await call('PATCH', '/api/users/ann_1', { as: admin, json: { activate: true } })
    const resend = `${INVITATIONS}/${id}/resend`
    expect(await call('POST', resend, { as: admin })).toMatchObject(NOT_OPEN)
    const { body } = await call('GET', INVITATIONS, { as: admin })
    expect(body.data.invitations).toMatchObject([{ state: 'accepted', accepted_by: 'ann_1' }])
  })

  test('writes an entry of the audit log without the address each time', async () => {
    const { call, ctx, admin, invite } = await withMail()
    const { id } = await invite()
    await call('POST', `${INVITATIONS}/${id}/resend`, { as: admin })
    await call('DELETE', `${INVITATIONS}/${id}`, { as: admin })
    const entries = await ctx.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', 'in', ['invitation_created', 'invitation_resent', 'invitation_revoked'])
      .execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'invitation_created',
      'invitation_resent',
      'invitation_revoked',
    ])
    expect(JSON.stringify(entries)).not.toContain(ann.email)
  })
})

describe('the link of an invitation', () => {
  test('works only once', async () => {
    const { invite, register, call } = await withMail()
    const { token } = await invite()
    await register(token)
    const again = { username: 'bob', email: 'bob@example.com' }
    for (const changes of [{}, again]) expect(await register(token, changes)).toMatchObject(INVALID)
    expect(await call('POST', '/api/auth/invitation', { json: { token } })).toMatchObject(INVALID)
  })

  test('stops working after a week, until the invitation is sent again', async () => {
    const { invite, register, call, admin, clock, mails } = await withMail()
    const { id, token } = await invite()
    clock.advance(7 * DAY)
    expect(await register(token)).toMatchObject(INVALID)
    const { body } = await call('GET', INVITATIONS, { as: admin })
    expect(body.data.invitations[0].state).toBe('expired')
    const sent = await call('POST', `${INVITATIONS}/${id}/resend`, { as: admin })
    expect(sent.body.data).toMatchObject({ invitation: { state: 'pending' }, link: null })
    const [, second] = await mails()
    expect(await register(token)).toMatchObject(INVALID)
    expect((await register(second && tokenIn(second))).status).toBe(200)
  })

  test('stops working when the invitation is revoked, which cannot be undone', async () => {
    const { invite, register, call, admin } = await withMail()
    const { id, token } = await invite()
    expect((await call('DELETE', `${INVITATIONS}/${id}`, { as: admin })).status).toBe(204)
    expect(await register(token)).toMatchObject(INVALID)
    const resend = `${INVITATIONS}/${id}/resend`
    expect(await call('POST', resend, { as: admin })).toMatchObject(NOT_OPEN)
    expect(await call('DELETE', `${INVITATIONS}/${id}`, { as: admin })).toMatchObject(NOT_OPEN)
    const fresh = await invite()
    expect(await register(token)).toMatchObject(INVALID)
    expect((await register(fresh.token)).status).toBe(200)
  })

  test.each(['', 'x', '0', 'a'.repeat(40), 5, {}, ['x'], true])(
    'is not replaced by %j',
    async (token) => {
      const { invite, register } = await withMail()
      await invite()
      expect((await register(token)).status).toBe(403)
    },
  )

  test('is not replaced by a link for another purpose, or that of another invitation', async () => {
    const { invite, register, call, ctx, mails } = await withMail()
    const bob = await aUser(ctx, { email: 'bob@example.com' })
    await invite()
    const other = await invite('eve@example.com')
    await call('POST', '/api/auth/password/reset-request', { json: { email: bob.email } })
    const reset = (await mails(bob.email)).at(-1)
    expect(await register(reset && tokenIn(reset))).toMatchObject(INVALID)
    expect(await register(other.token)).toMatchObject(
      refusal(400, 'Errors: email: the invitation was sent to another address\n'),
    )
  })

  test('is not a token for choosing a password', async () => {
    const { invite, call } = await withMail()
    const { token } = await invite()
    const json = { token, password: PASSWORD }
    expect((await call('POST', '/api/auth/password/update', { json })).status).toBe(401)
  })

  test('creates an account with the invited address only, in any case', async () => {
    const { invite, register } = await withMail()
    const { token } = await invite()
    expect(await register(token, { email: 'eve@example.com' })).toMatchObject(
      refusal(400, 'Errors: email: the invitation was sent to another address\n'),
    )
    expect((await register(token, { email: 'Ann@Example.com' })).status).toBe(200)
  })

  test('says that the address got an account in the meantime', async () => {
    const { invite, register, ctx } = await withMail()
    const { token } = await invite()
    await aUser(ctx, { email: ann.email })
    expect(await register(token)).toMatchObject(
      refusal(400, 'Errors: email: this address is already used\n'),
    )
  })

  test('gives the last place to only one of two people', async () => {
    const { invite, register, call, admin, ctx } = await withMail()
    const [hers, his] = [await invite(), await invite('bob@example.com')]
    await call('PATCH', '/api/config', { as: admin, json: { max_users: 2 } })
    const answers = await Promise.all([
      register(hers.token),
      register(his.token, { username: 'bob', email: 'bob@example.com' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(await ctx.db.selectFrom('users').select('id').execute()).toHaveLength(2)
  })

  test('creates one account when it is used twice at the same time', async () => {
    const { invite, register, ctx } = await withMail()
    const { token } = await invite()
    const answers = await Promise.all([register(token), register(token, { username: 'ann_2' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(await ctx.db.selectFrom('users').select('id').execute()).toHaveLength(2)
  })

  test('needs no approval', async () => {
    const { invite, register, call, admin, ctx } = await withMail()
    await call('PATCH', '/api/config', { as: admin, json: { registration_mode: 'approval' } })
    const { token } = await invite()
    expect((await register(token)).status).toBe(200)
    expect(await findUserByName(ctx.db, 'ann_1')).toMatchObject({ is_active: 1 })
  })
})

describe('POST /api/users', () => {
  const bob = { username: 'bob', email: 'bob@example.com', role: 'moderator', language: 'de' }

  test('creates an account whose user chooses the password with the emailed link', async () => {
    const { call, admin, mails, ctx, clock } = await withMail()
    const { status, body } = await call('POST', '/api/users', { as: admin, json: bob })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      password: null,
      user: { username: 'bob', role: 'moderator', is_active: true },
    })
    const [mail] = await mails(bob.email)
    expect(mail?.subject).toBe('Milepost - Für dich wurde ein Konto angelegt')
    clock.advance(6 * DAY)
    const json = { token: mail ? tokenIn(mail) : '', password: PASSWORD }
    expect((await call('POST', '/api/auth/password/update', { json })).status).toBe(200)
    const login = { email: bob.email, password: PASSWORD }
    expect((await call('POST', '/api/auth/login', { json: login })).status).toBe(200)
    const entries = await ctx.db.selectFrom('audit_entries').selectAll().execute()
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'account_created', actor_id: admin.id }),
    )
  })

  test('returns a random password once on a server without email', async () => {
    const { call, ctx } = startServer()
    const admin = await anAdmin(ctx)
    const { body, headers } = await call('POST', '/api/users', { as: admin, json: bob })
    expect(headers.get('cache-control')).toBe('no-store')
    const login = { email: bob.email, password: body.data.password }
    expect((await call('POST', '/api/auth/login', { json: login })).status).toBe(200)
  })

  test('uses the password of the administrator and does not return it', async () => {
    const { call, admin, mails } = await withMail()
    const json = { ...bob, password: PASSWORD }
    const { body } = await call('POST', '/api/users', { as: admin, json })
    expect(body.data.password).toBeNull()
    expect((await mails(bob.email))[0]?.text).toContain('http://localhost/login')
    const login = { email: bob.email, password: PASSWORD }
    expect((await call('POST', '/api/auth/login', { json: login })).status).toBe(200)
  })

  test('rejects taken names and addresses, invalid values, and administrators', async () => {
    const { call, ctx, admin } = await withMail()
    await aUser(ctx, { username: 'eve', email: 'eve@example.com' })
    const create = async (changes: object) =>
      (await call('POST', '/api/users', { as: admin, json: { ...bob, ...changes } })).body.message
    expect(await create({ username: 'EVE' })).toBe('sorry, that username is already taken')
    expect(await create({ email: 'EVE@example.com' })).toContain('this address is already used')
    expect(await create({ email: 'x', username: 'b' })).toContain('valid email must be provided')
    expect(await create({ password: 'short' })).toContain('8 characters required')
    for (const role of ['admin', 'owner', 'x'])
      expect(await create({ role })).toBe('invalid payload')
  })

  test('ends the invitation of the address', async () => {
    const { call, admin, invite, register } = await withMail()
    const { token } = await invite(bob.email)
    await call('POST', '/api/users', { as: admin, json: bob })
    expect(await register(token, { email: bob.email })).toMatchObject(INVALID)
  })
})
