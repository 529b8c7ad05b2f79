import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { writeTo } from '@/store/db/connections/transact'
import { deleteExpiredActionTokens } from '@/store/db/queries/accounts/action-tokens'
import { findUserByName } from '@/store/db/queries/accounts/users'
import { INVALID_BODIES, invalidPayload, PASSWORD, unknownUrl } from '../support/accounts'
import { startServer } from '../support/client'
import { aModerator, anAdmin, anOwner, aUser } from '../support/factories'
import { startMailbox, tokenIn } from '../support/mailbox'
import { runs } from '../support/properties'

const REGISTER = '/api/auth/register'
const CONFIRM = '/api/auth/account/confirm'
const RESEND = '/api/auth/account/resend-confirmation'
const JSON_TYPE = { 'content-type': 'application/json' }
const DAY = 86_400_000
const ann = {
  username: 'ann_1',
  email: 'ann@example.com',
  password: PASSWORD,
  accepted_policy: true,
}
const refusal = (message: string) => ({ status: 400, body: { message, status: 'error' } })

/** A server that is set up and has an owner. */
async function startOpen(...options: Parameters<typeof startServer>) {
  const server = startServer(...options)
  await anAdmin(server.ctx)
  return server
}

async function withMail() {
  const mailbox = await startMailbox()
  const server = await startOpen({ mail: mailbox.settings })
  /** The messages to Ann once everything has been delivered. */
  const mails = async () => {
    await server.ctx.mail.idle()
    return mailbox.to(ann.email)
  }
  return { ...server, mails }
}

