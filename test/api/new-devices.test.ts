import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aPerson, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin } from '../support/factories'
import { startMailbox, tokenIn } from '../support/mailbox'

const ACCOUNT = '/api/auth/profile/edit/account'
const NOTIFICATIONS = '/api/auth/profile/edit/notifications'
const SUBJECT = expect.stringContaining('New login to your account')
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1'
const SWITCHES = {
  ...{ comment_like: true, follow: true, follow_request: true, follow_request_approved: true },
  ...{ mention: true, workout_comment: true, workout_like: true },
}

interface Client {
  address?: string
  agent?: string
  cookie?: string
}

/** A server that sends mail, with Ann, and functions to log in from devices and to read her messages. */
async function open() {
  const mailbox = await startMailbox()
  const server = startServer({ mail: mailbox.settings })
  const ann = await aPerson(server, { username: 'ann' })
  const logIn = async (
    { address = '192.0.2.1', agent = FIREFOX, cookie }: Client = {},
    { email, password = PASSWORD }: { email: string; password?: string } = ann,
  ) => {
    server.ctx.addresses.askBy(() => address)
    const headers = { 'user-agent': agent, ...(cookie !== undefined && { cookie }) }
    const answer = await server.call('POST', '/api/auth/login', {
      json: { email, password },
      headers,
    })
    expect(answer.status).toBe(200)
    return {
      authorization: `Bearer ${answer.body.auth_token}`,
      cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    }
  }
  const mailsTo = async ({ email }: Pick<UserRow, 'email'> = ann) => {
    await server.ctx.mail.idle()
    return mailbox.to(email)
  }
  return { ...server, ann, logIn, mailsTo, mailbox }
}

describe('a message about a new device', () => {
  test('is sent with the device and a link, but not for the first login', async () => {
    const { logIn, mailsTo } = await open()
    await logIn()
    expect(await mailsTo()).toEqual([])
    await logIn({ address: '198.51.100.7', agent: SAFARI })
    const [mail, ...others] = await mailsTo()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: SUBJECT })
    expect(mail?.text).toContain('Device: Safari on iOS')
    expect(mail?.text).toContain('/profile/edit/account')
    expect(mail?.text).not.toContain('198.51.100.7')
  })

  test('is not sent for a browser with its cookie, nor for the same device in the same network', async () => {
    const { logIn, mailsTo } = await open()
    const { cookie } = await logIn()
    await logIn({ address: '198.51.100.7', agent: SAFARI, cookie })
    await logIn()
    expect(await mailsTo()).toEqual([])
    await logIn({ agent: SAFARI })
    await logIn({ address: '198.51.100.8', cookie: 'milepost-device=a.b' })
    expect((await mailsTo()).map(({ subject }) => subject)).toEqual([SUBJECT, SUBJECT])
  })

  test('is not sent after its user has switched it off', async () => {
    const { call, logIn, mailsTo, ann } = await open()
    await logIn()
    const json = { ...SWITCHES, new_device: false }
    expect((await call('POST', NOTIFICATIONS, { as: ann, json })).status).toBe(200)
    await logIn({ address: '198.51.100.7' })
    expect(await mailsTo()).toEqual([])
    const unknown = { ...SWITCHES, old_device: false }
    expect((await call('POST', NOTIFICATIONS, { as: ann, json: unknown })).status).toBe(400)
  })

  test('is not sent to the browser in which the account was confirmed or the password changed', async () => {
    const { call, ctx, logIn, mailsTo } = await open()
    await anAdmin(ctx)
    const zoe = { username: 'zoe', email: 'zoe@example.com', password: PASSWORD }
    await call('POST', '/api/auth/register', { json: { ...zoe, accepted_policy: true } })
    const [confirmation] = await mailsTo(zoe)
    const token = confirmation ? tokenIn(confirmation) : ''
    const confirmed = await call('POST', '/api/auth/account/confirm', { json: { token } })
    const cookie = confirmed.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { authorization } = await logIn({ address: '198.51.100.7', cookie }, zoe)

    const next = { ...zoe, password: 'another long phrase 7' }
    const json = { email: zoe.email, password: PASSWORD, new_password: next.password }
    const changed = await call('PATCH', ACCOUNT, { authorization, json })
    expect(changed.status).toBe(200)
    const renewed = changed.headers.get('set-cookie')?.split(';')[0] ?? ''
    await logIn({ address: '198.51.100.8', cookie: renewed }, next)
    const subjects = (await mailsTo(zoe)).map(({ subject }) => subject)
    expect(subjects).not.toContainEqual(SUBJECT)
    await logIn({ address: '198.51.100.9', cookie }, next)
    expect((await mailsTo(zoe)).map(({ subject }) => subject)).toContainEqual(SUBJECT)
  })
})
