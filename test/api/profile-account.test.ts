import { describe, expect, test } from 'bun:test'
import { actorOf } from '@/services/auth/record-audit'
import { transact } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import { resetPassword } from '@/use-cases/accounts/change-password'
import {
  aPerson,
  badCredentials,
  INVALID_BODIES,
  invalidPayload,
  PASSWORD,
} from '../support/accounts'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { startMailbox } from '../support/mailbox'

const ACCOUNT = '/api/auth/profile/edit/account'
const PROFILE = '/api/auth/profile'
const JSON_TYPE = { 'content-type': 'application/json' }
const NEW = 'battery staple 7'
const refusal = (message: string) => ({ status: 400, body: { message, status: 'error' } })

async function withMail() {
  const mailbox = await startMailbox()
  const server = startServer({ mail: mailbox.settings })
  const as = await aPerson(server, { username: 'ann' })
  /** The recipients and subjects of all emails. */
  const mails = async () => {
    await server.ctx.mail.idle()
    return mailbox.mails.map(({ to, subject }) => `${to}: ${subject}`)
  }
  /** The headers of a new session. */
  const session = async () => ({
    authorization: `Bearer ${await server.ctx.sessions.issue(as.id, as.session_epoch)}`,
  })
  return { ...server, as, mails, session }
}