describe('POST /api/auth/register', () => {
  test('creates an inactive account with the defaults and mails a confirmation link', async () => {
    const { call, ctx, clock, mails } = await withMail()
    const { status, body } = await call('POST', REGISTER, { json: ann })
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success' } })
    const user = await findUserByName(ctx.db, 'ann_1')
    expect(user).toMatchObject({
      email: 'ann@example.com',
      is_active: 0,
      role: 'user',
      accepted_policy_at: clock.now(),
      language: 'en',
      timezone: 'Europe/Paris',
    })
    expect(user?.password_hash).toStartWith('$argon2id$')
    const [mail] = await mails()
    expect(mail?.subject).toBe('Milepost - Confirm your account')
    expect(mail?.text).toContain('http://localhost/account-confirmation?token=')
  })

  test('works without email: an administrator activates the account', async () => {
    const { call, ctx } = await startOpen()
    expect((await call('POST', REGISTER, { json: ann })).status).toBe(200)
    expect(await findUserByName(ctx.db, 'ann_1')).toMatchObject({ is_active: 0 })
  })

  test.each([
    [{ lang: 'fr' }, 'fr'],
    [{ language: 'de' }, 'de'],
    [{ language: 'it', lang: 'fr' }, 'it'],
    [{ lang: 'xx' }, 'en'],
    [{ lang: 5 }, 'en'],
    [{ lang: null }, 'en'],
  ])('treats the language %j as %s', async (more, language) => {
    const { call, ctx } = await startOpen()
    await call('POST', REGISTER, { json: { ...ann, ...more } })
    expect((await findUserByName(ctx.db, 'ann_1'))?.language).toBe(language)
  })

  test.each([
    ['America/New_York', 'America/New_York'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Moon/Base', 'Europe/Paris'],
    [7, 'Europe/Paris'],
  ])('treats the time zone %j as %s', async (timezone, kept) => {
    const { call, ctx } = await startOpen()
    await call('POST', REGISTER, { json: { ...ann, timezone } })
    expect((await findUserByName(ctx.db, 'ann_1'))?.timezone).toBe(kept)
  })

  test.each(INVALID_BODIES)('rejects the body %j', async (body) => {
    const { call } = await startOpen()
    expect(await call('POST', REGISTER, { body, headers: JSON_TYPE })).toMatchObject(invalidPayload)
  })

  test.each(['username', 'email', 'password', 'accepted_policy'] as const)(
    'rejects a body without %s, or with another type of value',
    async (key) => {
      const { call } = await startOpen()
      const { [key]: _, ...rest } = ann
      expect(await call('POST', REGISTER, { json: rest })).toMatchObject(invalidPayload)
      const json = { ...ann, [key]: null }
      expect(await call('POST', REGISTER, { json })).toMatchObject(invalidPayload)
      if (key === 'accepted_policy') return
      const number = { ...ann, [key]: 5 }
      expect(await call('POST', REGISTER, { json: number })).toMatchObject(invalidPayload)
    },
  )

  test.each([false, 'true', 1, 'yes', {}])(
    'requires consent to the policy, not %j',
    async (value) => {
      const { call } = await startOpen()
      const json = { ...ann, accepted_policy: value, username: 'a' }
      expect(await call('POST', REGISTER, { json })).toMatchObject(
        refusal('sorry, you must agree privacy policy to register'),
      )
    },
  )

  const LENGTH = 'username: 3 to 30 characters required\n'
  const LETTERS =
    'username: only alphanumeric characters and the underscore character "_" allowed\n'
  const EMAIL = 'email: valid email must be provided\n'
  const SHORT = 'password: 8 characters required\n'

  test.each([
    [{ username: 'ab' }, LENGTH],
    [{ username: 'a'.repeat(31) }, LENGTH],
    [{ username: 'a-b c' }, LETTERS],
    [{ username: 'añn' }, LETTERS],
    [{ username: '' }, LENGTH + LETTERS],
    [{ email: 'nope' }, EMAIL],
    [{ email: 'a@b' }, EMAIL],
    [{ email: `${'a'.repeat(244)}@example.com` }, EMAIL],
    [{ password: '1234567' }, SHORT],
    [{ username: 'a!', email: 'x', password: 'x' }, LENGTH + LETTERS + EMAIL + SHORT],
  ])('rejects %j with all reasons', async (change, reasons) => {
    const { call } = await startOpen()
    const json = { ...ann, ...change }
    expect(await call('POST', REGISTER, { json })).toMatchObject(refusal(`Errors: ${reasons}`))
    const headers = { 'x-api-dialect': 'fittrackee' }
    expect(await call('POST', REGISTER, { json, headers })).toMatchObject(refusal(reasons))
  })

  test('accepts values of the minimum and maximum length', async () => {
    const { call } = await startOpen()
    for (const username of ['abc', 'a'.repeat(30)]) {
      const json = { ...ann, username, email: `${username}@example.com`, password: 'kq7-Zr4w' }
      expect((await call('POST', REGISTER, { json })).status).toBe(200)
    }
  })

  test.each(['ann_1', 'ANN_1'])('rejects the name %s when it is taken', async (username) => {
    const { call, ctx } = await startOpen()
    await aUser(ctx, { username: 'Ann_1' })
    const json = { ...ann, username }
    expect(await call('POST', REGISTER, { json })).toMatchObject(
      refusal('sorry, that username is already taken'),
    )
  })

  test('returns the same for an email address that is taken, after the same time, and does nothing', async () => {
    const { call, clock, ctx, mails } = await withMail()
    await call('POST', REGISTER, { json: { ...ann, username: 'bob', email: 'bob@example.com' } })
    expect(clock.slept()).toBe(100)
    await aUser(ctx, { email: 'ANN@example.com' })
    const { status, body } = await call('POST', REGISTER, { json: ann })
    expect(clock.slept()).toBe(200)
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success' } })
    expect(await findUserByName(ctx.db, 'ann_1')).toBeUndefined()
    expect(await mails()).toEqual([])
  })

  test('is disabled at the maximum number of accounts, whatever their state', async () => {
    const { call, ctx } = await startOpen()
    await ctx.db.updateTable('app_config').set({ max_users: 3 }).execute()
    await aUser(ctx, { is_active: 0 })
    expect((await call('POST', REGISTER, { json: ann })).status).toBe(200)
    for (const options of [{ json: { ...ann, username: 'other' } }, { json: {} }, {}])
      expect(await call('POST', REGISTER, options)).toMatchObject({
        status: 403,
        body: { message: 'error, registration is disabled', status: 'error' },
      })
  })

  test('is disabled before the server is set up, whatever accounts exist', async () => {
    const { call, ctx } = startServer()
    await aUser(ctx)
    await aModerator(ctx)
    const closed = {
      status: 403,
      body: { message: 'error, registration is disabled', status: 'error' },
    }
    expect(await call('POST', REGISTER, { json: ann })).toMatchObject(closed)
    expect((await call('GET', '/api/config')).body.data.is_registration_enabled).toBe(false)
    await anOwner(ctx)
    expect((await call('GET', '/api/config')).body.data.is_registration_enabled).toBe(true)
    expect((await call('POST', REGISTER, { json: ann })).status).toBe(200)
  })

  test('notifies administrators, but not the owner', async () => {
    const { call, ctx } = startServer()
    const admin = await anAdmin(ctx)
    await anOwner(ctx)
    await call('POST', REGISTER, { json: ann })
    const told = await ctx.db.selectFrom('notifications').selectAll().execute()
    expect(told).toMatchObject([{ type: 'account_creation', to_user_id: admin.id }])
  })

  test('never returns 500, whatever the body is', async () => {
    const { call } = await startOpen()
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.constant(null),
      fc.object(),
    )
    const anything = fc.record({
      username: value,
      email: value,
      password: value,
      accepted_policy: fc.oneof(fc.constant(true), value),
      lang: value,
      timezone: value,
    })
    await fc.assert(
      fc.asyncProperty(anything, async (json) => {
        expect([200, 400]).toContain((await call('POST', REGISTER, { json })).status)
      }),
      runs(40),
    )
  })
})

