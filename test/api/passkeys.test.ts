import { describe, expect, test } from 'bun:test'
import { TOTP } from 'otpauth'
import { type LoginSettings, loginSettings } from '@/lib/config/login-settings'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { updatePassword } from '@/use-cases/accounts/reset-password'
import { aPerson, badCredentials, noToken, PASSWORD } from '../support/accounts'
import { type Authenticator, anAuthenticator, type Deviations } from '../support/authenticator'
import { startServer } from '../support/client'
import { type ReceivedMail, startMailbox, tokenIn } from '../support/mailbox'
import { aToken } from '../support/tokens'

const PASSKEYS = '/api/auth/passkeys'
const LOGIN = '/api/auth/login/passkey'
const MINUTE = 60_000
const DATE = expect.stringMatching(/GMT$/)
const failed = {
  status: 401,
  body: { message: 'the login failed, please try again', status: 'error' },
}
const invalid = { status: 400, body: { message: 'the passkey is invalid', status: 'error' } }
const late = {
  status: 400,
  body: { message: 'adding the passkey took too long, please try again', status: 'error' },
}

/** A server with Ann, and functions of her browser. */
async function open(changes: Parameters<typeof startServer>[0] = {}) {
  const server = startServer({ uiUrl: 'http://localhost:5000', ...changes })
  const { call, ctx } = server
  const ann = await aPerson(server, { username: 'ann' })
  const start = (as: UserRow = ann, json: object = { password: PASSWORD }) =>
    call('POST', `${PASSKEYS}/options`, { as, json })
  const optionsFor = async (as: UserRow = ann) => (await start(as)).body.data
  const add = async (
    authenticator: Authenticator,
    { as = ann, name = 'Phone', ...deviations }: Deviations & { as?: UserRow; name?: string } = {},
  ) => {
    const credential = authenticator.create(await optionsFor(as), deviations)
    return call('POST', PASSKEYS, { as, json: { name, credential } })
  }
  const challenge = async () => (await call('POST', `${LOGIN}/options`)).body.data
  const send = (credential: object, json: object = {}) =>
    call('POST', LOGIN, { json: { credential, ...json } })
  const logIn = async (authenticator: Authenticator, deviations: Deviations = {}) =>
    send(authenticator.get(await challenge(), deviations))
  const list = async () => (await call('GET', PASSKEYS, { as: ann })).body.data.passkeys
  const actions = async () =>
    (await ctx.db.selectFrom('audit_entries').selectAll().execute()).map(({ action }) => action)
  return { ...server, ann, start, optionsFor, add, challenge, send, logIn, list, actions }
}

/** Like `open`, with a passkey. */
async function withPasskey(changes: Parameters<typeof startServer>[0] = {}) {
  const server = await open(changes)
  const phone = anAuthenticator()
  const { body } = await server.add(phone)
  return { ...server, phone, id: body.data.passkey.id as number }
}

/** Turns two-factor login of a user on. Returns codes that were not used. */
async function turnOnTwoFactor({ call, clock }: Awaited<ReturnType<typeof open>>, as: UserRow) {
  const { body } = await call('POST', '/api/auth/two-factor', { as })
  const totp = new TOTP({ secret: body.data.secret })
  const code = () => {
    clock.advance(30_000)
    return totp.generate({ timestamp: clock.now() })
  }
  const json = { password: PASSWORD, code: code() }
  await call('POST', '/api/auth/two-factor/confirm', { as, json })
  return code
}

const elsewhere = (env: Record<string, string>): { login: LoginSettings } => ({
  login: loginSettings({
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'milepost',
    ...env,
  }),
})