describe('PATCH /api/auth/profile/edit/account', () => {
  test('changes nothing and sends no email when the values are the same', async () => {
    const { call, ctx, as, mails } = await withMail()
    const json = { email: as.email, password: PASSWORD }
    const { status, body } = await call('PATCH', ACCOUNT, { as, json })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: { username: 'ann', email: as.email, email_to_confirm: null },
      message: 'user account updated',
      status: 'success',
    })
    expect(await getUserById(ctx.db, as.id)).toEqual(as)
    expect(await mails()).toEqual([])
  })

  test('changes the password and ends all sessions except this one', async () => {
    const { call, ctx, as, mails, session } = await withMail()
    const [own, other] = [await session(), await session()]
    const json = { email: as.email, password: PASSWORD, new_password: NEW }
    expect((await call('PATCH', ACCOUNT, { ...own, json })).status).toBe(200)
    const { password_hash } = await getUserById(ctx.db, as.id)
    expect(await ctx.passwords.matches(NEW, password_hash)).toBeTrue()
    expect((await call('GET', PROFILE, own)).status).toBe(200)
    expect((await call('GET', PROFILE, other)).status).toBe(401)
    expect(await mails()).toEqual(['ann@example.com: Milepost - Password changed'])
  })

  test('is rejected when the password is reset while it is being verified', async () => {
    const { call, ctx, as, mails, session } = await withMail()
    const own = await session()
    const { passwords } = ctx
    const reset = await passwords.hash('another horse 43')
    ctx.passwords = {
      ...passwords,
      hash: async (password) => {
        await transact(ctx, (tx) => resetPassword(tx, actorOf(as), as, reset))
        return passwords.hash(password)
      },
    }
    const json = { email: 'eve@example.com', password: PASSWORD, new_password: NEW }
    expect(await call('PATCH', ACCOUNT, { ...own, json })).toMatchObject(badCredentials)
    const { password_hash, email, email_to_confirm } = await getUserById(ctx.db, as.id)
    expect([password_hash, email, email_to_confirm]).toEqual([reset, as.email, null])
    expect((await call('GET', PROFILE, own)).status).toBe(401)
    expect(await mails()).toEqual([])
  })

  test('allows the next change to end a session that an earlier change preserved', async () => {
    const { call, ctx, as, session } = await withMail()
    const own = await session()
    const json = { email: as.email, password: PASSWORD, new_password: NEW }
    await call('PATCH', ACCOUNT, { ...own, json })
    const later = await getUserById(ctx.db, as.id)
    const again = { email: as.email, password: NEW, new_password: PASSWORD }
    expect((await call('PATCH', ACCOUNT, { as: later, json: again })).status).toBe(200)
    expect((await call('GET', PROFILE, own)).status).toBe(401)
  })

  test('allows a preserved session to be logged out', async () => {
    const { call, as, session } = await withMail()
    const own = await session()
    const json = { email: as.email, password: PASSWORD, new_password: NEW }
    await call('PATCH', ACCOUNT, { ...own, json })
    expect((await call('POST', '/api/auth/logout', own)).status).toBe(200)
    expect((await call('GET', PROFILE, own)).status).toBe(401)
  })

  test('requires confirmation of a new email address, and notifies the current one', async () => {
    const { call, ctx, as, mails } = await withMail()
    const json = { email: 'new@example.com', password: PASSWORD }
    const { body } = await call('PATCH', ACCOUNT, { as, json })
    expect(body.data).toMatchObject({ email: as.email, email_to_confirm: 'new@example.com' })
    expect(await getUserById(ctx.db, as.id)).toMatchObject({ email: as.email })
    expect(await mails()).toEqual([
      'ann@example.com: Milepost - Email changed',
      'new@example.com: Milepost - Confirm email change',
    ])
  })

  test('changes both at once', async () => {
    const { call, as, mails } = await withMail()
    const json = { email: 'new@example.com', password: PASSWORD, new_password: NEW }
    expect((await call('PATCH', ACCOUNT, { as, json })).status).toBe(200)
    expect(await mails()).toEqual([
      'ann@example.com: Milepost - Password changed',
      'ann@example.com: Milepost - Email changed',
      'new@example.com: Milepost - Confirm email change',
    ])
  })

  test('sends no second email about a pending change when the email address is unchanged', async () => {
    const { call, as, mails } = await withMail()
    await call('PATCH', ACCOUNT, { as, json: { email: 'new@example.com', password: PASSWORD } })
    const sent = await mails()
    const json = { email: as.email, password: PASSWORD }
    const { body } = await call('PATCH', ACCOUNT, { as, json })
    expect(body.data.email_to_confirm).toBe('new@example.com')
    expect(await mails()).toEqual(sent)
  })

  test('replaces the email address at once while email is disabled', async () => {
    const server = startServer()
    const as = await aPerson(server)
    const json = { email: 'new@example.com', password: PASSWORD, new_password: NEW }
    const { status, body } = await server.call('PATCH', ACCOUNT, { as, json })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ email: 'new@example.com', email_to_confirm: null })
  })

  test.each([true, false])(
    'rejects an email address of another account, with email enabled or not: %j',
    async (isMailSent) => {
      const server = isMailSent ? await withMail() : startServer()
      const as = await aPerson(server)
      await aUser(server.ctx, { email: 'taken@example.com' })
      const json = { email: 'TAKEN@example.com', password: PASSWORD, new_password: NEW }
      expect((await server.call('PATCH', ACCOUNT, { as, json })).status).toBe(400)
      expect(await getUserById(server.ctx.db, as.id)).toEqual(as)
    },
  )

  test('accepts the current email address in other case', async () => {
    const server = startServer()
    const as = await aPerson(server, { email: 'ann@example.com' })
    const json = { email: 'Ann@Example.com', password: PASSWORD }
    const { body } = await server.call('PATCH', ACCOUNT, { as, json })
    expect(body.data.email).toBe('Ann@Example.com')
  })

  test.each([...INVALID_BODIES])('rejects the body %j', async (body) => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const options = { as, body, headers: JSON_TYPE }
    expect(await call('PATCH', ACCOUNT, options)).toMatchObject(invalidPayload)
  })

  test.each([
    [{ password: PASSWORD }, 'email is missing'],
    [{ new_password: NEW }, 'email is missing'],
    [{ something: 'else' }, 'email is missing'],
    [{ email: '', password: 'wrong' }, 'email is missing'],
    [{ email: 'nope' }, 'current password is missing'],
    [{ email: 'nope', password: '' }, 'current password is missing'],
    [{ email: 'nope', password: null }, 'current password is missing'],
    [{ email: 5, password: PASSWORD }, 'invalid payload'],
    [{ email: 'nope', password: 5 }, 'invalid payload'],
    [{ email: 'nope', password: PASSWORD, new_password: 5 }, 'invalid payload'],
    [{ email: 'nope', password: PASSWORD }, 'email: valid email must be provided\n'],
    [
      { email: 'ok@example.com', password: PASSWORD, new_password: 'short' },
      'password: 8 characters required\n',
    ],
    [
      { email: 'nope', password: PASSWORD, new_password: '' },
      'email: valid email must be provided\npassword: 8 characters required\n',
    ],
  ])('rejects %j', async (json, message) => {
    const server = startServer()
    const as = await aPerson(server)
    expect(await server.call('PATCH', ACCOUNT, { as, json })).toMatchObject(refusal(message))
  })

  test.each([null, undefined])('does not change the password for %j', async (new_password) => {
    const server = startServer()
    const as = await aPerson(server)
    const json = { email: as.email, password: PASSWORD, new_password }
    expect((await server.call('PATCH', ACCOUNT, { as, json })).status).toBe(200)
    expect(await getUserById(server.ctx.db, as.id)).toEqual(as)
  })

  test('checks the current password before the new values', async () => {
    const server = startServer()
    const as = await aPerson(server)
    const json = { email: 'nope', password: 'wrong password', new_password: 'x' }
    expect(await server.call('PATCH', ACCOUNT, { as, json })).toMatchObject(badCredentials)
  })

  test('accepts an imported email address that would be rejected as a new one', async () => {
    const server = startServer()
    const as = await aPerson(server, { email: 'ann@localhost' })
    const json = { email: 'ann@localhost', password: PASSWORD, new_password: NEW }
    expect((await server.call('PATCH', ACCOUNT, { as, json })).status).toBe(200)
  })

  test('is open to suspended accounts', async () => {
    const server = startServer()
    const as = await aPerson(server, { suspended_at: 1 })
    const json = { email: as.email, password: PASSWORD }
    expect((await server.call('PATCH', ACCOUNT, { as, json })).status).toBe(200)
  })
})
