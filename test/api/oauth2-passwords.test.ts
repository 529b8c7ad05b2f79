import { describe, expect, test } from 'bun:test'
import { editAccount } from '@/use-cases/accounts/edit-account'
import { aPerson, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin, aUser } from '../support/factories'
import { startMailbox, tokenIn } from '../support/mailbox'
import { anApp, consent, oauthCalls, redemption, renewal } from '../support/oauth2'

const ACCOUNT = '/api/auth/profile/edit/account'
const NEW = 'battery staple 7'

/** A server on which one app may act for Ann, another for Bob, and Ann has just granted a third code. */
async function withApps() {
  const mailbox = await startMailbox()
  const server = startServer({ mail: mailbox.settings })
  const ann = await aPerson(server, { username: 'ann' })
  const app = await anApp(server.ctx, await aUser(server.ctx), {
    scope: 'profile:read users:write',
  })
  const oauth = oauthCalls(server.call)
  const tokens = async (as: typeof ann) =>
    (await oauth.token(redemption(app, await oauth.code(as, consent(app))))).body
  const held = await tokens(ann)
  const others = await tokens(await aUser(server.ctx))
  const code = await oauth.code(ann, consent(app))
  /** The responses to everything that the app has: an access token, a refresh token and a code. */
  const answers = async () => [
    await oauth.use(held.access_token),
    (await oauth.token(renewal(app, held.refresh_token))).status,
    (await oauth.token(redemption(app, code))).status,
  ]
  const untouched = () => oauth.use(others.access_token)
  return { ...server, mailbox, ann, held, answers, untouched }
}

const ENDED = [401, 400, 400]
const GOOD = [200, 200, 200]

describe('the access of apps', () => {
  test('ends when the user resets the password by email', async () => {
    const { call, ctx, mailbox, ann, held, answers, untouched } = await withApps()
    await call('POST', '/api/auth/password/reset-request', { json: { email: ann.email } })
    await ctx.mail.idle()
    const [mail] = mailbox.to(ann.email)
    const json = { token: mail ? tokenIn(mail) : '', password: NEW }
    expect((await call('POST', '/api/auth/password/update', { json })).status).toBe(200)
    const deletion = await call('DELETE', '/api/users/ann', {
      authorization: `Bearer ${held.access_token}`,
    })
    expect(deletion.status).toBe(401)
    expect(await answers()).toEqual(ENDED)
    expect(await untouched()).toBe(200)
  })

  test('ends when an administrator resets the password', async () => {
    const { call, ctx, answers, untouched } = await withApps()
    const json = { reset_password: true }
    await call('PATCH', '/api/users/ann', { as: await anAdmin(ctx), json })
    expect(await answers()).toEqual(ENDED)
    expect(await untouched()).toBe(200)
  })

  test('ends when the password is reset on the command line', async () => {
    const { ctx, answers, untouched } = await withApps()
    await editAccount(ctx, 'ann', { resetPassword: true })
    expect(await answers()).toEqual(ENDED)
    expect(await untouched()).toBe(200)
  })

  test('continues when the password is changed', async () => {
    const { call, ann, answers } = await withApps()
    const json = { email: ann.email, password: PASSWORD, new_password: NEW }
    expect((await call('PATCH', ACCOUNT, { as: ann, json })).status).toBe(200)
    expect(await answers()).toEqual(GOOD)
  })

  test('ends when the password is changed with that option', async () => {
    const { call, ann, answers, untouched } = await withApps()
    const json = { email: ann.email, password: PASSWORD, new_password: NEW, revoke_apps: true }
    expect((await call('PATCH', ACCOUNT, { as: ann, json })).status).toBe(200)
    expect(await answers()).toEqual(ENDED)
    expect(await untouched()).toBe(200)
  })

  test('continues when the password change is rejected', async () => {
    const { call, ann, answers } = await withApps()
    const wrong = { email: ann.email, password: 'guessed', new_password: NEW, revoke_apps: true }
    expect((await call('PATCH', ACCOUNT, { as: ann, json: wrong })).status).toBe(401)
    const unclear = { ...wrong, password: PASSWORD, revoke_apps: 'perhaps' }
    expect((await call('PATCH', ACCOUNT, { as: ann, json: unclear })).status).toBe(400)
    expect(await answers()).toEqual(GOOD)
  })
})