describe('POST /api/auth/passkeys/options', () => {
  test('returns options for a discoverable passkey of the domain, with user verification', async () => {
    const { start, ann } = await open({ uiUrl: 'https://rides.example.org/milepost' })
    const { status, body, headers } = await start()
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.data).toEqual({
      attestation: 'none',
      authenticatorSelection: {
        ...{ requireResidentKey: true, residentKey: 'required', userVerification: 'required' },
      },
      challenge: expect.stringMatching(/^[\w-]{100,}$/),
      excludeCredentials: [],
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      rp: { id: 'rides.example.org', name: 'Milepost' },
      timeout: 5 * MINUTE,
      user: {
        ...{ displayName: 'ann', name: 'ann' },
        id: Buffer.from(String(ann.id)).toString('base64url'),
      },
    })
  })

  test('requires a session and the password, and limits guesses', async () => {
    const { call, ctx, ann, start } = await open({
      rateLimits: {
        api: [],
        auth: [{ count: 2, windowSeconds: 300, text: '2 per 5 minutes' }],
      },
    })
    expect(await call('POST', `${PASSKEYS}/options`, { json: {} })).toMatchObject(noToken)
    const authorization = `Bearer ${await aToken(ctx, ann)}`
    expect((await call('GET', PASSKEYS, { authorization })).status).toBe(401)
    expect((await start()).status).toBe(200)
    expect(await start(ann, {})).toMatchObject(badCredentials)
    expect(await start(ann, { password: 'not the password' })).toMatchObject(badCredentials)
    expect((await start()).status).toBe(429)
  })

  test('also requires a two-factor code while two-factor login is on', async () => {
    const server = await open()
    const { ann, start } = server
    const code = await turnOnTwoFactor(server, ann)
    expect((await start()).code).toBe('two_factor_code_required')
    const used = code()
    expect((await start(ann, { password: PASSWORD, code: used })).status).toBe(200)
    expect((await start(ann, { password: PASSWORD, code: used })).code).toBe(
      'two_factor_code_wrong',
    )
  })

  test('accepts a recent login in place of the password of an account without one', async () => {
    const { call, ctx, clock, phone, logIn } = await withPasskey()
    await ctx.db.updateTable('users').set({ password_hash: '' }).execute()
    const authorization = `Bearer ${(await logIn(phone)).body.auth_token}`
    const ask = () => call('POST', `${PASSKEYS}/options`, { authorization, json: {} })
    expect((await ask()).status).toBe(200)
    clock.advance(11 * MINUTE)
    expect((await ask()).code).toBe('recent_login_required')
  })

  test('is limited to twenty passkeys, and names those that exist', async () => {
    const { call, ann, add, start, optionsFor, list } = await open()
    const first = anAuthenticator('ed25519')
    await add(first)
    expect((await optionsFor()).excludeCredentials).toEqual([{ id: first.id, type: 'public-key' }])
    const credential = anAuthenticator('ed25519').create(await optionsFor())
    for (let count = 1; count < 20; count++) await add(anAuthenticator('ed25519'))
    expect((await start()).status).toBe(400)
    const json = { name: 'Key', credential }
    expect((await call('POST', PASSKEYS, { as: ann, json })).status).toBe(400)
    expect(await list()).toHaveLength(20)
  })
})

