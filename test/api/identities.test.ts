import { describe, expect, test } from 'bun:test'
import type { LoginSettings } from '@/lib/config/login-settings'
import { aPerson, noToken, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin, anOwner } from '../support/factories'
import { startFakeProvider } from '../support/fake-provider'
import { startMailbox } from '../support/mailbox'
import { providerCalls, type Started, withProvider } from '../support/provider-logins'
import { aToken } from '../support/tokens'

const IDENTITIES = '/api/auth/identities'
const MINUTE = 60_000
const LOGIN_TOO_OLD = {
  status: 403,
  code: 'recent_login_required',
  body: { message: 'log in again to continue', status: 'error' },
}

/** A server with Ann, who has a password, and a provider at which Kim is logged in. */
async function open(changes: Partial<LoginSettings> = {}) {
  const provider = startFakeProvider()
  const mailbox = await startMailbox()
  const server = startServer({
    ...withProvider(provider.settings, changes),
    mail: mailbox.settings,
  })
  const { call, ctx } = server
  await anOwner(ctx)
  const ann = await aPerson(server, { username: 'ann', email: 'ann@example.org' })
  const calls = providerCalls(call)
  const response = ({ url, state }: Started) => {
    provider.authenticate(url)
    return { state, code: 'a-code' }
  }
  const link = async (as = ann) => {
    const started = await calls.startLinking(as, { password: PASSWORD })
    return calls.link(as, started.cookie, response(started))
  }
  const logIn = async () => {
    const started = await calls.start()
    return calls.finish(started.cookie, response(started))
  }
  /** Calls with the session of Kim, whose account has no password. */
  const kim = async () => {
    const authorization = `Bearer ${(await logIn()).body.auth_token}`
    return (method: string, path: string, json?: object) =>
      call(method, path, { authorization, ...(json && { json }) })
  }
  const mails = async (address: string) => {
    await ctx.mail.idle()
    return mailbox.to(address).map(({ subject }) => subject)
  }
  return { ...server, ann, provider, link, logIn, kim, mails, mailbox }
}

describe('GET /api/auth/identities', () => {
  test('requires a session, not a personal access token', async () => {
    const { call, ctx, ann } = await open()
    expect(await call('GET', IDENTITIES)).toMatchObject(noToken)
    const authorization = `Bearer ${await aToken(ctx, ann)}`
    expect((await call('GET', IDENTITIES, { authorization })).status).toBe(401)
  })

  test('lists the identities of the caller, and whether there is a password', async () => {
    const { call, ann, link, provider } = await open()
    await link()
    const { body } = await call('GET', IDENTITIES, { as: ann })
    expect(body).toEqual({
      data: {
        has_password: true,
        identities: [
          {
            created_at: expect.any(String),
            id: expect.any(Number),
            issuer: provider.server.url,
            last_login_at: expect.any(String),
            name: 'kim',
          },
        ],
      },
      status: 'success',
    })
  })
})

describe('linking an identity', () => {
  test('requires the password', async () => {
    const { call, ann } = await open()
    for (const json of [{}, { password: null }, { password: 'wrong' }])
      expect(await call('POST', `${IDENTITIES}/start`, { as: ann, json })).toMatchObject({
        status: 401,
        body: { message: 'invalid credentials' },
      })
  })

  test('lets the user log in with it, and notifies them by email', async () => {
    const { call, link, logIn, mails, ann, ctx } = await open({ creation: 'off' })
    expect((await logIn()).status).toBe(403)
    expect((await link()).status).toBe(204)
    expect((await link()).status).toBe(204)
    const authorization = `Bearer ${(await logIn()).body.auth_token}`
    const { body } = await call('GET', '/api/auth/profile', { authorization })
    expect(body.data.username).toBe('ann')
    expect(await mails('ann@example.org')).toEqual([
      'Milepost - Campfire was linked to your account',
    ])
    const entries = await ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'subject_id', 'details'])
      .where('action', '=', 'identity_linked')
      .execute()
    expect(entries).toMatchObject([
      { actor_id: ann.id, subject_id: ann.id, details: '{"name":"kim"}' },
    ])
  })

  test('is rejected if it belongs to another account', async () => {
    const { link, ctx } = await open()
    await link()
    const ben = await aPerson({ ctx }, { username: 'ben' })
    expect(await link(ben)).toMatchObject({
      status: 409,
      body: { message: 'this login is linked to another account' },
    })
  })
})

