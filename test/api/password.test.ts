import { describe, expect, test } from 'bun:test'
import { getUserById } from '@/store/db/queries/accounts/users'
import { aPerson, INVALID_BODIES, invalidPayload, PASSWORD, unknownUrl } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin, aUser } from '../support/factories'
import { type ReceivedMail, startMailbox, tokenIn } from '../support/mailbox'

const REQUEST = '/api/auth/password/reset-request'
const UPDATE = '/api/auth/password/update'
const EMAIL_UPDATE = '/api/auth/email/update'
const ACCOUNT = '/api/auth/profile/edit/account'
const PROFILE = '/api/auth/profile'
const JSON_TYPE = { 'content-type': 'application/json' }
const MINUTE = 60_000
const NEW = 'battery staple 7'
const badToken = {
  status: 401,
  body: { message: 'invalid token, please request a new token', status: 'error' },
}

async function withMail() {
  const mailbox = await startMailbox()
  const server = startServer({ mail: mailbox.settings })
  const user = await aPerson(server, { username: 'ann' })
  /** The messages to an email address once everything has been delivered. */
  const mailsTo = async (address: string): Promise<ReceivedMail[]> => {
    await server.ctx.mail.idle()
    return mailbox.to(address)
  }
  /** Requests a new password and returns the token from the email. */
  const resetToken = async (): Promise<string> => {
    await server.call('POST', REQUEST, { json: { email: user.email } })
    const mail = (await mailsTo(user.email)).at(-1)
    return mail ? tokenIn(mail) : ''
  }
  return { ...server, user, mailsTo, resetToken }
}

describe('POST /api/auth/password/reset-request', () => {
  const processed = { message: 'password reset request processed', status: 'success' }

  test.each(['{}', '{"email": "ann@example.com"}'])(
    'does not exist while email is disabled, whatever the body: %s',
    async (body) => {
      const { call } = startServer()
      expect(await call('POST', REQUEST, { body, headers: JSON_TYPE })).toMatchObject(unknownUrl)
    },
  )

  test('mails a link and the device that requested it', async () => {
    const { call, user, mailsTo } = await withMail()
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
    const { status, body } = await call('POST', REQUEST, { json: { email: user.email }, headers })
    expect({ status, body }).toEqual({ status: 200, body: processed })
    const [mail] = await mailsTo(user.email)
    expect(mail?.subject).toBe('Milepost - Password reset request')
    expect(mail?.text).toContain('The request came from Firefox on Linux.')
    expect(mail?.text).toContain('http://localhost/password-reset?token=')
  })

  test.each([{ is_active: 0 }, { suspended_at: 1 }] as const)(
    'mails the link to accounts that are %j as well',
    async (state) => {
      const { call, ctx, mailsTo } = await withMail()
      const { email } = await aUser(ctx, state)
      await call('POST', REQUEST, { json: { email } })
      expect(await mailsTo(email)).toHaveLength(1)
    },
  )

  test('uses the language of the account', async () => {
    const { call, ctx, mailsTo } = await withMail()
    const { email } = await aUser(ctx, { language: 'fr' })
    await call('POST', REQUEST, { json: { email } })
    expect((await mailsTo(email))[0]?.text).toStartWith('Bonjour ')
  })

  test.each(['nobody@example.com', 'ANN@example.com'])(
    'returns the same for %s, after the same time, and sends no email',
    async (email) => {
      const { call, clock, ctx, user, mailsTo } = await withMail()
      const { status, body } = await call('POST', REQUEST, { json: { email } })
      expect(clock.slept()).toBe(100)
      expect({ status, body }).toEqual({ status: 200, body: processed })
      expect(await mailsTo(email)).toEqual([])
      expect(await mailsTo(user.email)).toEqual([])
      expect(await ctx.db.selectFrom('purpose_tokens').selectAll().execute()).toEqual([])
    },
  )

  test('treats an empty email address like an unknown one', async () => {
    const { call } = await withMail()
    const { status, body } = await call('POST', REQUEST, { json: { email: '' } })
    expect({ status, body }).toEqual({ status: 200, body: processed })
  })

  test.each([...INVALID_BODIES, '{"email": null}', '{"email": 5}'])(
    'rejects the body %j',
    async (body) => {
      const { call } = await withMail()
      expect(await call('POST', REQUEST, { body, headers: JSON_TYPE })).toMatchObject(
        invalidPayload,
      )
    },
  )
})

