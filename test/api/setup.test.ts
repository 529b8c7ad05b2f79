import { describe, expect, test } from 'bun:test'
import { setupLink } from '@/use-cases/accounts/create-owner'
import { editAccount } from '@/use-cases/accounts/edit-account'
import { startServer } from '../support/client'
import { aModerator, anAdmin, anOwner, aUser } from '../support/factories'

const owner = {
  token: 'setup-token',
  username: 'ann',
  email: 'ann@example.com',
  password: 'correct horse 42',
}

describe('GET /api/setup', () => {
  test('returns whether the server still needs an owner', async () => {
    const { call, ctx } = startServer()
    expect((await call('GET', '/api/setup')).body).toEqual({
      setup_required: true,
      status: 'success',
    })
    await aUser(ctx)
    await aModerator(ctx)
    expect((await call('GET', '/api/setup')).body.setup_required).toBe(true)
    await anAdmin(ctx)
    expect((await call('GET', '/api/setup')).body.setup_required).toBe(false)
  })
})

describe('POST /api/setup', () => {
  test('creates the active account of the owner and logs in', async () => {
    const { call } = startServer()
    const { status, body } = await call('POST', '/api/setup', {
      json: { ...owner, lang: 'fr', timezone: 'Europe/Rome' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({ auth_token: expect.any(String), status: 'created' })
    const profile = await call('GET', '/api/auth/profile', {
      authorization: `Bearer ${body.auth_token}`,
    })
    expect(profile.body.data).toMatchObject({
      username: 'ann',
      role: 'owner',
      is_active: true,
      language: 'fr',
      timezone: 'Europe/Rome',
      accepted_privacy_policy: true,
    })
  })

  test('lets the owner log in afterwards', async () => {
    const { call } = startServer()
    await call('POST', '/api/setup', { json: owner })
    const { email, password } = owner
    expect((await call('POST', '/api/auth/login', { json: { email, password } })).status).toBe(200)
  })

  test('rejects a wrong token', async () => {
    const { call } = startServer()
    const answer = await call('POST', '/api/setup', { json: { ...owner, token: 'guess' } })
    expect(answer).toMatchObject({
      status: 403,
      body: { message: 'this setup link is not valid', status: 'error' },
    })
  })

  test('works once', async () => {
    const { call } = startServer()
    await call('POST', '/api/setup', { json: owner })
    const second = { ...owner, username: 'bob', email: 'bob@example.com' }
    expect(await call('POST', '/api/setup', { json: second })).toMatchObject({
      status: 403,
      body: { message: 'this server has been set up already', status: 'error' },
    })
  })

  test('cannot be blocked by a user who registers first', async () => {
    const { call } = startServer()
    const { username, email, password } = owner
    const stranger = { username, email, password, accepted_policy: true }
    expect((await call('POST', '/api/auth/register', { json: stranger })).status).toBe(403)
    expect((await call('POST', '/api/setup', { json: owner })).status).toBe(201)
  })

  test('is available again when there is no active owner', async () => {
    const { call, ctx } = startServer()
    const former = await anOwner(ctx)
    expect((await call('POST', '/api/setup', { json: owner })).status).toBe(403)
    await editAccount(ctx, former.username, { setRole: 'user' })
    expect((await call('POST', '/api/setup', { json: owner })).status).toBe(201)
  })

  test.each([
    [{ username: 'ANN' }, 'sorry, that username is already taken'],
    [{ email: 'Ann@example.com' }, 'Errors: email: this address is already used\n'],
  ])('rejects values of another account: %j', async (taken, message) => {
    const { call, ctx } = startServer()
    await aUser(ctx, { username: 'bob', email: 'bob@example.com', ...taken })
    expect(await call('POST', '/api/setup', { json: owner })).toMatchObject({
      status: 400,
      body: { message, status: 'error' },
    })
  })

  test('returns everything that is wrong with the credentials', async () => {
    const { call } = startServer()
    const json = { token: owner.token, username: '?', email: 'no', password: 'short' }
    expect((await call('POST', '/api/setup', { json })).body.message).toBe(
      'Errors: username: 3 to 30 characters required\n' +
        'username: only alphanumeric characters and the underscore character "_" allowed\n' +
        'email: valid email must be provided\n' +
        'password: 8 characters required\n',
    )
  })
})

test('the printed link contains the token', () => {
  const { ctx } = startServer()
  expect(setupLink(ctx)).toBe('http://localhost/setup?token=setup-token')
})