describe('unlinking an identity', () => {
  test('requires the password, and ends logins with it', async () => {
    const { call, ann, link, logIn, mails } = await open({ creation: 'off' })
    await link()
    const { body } = await call('GET', IDENTITIES, { as: ann })
    const path = `${IDENTITIES}/${body.data.identities[0].id}/unlink`
    const unlink = (json: object, as = ann) => call('POST', path, { as, json })
    expect((await unlink({ password: 'wrong' })).status).toBe(401)
    expect((await unlink({ password: PASSWORD })).status).toBe(204)
    expect((await unlink({ password: PASSWORD })).status).toBe(404)
    expect((await logIn()).status).toBe(403)
    expect(await mails('ann@example.org')).toContain(
      'Milepost - A login was unlinked from your account',
    )
  })

  test('of someone else is impossible', async () => {
    const { call, ann, link, ctx } = await open()
    await link()
    const { body } = await call('GET', IDENTITIES, { as: ann })
    const ben = await aPerson({ ctx }, { username: 'ben' })
    const path = `${IDENTITIES}/${body.data.identities[0].id}/unlink`
    const json = { password: PASSWORD }
    expect((await call('POST', path, { as: ben, json })).status).toBe(404)
  })

  test('is impossible if it is the only way to log in', async () => {
    const { kim } = await open()
    const call = await kim()
    const { body } = await call('GET', IDENTITIES)
    expect(body.data.has_password).toBe(false)
    const path = `${IDENTITIES}/${body.data.identities[0].id}/unlink`
    expect(await call('POST', path, {})).toMatchObject({
      status: 400,
      body: { message: 'this is the only way to log in to this account: set a password first' },
    })
  })
})

describe('an account without a password', () => {
  const ACCOUNT = '/api/auth/profile/edit/account'

  test('can be changed within ten minutes after a login, and then after another one', async () => {
    const { kim, clock } = await open()
    const call = await kim()
    const json = { email: 'kim@example.net' }
    clock.advance(11 * MINUTE)
    expect(await call('PATCH', ACCOUNT, json)).toMatchObject(LOGIN_TOO_OLD)
    expect(await call('POST', `${IDENTITIES}/start`, {})).toMatchObject(LOGIN_TOO_OLD)
    expect(await call('POST', `${IDENTITIES}/1/unlink`, {})).toMatchObject(LOGIN_TOO_OLD)
    expect((await (await kim())('PATCH', ACCOUNT, json)).status).toBe(200)
  })

  test('gets a password, which is then required', async () => {
    const { kim, call } = await open()
    const asKim = await kim()
    const email = 'kim@example.org'
    expect((await asKim('PATCH', ACCOUNT, { email, new_password: PASSWORD })).status).toBe(200)
    expect(
      (await call('POST', '/api/auth/login', { json: { email, password: PASSWORD } })).status,
    ).toBe(200)
    expect(await asKim('PATCH', ACCOUNT, { email })).toMatchObject({
      status: 400,
      body: { message: 'current password is missing' },
    })
    expect((await asKim('GET', IDENTITIES)).body.data.has_password).toBe(true)
  })

  test('gets a password through a link in an email', async () => {
    const { kim, call, mails } = await open()
    await kim()
    const json = { email: 'kim@example.org' }
    expect((await call('POST', '/api/auth/password/reset-request', { json })).status).toBe(200)
    expect(await mails('kim@example.org')).toHaveLength(1)
  })

  test('protects what administrators do with a recent login', async () => {
    const { kim, clock, ctx } = await open()
    const call = await kim()
    await ctx.db.updateTable('users').set({ role: 'admin' }).where('username', '=', 'kim').execute()
    const promote = () => call('PATCH', '/api/users/ann', { role: 'admin', password: '' })
    clock.advance(11 * MINUTE)
    expect(await promote()).toMatchObject(LOGIN_TOO_OLD)
    expect(
      (await (await kim())('PATCH', '/api/users/ann', { role: 'admin', password: '' })).status,
    ).toBe(200)
  })

  test('is what all accounts are without logins with passwords', async () => {
    const { call, ann } = await open({ passwords: 'off' })
    const json = { password: PASSWORD }
    expect((await call('GET', IDENTITIES, { as: ann })).body.data.has_password).toBe(false)
    expect(await call('POST', `${IDENTITIES}/start`, { as: ann, json })).toMatchObject(
      LOGIN_TOO_OLD,
    )
  })

  test('can be deleted like any other', async () => {
    const { kim, ctx } = await open()
    await anAdmin(ctx)
    const call = await kim()
    expect((await call('DELETE', '/api/users/kim')).status).toBe(204)
    expect(await ctx.db.selectFrom('identities').selectAll().execute()).toEqual([])
  })
})