describe('POST /api/auth/password/update', () => {
  test('changes the password, ends every session and notifies the user', async () => {
    const { call, ctx, user, mailsTo, resetToken } = await withMail()
    const json = { token: await resetToken(), password: NEW }
    const { status, body } = await call('POST', UPDATE, { json })
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'password updated', status: 'success' })
    const { password_hash } = await getUserById(ctx.db, user.id)
    expect(await ctx.passwords.matches(NEW, password_hash)).toBeTrue()
    expect((await call('GET', PROFILE, { as: user })).status).toBe(401)
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      'Milepost - Password reset request',
      'Milepost - Password changed',
    ])
  })

  test('accepts a token once, and invalidates the other links', async () => {
    const { call, resetToken } = await withMail()
    const [one, other] = [await resetToken(), await resetToken()]
    expect((await call('POST', UPDATE, { json: { token: one, password: NEW } })).status).toBe(200)
    for (const token of [one, other])
      expect(await call('POST', UPDATE, { json: { token, password: NEW } })).toMatchObject(badToken)
  })

  test('accepts the earlier of two links', async () => {
    const { call, resetToken } = await withMail()
    const one = await resetToken()
    await resetToken()
    expect((await call('POST', UPDATE, { json: { token: one, password: NEW } })).status).toBe(200)
  })

  test('accepts a token for an hour', async () => {
    const { call, clock, resetToken } = await withMail()
    const [one, other] = [await resetToken(), await resetToken()]
    clock.advance(60 * MINUTE - 1)
    expect((await call('POST', UPDATE, { json: { token: one, password: 'short' } })).status).toBe(
      400,
    )
    clock.advance(1)
    const json = { token: other, password: NEW }
    expect(await call('POST', UPDATE, { json })).toMatchObject(badToken)
  })

  test('rejects a short password, and the token stays valid', async () => {
    const { call, resetToken } = await withMail()
    const token = await resetToken()
    expect(await call('POST', UPDATE, { json: { token, password: '1234567' } })).toMatchObject({
      status: 400,
      body: { message: 'password: 8 characters required\n', status: 'error' },
    })
    expect((await call('POST', UPDATE, { json: { token, password: 'kq7-Zr4w' } })).status).toBe(200)
  })

  test.each([
    ...INVALID_BODIES,
    '{"token": "wrong"}',
    '{"password": "12345678"}',
    '{"token": null, "password": "12345678"}',
    '{"token": "wrong", "password": null}',
    '{"token": 5, "password": "12345678"}',
    '{"token": "wrong", "password": 12345678}',
  ])('rejects the body %j', async (body) => {
    const { call } = startServer()
    expect(await call('POST', UPDATE, { body, headers: JSON_TYPE })).toMatchObject(invalidPayload)
  })

  test('checks the token before the password', async () => {
    const { call } = startServer()
    for (const password of ['', 'x', NEW])
      expect(await call('POST', UPDATE, { json: { token: 'wrong', password } })).toMatchObject(
        badToken,
      )
  })

  test('rejects a session token', async () => {
    const { call, ctx, user } = await withMail()
    const token = await ctx.sessions.issue(user.id, user.session_epoch)
    const json = { token, password: NEW }
    expect(await call('POST', UPDATE, { json })).toMatchObject(badToken)
  })
})

