import { describe, expect, test } from 'bun:test'
import { findUserByName } from '@/store/db/queries/accounts/users'
import { PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin, anOwner, aUser } from '../support/factories'
import { startMailbox, tokenIn } from '../support/mailbox'

const REQUESTS = '/api/registration-requests'
const ann = {
  username: 'ann_1',
  email: 'ann@example.com',
  password: PASSWORD,
  accepted_policy: true,
  reason: 'I ride with you on Sundays.',
}
const NOBODY = {
  status: 404,
  body: { message: 'registration request not found', status: 'not found' },
}

/** A server on which administrators approve accounts. */
async function startWithApproval() {
  const mailbox = await startMailbox()
  const server = startServer({ mail: mailbox.settings })
  const { call, ctx } = server
  const admin = await anAdmin(ctx, { email: 'admin@example.com' })
  await anOwner(ctx, { email: 'owner@example.com' })
  await call('PATCH', '/api/config', { as: admin, json: { registration_mode: 'approval' } })
  const mails = async (address: string) => {
    await ctx.mail.idle()
    return mailbox.to(address)
  }
  const register = (changes: object = {}) =>
    call('POST', '/api/auth/register', { json: { ...ann, ...changes } })
  const confirm = async () => {
    const [mail] = await mails(ann.email)
    const json = { token: mail ? tokenIn(mail) : '' }
    return call('POST', '/api/auth/account/confirm', { json })
  }
  const logIn = async () => {
    const json = { email: ann.email, password: PASSWORD }
    return (await call('POST', '/api/auth/login', { json })).status
  }
  return { ...server, admin, mails, register, confirm, logIn }
}

describe('registration with approval', () => {
  test('counts as open, and the configuration says what it needs', async () => {
    const { call } = await startWithApproval()
    expect((await call('GET', '/api/config')).body.data).toMatchObject({
      is_registration_enabled: true,
      registration_mode: 'approval',
    })
  })

  test('waits for the address, then for an administrator, who is notified only then', async () => {
    const { call, admin, register, confirm, mails, logIn } = await startWithApproval()
    expect((await register()).body).toEqual({ status: 'success' })
    const unread = async () =>
      (await call('GET', '/api/notifications/unread', { as: admin })).body.unread
    expect(await unread()).toBe(false)
    const { status, body } = await confirm()
    expect({ status, body }).toEqual({
      status: 202,
      body: { message: 'an administrator has to approve the account', status: 'success' },
    })
    expect(await logIn()).toBe(401)
    expect(await unread()).toBe(true)
    for (const address of ['admin@example.com', 'owner@example.com'])
      expect((await mails(address))[0]?.text).toContain('ann_1 would like an account')
    const list = await call('GET', REQUESTS, { as: admin })
    expect(list.body.data.registration_requests).toMatchObject([
      { username: 'ann_1', email: ann.email, reason: ann.reason },
    ])
    expect((await call('POST', `${REQUESTS}/ann_1/approve`, { as: admin })).status).toBe(204)
    expect(await logIn()).toBe(200)
    const [, approval] = await mails(ann.email)
    expect(approval?.subject).toBe('Milepost - You can log in now')
    expect(await call('POST', `${REQUESTS}/ann_1/approve`, { as: admin })).toMatchObject(NOBODY)
    expect((await call('GET', REQUESTS, { as: admin })).body.pagination.total).toBe(0)
  })

  test('does not need a reason from apps that do not ask for one', async () => {
    const { register, call, admin } = await startWithApproval()
    expect((await register({ reason: undefined })).status).toBe(200)
    const { body } = await call('GET', REQUESTS, { as: admin })
    expect(body.data.registration_requests).toMatchObject([{ username: 'ann_1', reason: '' }])
  })

  test('rejects an empty or invalid reason', async () => {
    const { register, ctx } = await startWithApproval()
    for (const reason of [null, '', '  ', 5, 'x'.repeat(1001)])
      expect((await register({ reason })).body.message).toBe(
        'Errors: reason: 1 to 1000 characters required\n',
      )
    expect(await findUserByName(ctx.db, 'ann_1')).toBeUndefined()
  })

  test('ignores the reason in other modes, unless it is invalid', async () => {
    const { call, admin, register, ctx } = await startWithApproval()
    await call('PATCH', '/api/config', { as: admin, json: { registration_mode: 'open' } })
    for (const reason of [5, null, 'x'.repeat(1001)])
      expect((await register({ reason })).status).toBe(400)
    expect((await register({ reason: '' })).status).toBe(200)
    expect(await ctx.db.selectFrom('registration_requests').selectAll().execute()).toEqual([])
  })

  test('does not skip the approval when the mode or the address changes meanwhile', async () => {
    const { call, admin, register, confirm, logIn } = await startWithApproval()
    await register()
    await call('PATCH', '/api/config', { as: admin, json: { registration_mode: 'open' } })
    expect((await confirm()).status).toBe(202)
    expect(await logIn()).toBe(401)
    expect((await confirm()).status).toBe(400)
  })

  test('does not skip the approval by a new confirmation link or password', async () => {
    const { call, register, confirm, mails, logIn } = await startWithApproval()
    await register()
    await confirm()
    const json = { email: ann.email }
    await call('POST', '/api/auth/account/resend-confirmation', { json })
    expect(await mails(ann.email)).toHaveLength(1)
    await call('POST', '/api/auth/password/reset-request', { json })
    const reset = (await mails(ann.email)).at(-1)
    const update = { token: reset ? tokenIn(reset) : '', password: PASSWORD }
    await call('POST', '/api/auth/password/update', { json: update })
    expect(await logIn()).toBe(401)
  })

  test('deletes the account of a rejected applicant and mails the reason', async () => {
    const { call, ctx, admin, register, confirm, mails } = await startWithApproval()
    await register()
    await confirm()
    const json = { reason: 'Only for members of the club.' }
    expect((await call('POST', `${REQUESTS}/ann_1/reject`, { as: admin, json })).status).toBe(204)
    const rejection = (await mails(ann.email)).at(-1)
    expect(rejection?.text).toContain('> Only for members of the club.')
    expect(await findUserByName(ctx.db, 'ann_1')).toBeUndefined()
    expect((await register()).status).toBe(200)
  })

  test('sends no rejection to an address that was not confirmed', async () => {
    const { call, admin, register, mails } = await startWithApproval()
    await register()
    await call('POST', `${REQUESTS}/ann_1/reject`, { as: admin, json: { reason: null } })
    expect(await mails(ann.email)).toHaveLength(1)
  })

  test('rejects nobody who is not an applicant', async () => {
    const { call, ctx, admin } = await startWithApproval()
    await aUser(ctx, { username: 'bob' })
    await aUser(ctx, { username: 'eve', is_active: 0 })
    for (const name of ['bob', 'eve', 'nobody'])
      for (const act of ['approve', 'reject'])
        expect(
          await call('POST', `${REQUESTS}/${name}/${act}`, { as: admin, json: { reason: null } }),
        ).toMatchObject(NOBODY)
    expect(await findUserByName(ctx.db, 'bob')).toBeDefined()
  })

  test('also ends when an administrator activates the account in another way', async () => {
    const { call, admin, register, logIn } = await startWithApproval()
    await register()
    await call('PATCH', '/api/users/ann_1', { as: admin, json: { activate: true } })
    expect(await logIn()).toBe(200)
    expect(
      await call('POST', `${REQUESTS}/ann_1/reject`, { as: admin, json: { reason: '' } }),
    ).toMatchObject(NOBODY)
  })
})

