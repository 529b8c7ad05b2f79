import { describe, expect, test } from 'bun:test'
import { createAccount } from '@/use-cases/accounts/registration/create-account'
import { aPerson, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin } from '../support/factories'
import { startMailbox, tokenIn } from '../support/mailbox'

const COMMON = [
  'password',
  'Password1',
  '123456789',
  'QWERTYUIOP',
  'iloveyou',
  'ann_smith',
  'Ann_Smith',
  'ann@example.com',
]
const refused = (message: string) => ({ status: 400, body: { message, status: 'error' } })
const ann = { username: 'ann_smith', email: 'ann@example.com', accepted_policy: true }

describe.each(COMMON)('the password %s', (password) => {
  test('is rejected at registration', async () => {
    const { call, ctx } = startServer()
    await anAdmin(ctx)
    const json = { ...ann, password }
    expect(await call('POST', '/api/auth/register', { json })).toMatchObject(
      refused('Errors: password: too common\n'),
    )
    const headers = { 'x-api-dialect': 'fittrackee' }
    expect(await call('POST', '/api/auth/register', { json, headers })).toMatchObject(
      refused('password: 8 characters required\n'),
    )
  })

  test('is accepted when the administrator allows common passwords', async () => {
    const { call, ctx } = startServer({ allowCommonPasswords: true })
    await anAdmin(ctx)
    const json = { ...ann, password }
    expect((await call('POST', '/api/auth/register', { json })).status).toBe(200)
  })
})

describe('a common password', () => {
  test('is rejected for the first account during setup', async () => {
    const { call } = startServer()
    const json = { ...ann, token: 'setup-token', password: 'password' }
    expect(await call('POST', '/api/setup', { json })).toMatchObject(
      refused('Errors: password: too common\n'),
    )
  })

  test('is rejected on the command line', async () => {
    const { ctx } = startServer()
    const account = { ...ann, lang: 'en', tz: 'Europe/Paris', role: 'user' as const }
    await expect(createAccount(ctx, { ...account, password: 'password' })).rejects.toThrow(
      'Error(s) occurred:\npassword: too common',
    )
  })

  test.each(['password', 'ann_smith', 'ann@example.com'])(
    'is rejected as a new password: %s',
    async (password) => {
      const server = startServer()
      const as = await aPerson(server, { username: 'ann_smith', email: 'ann@example.com' })
      const json = { email: as.email, password: PASSWORD, new_password: password }
      expect(
        await server.call('PATCH', '/api/auth/profile/edit/account', { as, json }),
      ).toMatchObject(refused('password: too common\n'))
    },
  )

  test('is rejected after a reset, and the link stays valid', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: mailbox.settings })
    const { email } = await aPerson(server, { username: 'ann_smith' })
    await server.call('POST', '/api/auth/password/reset-request', { json: { email } })
    await server.ctx.mail.idle()
    const [mail] = mailbox.to(email)
    const choose = (password: string, headers = {}) =>
      server.call('POST', '/api/auth/password/update', {
        headers,
        json: { token: mail ? tokenIn(mail) : '', password },
      })
    expect(await choose('ann_smith')).toMatchObject(refused('password: too common\n'))
    const { body, errors } = await choose('ann_smith', { 'x-api-dialect': 'fittrackee' })
    expect(body.message).toBe('password: 8 characters required\n')
    expect(errors).toEqual([{ key: 'password', problem: 'too common' }])
    expect((await choose('a rarer one')).status).toBe(200)
  })

  test('that is also too short is only reported as too short', async () => {
    const { call, ctx } = startServer()
    await anAdmin(ctx)
    const json = { ...ann, username: 'ann', password: 'ann' }
    expect(await call('POST', '/api/auth/register', { json })).toMatchObject(
      refused('Errors: password: 8 characters required\n'),
    )
  })
})