describe('POST /api/auth/email/update', () => {
  /** Requests a change of Ann's email address and returns the token from the email. */
  async function changing(email = 'new@example.com') {
    const server = await withMail()
    const json = { email, password: PASSWORD }
    await server.call('PATCH', ACCOUNT, { as: server.user, json })
    const [mail] = await server.mailsTo(email)
    return { ...server, token: mail ? tokenIn(mail) : '' }
  }

  test('changes the email address of the account, once', async () => {
    const { call, ctx, user, token } = await changing()
    const { status, body } = await call('POST', EMAIL_UPDATE, { json: { token } })
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'email updated', status: 'success' })
    expect(await getUserById(ctx.db, user.id)).toMatchObject({
      email: 'new@example.com',
      email_to_confirm: null,
    })
    expect(await call('POST', EMAIL_UPDATE, { json: { token } })).toMatchObject(invalidPayload)
  })

  test('accepts a token for a day', async () => {
    const { call, clock, token } = await changing()
    clock.advance(24 * 60 * MINUTE)
    expect(await call('POST', EMAIL_UPDATE, { json: { token } })).toMatchObject(invalidPayload)
    clock.advance(-1)
    expect((await call('POST', EMAIL_UPDATE, { json: { token } })).status).toBe(200)
  })

  test('is rejected when another account has taken the email address in the meantime', async () => {
    const { call, ctx, user, token } = await changing()
    await aUser(ctx, { email: 'NEW@example.com' })
    expect((await call('POST', EMAIL_UPDATE, { json: { token } })).status).toBe(400)
    expect((await getUserById(ctx.db, user.id)).email).toBe('ann@example.com')
  })

  test.each(['the password is changed', 'the password is reset'])(
    'is rejected after %s, because an attacker may have requested the change',
    async (how) => {
      const { call, ctx, user, token, resetToken } = await changing()
      const outcome =
        how === 'the password is reset'
          ? await call('POST', UPDATE, { json: { token: await resetToken(), password: NEW } })
          : await call('PATCH', ACCOUNT, {
              as: user,
              json: { email: user.email, password: PASSWORD, new_password: NEW },
            })
      expect(outcome.status).toBe(200)
      expect(await call('POST', EMAIL_UPDATE, { json: { token } })).toMatchObject(invalidPayload)
      const { email, email_to_confirm } = await getUserById(ctx.db, user.id)
      expect([email, email_to_confirm]).toEqual([user.email, null])
    },
  )

  test('invalidates links that were mailed to the previous address', async () => {
    const { call, token, resetToken } = await changing()
    const json = { token: await resetToken(), password: NEW }
    await call('POST', EMAIL_UPDATE, { json: { token } })
    expect(await call('POST', UPDATE, { json })).toMatchObject(badToken)
  })

  test('is rejected when no change is pending', async () => {
    const { call, ctx, token } = await changing()
    await ctx.db.updateTable('users').set({ email_to_confirm: null }).execute()
    expect(await call('POST', EMAIL_UPDATE, { json: { token } })).toMatchObject(invalidPayload)
  })

  test.each([...INVALID_BODIES, '{"token": "wrong"}', '{"token": 5}', '{"token": null}'])(
    'rejects the body %j',
    async (body) => {
      const { call } = startServer()
      expect(await call('POST', EMAIL_UPDATE, { body, headers: JSON_TYPE })).toMatchObject(
        invalidPayload,
      )
    },
  )
})

describe('an action token', () => {
  /** One token of each kind, all for Ann. */
  async function everyToken() {
    const server = await withMail()
    const { call, ctx, user, mailsTo, resetToken } = server
    const reset = await resetToken()
    const json = { email: 'new@example.com', password: PASSWORD }
    await call('PATCH', ACCOUNT, { as: user, json })
    const [change] = await mailsTo('new@example.com')
    await anAdmin(ctx)
    const bob = { username: 'bob', email: 'bob@example.com', password: PASSWORD }
    await call('POST', '/api/auth/register', { json: { ...bob, accepted_policy: true } })
    const [confirmation] = await mailsTo('bob@example.com')
    const session = await ctx.sessions.issue(user.id, user.session_epoch)
    return {
      ...server,
      tokens: {
        reset,
        session,
        change: change ? tokenIn(change) : '',
        confirmation: confirmation ? tokenIn(confirmation) : '',
      },
    }
  }

  const USES = {
    reset: (token: string) => ['POST', UPDATE, { json: { token, password: NEW } }] as const,
    change: (token: string) => ['POST', EMAIL_UPDATE, { json: { token } }] as const,
    confirmation: (token: string) =>
      ['POST', '/api/auth/account/confirm', { json: { token } }] as const,
    session: (token: string) => ['GET', PROFILE, { authorization: `Bearer ${token}` }] as const,
  }
  const KINDS = ['reset', 'change', 'confirmation', 'session'] as const

  test.each(KINDS.flatMap((kind) => KINDS.map((use) => [kind, use] as const)))(
    'for %s is valid for %s only if that is the same',
    async (kind, use) => {
      const { call, tokens } = await everyToken()
      const [method, path, options] = USES[use](tokens[kind])
      const { status } = await call(method, path, options)
      expect(status === 200).toBe(kind === use)
    },
  )
})