describe('registration_mode', () => {
  test.each([
    ['closed', false],
    ['invitation', false],
    ['open', true],
    ['approval', true],
  ])('%s makes is_registration_enabled %j', async (registration_mode, enabled) => {
    const { call, ctx } = startServer()
    const admin = await anAdmin(ctx)
    const config = await call('PATCH', '/api/config', { as: admin, json: { registration_mode } })
    expect(config.body.data).toMatchObject({ registration_mode, is_registration_enabled: enabled })
    const { status } = await call('POST', '/api/auth/register', { json: ann })
    expect(status).toBe(enabled ? 200 : 403)
    await call('PATCH', '/api/config', { as: admin, json: { max_users: 1 } })
    const full = await call('GET', '/api/config')
    expect(full.body.data.is_registration_enabled).toBe(false)
  })

  test.each(['', 'everybody', null, 1])('cannot be %j', async (registration_mode) => {
    const { call, ctx } = startServer()
    const admin = await anAdmin(ctx)
    const json = { registration_mode }
    expect((await call('PATCH', '/api/config', { as: admin, json })).status).toBe(400)
    expect((await call('GET', '/api/config')).body.data.registration_mode).toBe('open')
  })
})

describe('activating an account', () => {
  test('notifies its user, once', async () => {
    const { call, ctx, admin, mails } = await startWithApproval()
    const bob = await aUser(ctx, { is_active: 0, email: 'bob@example.com' })
    for (const json of [{ activate: true }, { activate: true }, { role: 'moderator' }])
      await call('PATCH', `/api/users/${bob.username}`, { as: admin, json })
    const sent = await mails(bob.email)
    expect(sent.map(({ subject }) => subject)).toEqual(['Milepost - You can log in now'])
  })
})