describe('POST /api/auth/account/confirm', () => {
  test('activates the account once and starts a session', async () => {
    const { call, ctx, mails } = await withMail()
    await call('POST', REGISTER, { json: ann })
    const [mail] = await mails()
    const json = { token: mail ? tokenIn(mail) : '' }
    const { status, body } = await call('POST', CONFIRM, { json })
    expect(status).toBe(200)
    expect(body).toEqual({
      auth_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      message: 'account confirmation successful',
      status: 'success',
    })
    expect(await findUserByName(ctx.db, 'ann_1')).toMatchObject({ is_active: 1 })
    const authorization = `Bearer ${body.auth_token}`
    expect((await call('GET', '/api/auth/profile', { authorization })).status).toBe(200)
    expect(await call('POST', CONFIRM, { json })).toMatchObject(invalidPayload)
  })

  test('accepts a token for a day; afterwards another link is mailed on request', async () => {
    const { call, ctx, clock, mails } = await withMail()
    await call('POST', REGISTER, { json: ann })
    const [first] = (await mails()).map(tokenIn)
    clock.advance(DAY)
    expect(await call('POST', CONFIRM, { json: { token: first } })).toMatchObject(invalidPayload)
    await writeTo(ctx.db, (tx) => deleteExpiredActionTokens(tx, clock.now() + DAY, 100))
    await call('POST', RESEND, { json: { email: ann.email } })
    const [, second] = (await mails()).map(tokenIn)
    clock.advance(DAY - 1)
    expect((await call('POST', CONFIRM, { json: { token: second } })).status).toBe(200)
  })

  test('stores only the digest of the token', async () => {
    const { call, ctx, mails } = await withMail()
    await call('POST', REGISTER, { json: ann })
    const [mail] = await mails()
    const token = mail ? tokenIn(mail) : ''
    expect(token).toHaveLength(40)
    const rows = await ctx.db.selectFrom('purpose_tokens').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each([
    ...INVALID_BODIES,
    '{"token": "wrong"}',
    '{"token": 5}',
    '{"token": null}',
    '{"token": ""}',
  ])('rejects the body %j', async (body) => {
    const { call } = await startOpen()
    expect(await call('POST', CONFIRM, { body, headers: JSON_TYPE })).toMatchObject(invalidPayload)
  })

  test('does not reactivate an account that was deactivated in the meantime', async () => {
    const { call, ctx, mails } = await withMail()
    const as = await anAdmin(ctx)
    await call('POST', REGISTER, { json: ann })
    const [mail] = await mails()
    await call('PATCH', '/api/users/ann_1', { as, json: { activate: false } })
    const json = { token: mail ? tokenIn(mail) : '' }
    expect(await call('POST', CONFIRM, { json })).toMatchObject(invalidPayload)
    await call('POST', RESEND, { json: { email: ann.email } })
    expect(await mails()).toHaveLength(1)
  })
})

describe('POST /api/auth/account/resend-confirmation', () => {
  const resent = { message: 'confirmation email resent', status: 'success' }

  test.each(['{}', '{"email": "ann@example.com"}'])(
    'does not exist while email is disabled, whatever the body: %s',
    async (body) => {
      const { call } = await startOpen()
      expect(await call('POST', RESEND, { body, headers: JSON_TYPE })).toMatchObject(unknownUrl)
    },
  )

  test('mails a new link and invalidates the previous one', async () => {
    const { call, mails } = await withMail()
    await call('POST', REGISTER, { json: ann })
    const { status, body } = await call('POST', RESEND, { json: { email: ann.email } })
    expect({ status, body }).toEqual({ status: 200, body: resent })
    const [first, second] = (await mails()).map(tokenIn)
    expect(await call('POST', CONFIRM, { json: { token: first } })).toMatchObject(invalidPayload)
    expect((await call('POST', CONFIRM, { json: { token: second } })).status).toBe(200)
  })

  test.each(['nobody@example.com', 'ANN@example.com', 'active@example.com', ''])(
    'returns the same for "%s" and sends no email',
    async (email) => {
      const { call, ctx, mails } = await withMail()
      await call('POST', REGISTER, { json: ann })
      await aUser(ctx, { email: 'active@example.com' })
      const { status, body } = await call('POST', RESEND, { json: { email } })
      expect({ status, body }).toEqual({ status: 200, body: resent })
      expect(await mails()).toHaveLength(1)
      expect(await ctx.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([])
    },
  )

  test.each([...INVALID_BODIES, '{"email": 5}'])('rejects the body %j', async (body) => {
    const { call } = await withMail()
    expect(await call('POST', RESEND, { body, headers: JSON_TYPE })).toMatchObject(invalidPayload)
  })
})