describe('POST /api/auth/passkeys', () => {
  test('adds a passkey, with a message and an entry of the audit log', async () => {
    const mailbox = await startMailbox()
    const { add, list, ann, ctx } = await open({ mail: mailbox.settings })
    const { status, body } = await add(anAuthenticator(), { name: 'Ann’s phone' })
    expect(status).toBe(201)
    const passkey = {
      ...{ created_at: DATE, id: expect.any(Number), is_synced: false },
      ...{ last_used_at: null, name: 'Ann’s phone' },
    }
    expect(body.data.passkey).toEqual(passkey)
    expect(await list()).toEqual([passkey])
    const entries = await ctx.db.selectFrom('audit_entries').selectAll().execute()
    expect(entries.at(-1)).toMatchObject({ action: 'passkey_added', subject_id: ann.id })
    await ctx.mail.idle()
    const [mail] = mailbox.to(ann.email)
    expect(mail?.subject).toContain('A passkey was added to your account')
    expect(mail?.text).toContain('“Ann’s phone”')
  })

  test.each(['ed25519', 'p-256', 'rsa'] as const)(
    'accepts a key of the algorithm %s, and its signatures',
    async (algorithm) => {
      const { add, logIn } = await open()
      const authenticator = anAuthenticator(algorithm)
      expect((await add(authenticator)).status).toBe(201)
      expect((await logIn(authenticator)).status).toBe(200)
    },
  )

  test.each(['p-384', 'rsa-1024'] as const)(
    'rejects a key of the algorithm %s',
    async (algorithm) => {
      const { add } = await open()
      expect(await add(anAuthenticator(algorithm))).toMatchObject(invalid)
    },
  )

  test.each<[string, Deviations]>([
    ['of another origin', { origin: 'http://evil.example' }],
    ['of another port', { origin: 'http://localhost:5001' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['of an embedded page', { crossOrigin: true }],
    ['of another ceremony', { type: 'webauthn.get' }],
    ['without user verification', { flags: 0x41 }],
    ['without a user', { flags: 0x44 }],
    ['without a credential', { flags: 0x05 }],
  ])('rejects a passkey %s', async (_, deviations) => {
    const { add, list } = await open()
    expect(await add(anAuthenticator(), deviations)).toMatchObject(invalid)
    expect(await list()).toEqual([])
  })

  test('accepts a challenge once, for five minutes, and only from its user', async () => {
    const { call, clock, optionsFor, challenge, ann, ...server } = await open()
    const bob = await aPerson(server, { username: 'bob' })
    const send = (as: UserRow, options: { challenge: string }) => {
      const all = { rp: { id: 'localhost' }, user: { id: 'MQ' }, ...options }
      const json = { name: 'Key', credential: anAuthenticator().create(all) }
      return call('POST', PASSKEYS, { as, json })
    }
    const options = await optionsFor()
    expect(await send(bob, options)).toMatchObject(late)
    expect(await send(ann, await challenge())).toMatchObject(late)
    expect(await send(ann, { challenge: 'AAAA' })).toMatchObject(late)
    expect((await send(ann, options)).status).toBe(201)
    expect(await send(ann, options)).toMatchObject(late)
    const old = await optionsFor()
    clock.advance(5 * MINUTE)
    expect(await send(ann, old)).toMatchObject(late)
  })

  test('rejects a passkey that an account has already', async () => {
    const { add, phone, ...server } = await withPasskey()
    const bob = await aPerson(server, { username: 'bob' })
    expect((await add(phone)).status).toBe(409)
    expect((await add(phone, { as: bob })).status).toBe(409)
  })

  test('rejects malformed bodies', async () => {
    const { call, ann, optionsFor } = await open()
    const credential = anAuthenticator().create(await optionsFor())
    const { response } = credential
    const bodies = [
      {},
      { credential },
      { name: '', credential },
      { name: '   ', credential },
      { name: 'x'.repeat(61), credential },
      { name: 'Key', credential: { ...credential, id: 'no+base64url' } },
      { name: 'Key', credential: { ...credential, id: 'AAAA' } },
      { name: 'Key', credential: { ...credential, response: { ...response, publicKey: 'AAAA' } } },
      {
        name: 'Key',
        credential: { ...credential, response: { ...response, authenticatorData: '' } },
      },
      {
        name: 'Key',
        credential: { ...credential, response: { ...response, clientDataJSON: 'bnVsbA' } },
      },
    ]
    for (const json of bodies)
      expect((await call('POST', PASSKEYS, { as: ann, json })).status).toBe(400)
  })
})

describe('PATCH /api/auth/passkeys/:passkey_id', () => {
  test('renames a passkey of the caller', async () => {
    const { call, ann, id, list, ...server } = await withPasskey()
    const bob = await aPerson(server, { username: 'bob' })
    const rename = (as: UserRow, name: string) =>
      call('PATCH', `${PASSKEYS}/${id}`, { as, json: { name } })
    expect((await rename(bob, 'Mine')).status).toBe(404)
    expect((await rename(ann, 'Old phone')).body.data.passkey.name).toBe('Old phone')
    expect((await rename(ann, ' ')).status).toBe(400)
    expect((await list())[0].name).toBe('Old phone')
  })
})

describe('POST /api/auth/passkeys/:passkey_id/remove', () => {
  test('requires the password, and ends logins with the passkey, but no session', async () => {
    const mailbox = await startMailbox()
    const { call, ann, id, phone, logIn, list, actions, ctx } = await withPasskey({
      mail: mailbox.settings,
    })
    const bob = await aPerson({ ctx }, { username: 'bob' })
    const remove = (as: UserRow, json: object = { password: PASSWORD }) =>
      call('POST', `${PASSKEYS}/${id}/remove`, { as, json })
    const authorization = `Bearer ${(await logIn(phone)).body.auth_token}`
    expect(await remove(ann, { password: 'not the password' })).toMatchObject(badCredentials)
    expect((await remove(bob)).status).toBe(404)
    expect((await remove(ann)).status).toBe(204)
    expect((await remove(ann)).status).toBe(404)
    expect(await list()).toEqual([])
    expect(await logIn(phone)).toMatchObject(failed)
    expect((await call('GET', '/api/auth/profile', { authorization })).status).toBe(200)
    expect((await actions()).at(-1)).toBe('passkey_removed')
    await ctx.mail.idle()
    expect(mailbox.to(ann.email).at(-1)?.subject).toContain('A passkey was removed')
  })
})

describe('POST /api/auth/login/passkey', () => {
  test('starts a session without a username, which shows how it began', async () => {
    const { call, phone, logIn, list, challenge, ctx } = await withPasskey()
    expect(await challenge()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{100,}$/),
      ...{ rpId: 'localhost', timeout: 5 * MINUTE, userVerification: 'required' },
    })
    const { status, body, headers } = await logIn(phone)
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toContain('HttpOnly')
    const authorization = `Bearer ${body.auth_token}`
    const { data } = (await call('GET', '/api/auth/sessions', { authorization })).body
    expect(data.sessions[0]).toMatchObject({ is_current: true, login_method: 'passkey' })
    expect(await list()).toMatchObject([{ is_synced: true, last_used_at: DATE }])
    const entries = await ctx.db.selectFrom('audit_entries').selectAll().execute()
    expect(entries.at(-1)).toMatchObject({
      action: 'logged_in',
      details: expect.stringContaining('passkey'),
    })
  })

  test('accepts only passkeys of the given account', async () => {
    const { phone, ann, challenge, send, ...server } = await withPasskey()
    const bob = await aPerson(server, { username: 'bob' })
    const use = async (email: string | null) => send(phone.get(await challenge()), { email })
    expect(await use(bob.email)).toMatchObject(failed)
    expect(await use('nobody@example.com')).toMatchObject(failed)
    expect((await use(ann.email.toUpperCase())).status).toBe(200)
    expect((await use(null)).status).toBe(200)
  })

  test('satisfies two-factor login', async () => {
    const server = await withPasskey()
    const { ann, phone, logIn, call } = server
    await turnOnTwoFactor(server, ann)
    const json = { email: ann.email, password: PASSWORD }
    expect((await call('POST', '/api/auth/login', { json })).status).toBe(401)
    expect((await logIn(phone)).status).toBe(200)
  })

  test('accepts a challenge once, even among simultaneous requests', async () => {
    const { phone, challenge, send, ctx } = await withPasskey()
    const credential = phone.get(await challenge())
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(credential)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await send(credential)).toMatchObject(failed)
    expect(await ctx.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  })

  test('rejects challenges that are old, of another server, or for a registration', async () => {
    const { phone, challenge, send, optionsFor, clock } = await withPasskey()
    const other = await open({ secretKey: 'another secret of another server, long enough' })
    const old = phone.get(await challenge())
    clock.advance(5 * MINUTE)
    expect(await send(old)).toMatchObject(failed)
    const rpId = 'localhost'
    for (const { challenge: text } of [await optionsFor(), await other.challenge()])
      expect(await send(phone.get({ challenge: text, rpId }))).toMatchObject(failed)
    expect(await send(phone.get({ challenge: 'AAAA', rpId }))).toMatchObject(failed)
    expect((await send(phone.get(await challenge()))).status).toBe(200)
  })

  test('deletes used challenges that have expired', async () => {
    const { phone, logIn, clock, ctx } = await withPasskey()
    await logIn(phone)
    clock.advance(6 * MINUTE)
    await logIn(phone)
    expect(await ctx.db.selectFrom('used_challenges').selectAll().execute()).toHaveLength(1)
  })

  test.each<[string, Deviations]>([
    ['of another origin', { origin: 'http://evil.example' }],
    ['of a subdomain', { origin: 'http://evil.localhost:5000' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['of an embedded page', { crossOrigin: true }],
    ['of another ceremony', { type: 'webauthn.create' }],
    ['without user verification', { flags: 0x01 }],
    ['without a user', { flags: 0x04 }],
    ['with a signature of something else', { isTampered: true }],
    ['with the handle of another user', { userHandle: 'MTIzNDU' }],
  ])('rejects a response %s', async (_, deviations) => {
    const { phone, logIn, ctx } = await withPasskey()
    expect(await logIn(phone, deviations)).toMatchObject(failed)
    expect(await ctx.db.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect((await logIn(phone)).status).toBe(200)
  })

  test('rejects the key of another user under the id of a passkey', async () => {
    const { phone, add, challenge, send, ...server } = await withPasskey()
    const bob = await aPerson(server, { username: 'bob' })
    const key = anAuthenticator()
    await add(key, { as: bob })
    const credential = { ...key.get(await challenge()), id: phone.id }
    expect(await send(credential)).toMatchObject(failed)
    const handle = { userHandle: null }
    expect(await send({ ...key.get(await challenge(), handle), id: phone.id })).toMatchObject(
      failed,
    )
  })

  test('rejects a counter that does not increase, because the passkey was copied', async () => {
    const { add, logIn } = await open()
    const key = anAuthenticator()
    await add(key, { signCount: 5 })
    for (const signCount of [0, 4, 5]) expect(await logIn(key, { signCount })).toMatchObject(failed)
    expect((await logIn(key, { signCount: 6 })).status).toBe(200)
    expect(await logIn(key, { signCount: 6 })).toMatchObject(failed)
    expect((await logIn(key, { signCount: 2 ** 32 - 1 })).status).toBe(200)
  })

  test('does not reveal whether a passkey or its account exists, or is active', async () => {
    const { phone, logIn, ctx, ann } = await withPasskey()
    expect(await logIn(anAuthenticator())).toMatchObject(failed)
    await ctx.db.updateTable('users').set({ is_active: 0 }).where('id', '=', ann.id).execute()
    expect(await logIn(phone)).toMatchObject(failed)
  })

  test('counts failures like wrong passwords', async () => {
    const { phone, logIn } = await withPasskey({
      rateLimits: { api: [], auth: [{ count: 2, windowSeconds: 300, text: '2 per 5 minutes' }] },
    })
    for (let time = 0; time < 4; time++) expect((await logIn(phone)).status).toBe(200)
    for (const status of [401, 401, 429])
      expect((await logIn(phone, { isTampered: true })).status).toBe(status)
  })

  test('rejects malformed bodies', async () => {
    const { call, phone, challenge } = await withPasskey()
    const credential = phone.get(await challenge())
    const { response } = credential
    const bodies = [
      {},
      { credential: { id: phone.id } },
      { credential: { ...credential, response: { ...response, signature: 5 } } },
      { credential: { ...credential, response: { ...response, signature: '=' } } },
      { credential, email: 5 },
    ]
    for (const json of bodies) expect((await call('POST', LOGIN, { json })).status).toBe(400)
    const empty = { ...credential, response: { ...response, authenticatorData: '', signature: '' } }
    expect(await call('POST', LOGIN, { json: { credential: empty } })).toMatchObject(failed)
  })

  test('is turned off with the other logins of this server', async () => {
    const { call } = await open(elsewhere({ LOCAL_LOGIN: 'off' }))
    const { status, code } = await call('POST', `${LOGIN}/options`)
    expect([status, code]).toEqual([403, 'login_way_off'])
    expect((await call('GET', '/api/config')).body.data.login_methods.passkey).toBe(false)
  })
})

describe('passkeys', () => {
  test('are deleted when the password is reset, because they may be an intruder’s', async () => {
    const mailbox = await startMailbox()
    const { call, ann, phone, logIn, list, ctx } = await withPasskey({ mail: mailbox.settings })
    await call('POST', '/api/auth/password/reset-request', { json: { email: ann.email } })
    await ctx.mail.idle()
    const token = tokenIn(mailbox.to(ann.email).at(-1) as ReceivedMail)
    await updatePassword(ctx, { token, password: 'another horse 43', device: undefined })
    expect(await list().catch(() => [])).toEqual([])
    expect(await logIn(phone)).toMatchObject(failed)
  })
})
