import { describe, expect, test } from 'bun:test'
import { TOTP } from 'otpauth'
import { parseRateLimits } from '@/lib/config/rate-limits'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { updatePassword } from '@/use-cases/accounts/reset-password'
import { aPerson, badCredentials, noToken, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin } from '../support/factories'
import { type ReceivedMail, startMailbox, tokenIn } from '../support/mailbox'
import { aToken } from '../support/tokens'

const LOGIN = '/api/auth/login'
const TWO_FACTOR = '/api/auth/two-factor'
const STEP = 30_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const missing = {
  status: 401,
  code: 'two_factor_code_required',
  errors: [{ key: 'code', problem: 'missing or invalid' }],
  body: {
    message:
      'a two-factor code is required; clients that cannot send one need a personal access token',
    status: 'error',
  },
}
const wrong = {
  status: 401,
  code: 'two_factor_code_wrong',
  errors: [{ key: 'code', problem: 'wrong or used' }],
  body: {
    message: 'the two-factor code is wrong or used',
    status: 'error',
  },
}

/** A server with Ann, who has started, and functions of her authenticator app. */
async function open(changes: Parameters<typeof startServer>[0] = {}) {
  const server = startServer(changes)
  const { call, clock, ctx } = server
  const ann = await aPerson(server, { username: 'ann' })
  const logIn = (json: object = {}) =>
    call('POST', LOGIN, { json: { email: ann.email, password: PASSWORD, ...json } })
  const start = async (as: UserRow = ann) =>
    (await call('POST', TWO_FACTOR, { as })).body.data.secret as string
  /** The code that an app shows; `steps` later or earlier. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: clock.now() + steps * STEP })
  const prove = (path: string, code: string, password = PASSWORD) =>
    call('POST', `${TWO_FACTOR}/${path}`, { as: ann, json: { password, code } })
  const state = async () => (await call('GET', TWO_FACTOR, { as: ann })).body.data
  const actions = async () =>
    (await ctx.db.selectFrom('audit_entries').selectAll().execute()).map(({ action }) => action)
  return { ...server, ann, logIn, start, codeOf, prove, state, actions }
}

/** Like `open`, with two-factor login, and a clock past the step of the first code. */
async function withTwoFactor(changes: Parameters<typeof startServer>[0] = {}) {
  const server = await open(changes)
  const secret = await server.start()
  const { body } = await server.prove('confirm', server.codeOf(secret))
  server.clock.advance(2 * STEP)
  const recoveryCodes: string[] = body.data.recovery_codes
  return { ...server, recoveryCodes, code: (steps = 0) => server.codeOf(secret, steps) }
}

/** Another code than the given one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('PATCH /api/auth/profile/edit/account', () => {
  const PATH = '/api/auth/profile/edit/account'
  const NEXT = 'another-long-password'

  test('requires a code with two-factor login, and uses it up only for a valid change', async () => {
    const { call, ann, code, recoveryCodes, logIn, clock } = await withTwoFactor()
    const change = (json: object) =>
      call('PATCH', PATH, { as: ann, json: { email: ann.email, password: PASSWORD, ...json } })
    expect(await change({ new_password: NEXT })).toMatchObject(missing)
    expect(await change({ new_password: NEXT, code: 7 })).toMatchObject(missing)
    expect(await change({ new_password: NEXT, code: otherThan(code()) })).toMatchObject(wrong)
    expect((await change({ new_password: 'short', code: code() })).status).toBe(400)
    expect(await change({ password: 'wrong', code: code() })).toMatchObject(badCredentials)
    expect((await change({ code: code() })).status).toBe(200)
    expect(await change({ code: code() })).toMatchObject(wrong)
    const [recovery = ''] = recoveryCodes
    expect((await change({ new_password: NEXT, code: recovery })).status).toBe(200)
    clock.advance(2 * STEP)
    expect((await logIn({ password: NEXT, code: code() })).status).toBe(200)
  })

  test('ignores the code of an account without two-factor login', async () => {
    const { call, ann } = await open()
    const json = { email: ann.email, password: PASSWORD, new_password: NEXT, code: 'any' }
    expect((await call('PATCH', PATH, { as: ann, json })).status).toBe(200)
  })
})

describe('POST /api/auth/two-factor', () => {
  test('creates a secret that protects nothing until it is confirmed', async () => {
    const { call, ann, logIn, state } = await open()
    const { status, body, headers } = await call('POST', TWO_FACTOR, { as: ann })
    expect(status).toBe(200)
    expect(body.data.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.data.uri).toBe(
      `otpauth://totp/Milepost:ann%40localhost?issuer=Milepost&secret=${body.data.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await logIn()).status).toBe(200)
    expect(await state()).toEqual({ enabled_at: null, recovery_codes: 0 })
  })

  test('requires a session, not a personal access token', async () => {
    const { call, ctx, ann } = await open()
    expect(await call('POST', TWO_FACTOR)).toMatchObject(noToken)
    const authorization = `Bearer ${await aToken(ctx, ann)}`
    expect((await call('POST', TWO_FACTOR, { authorization })).status).toBe(401)
  })

  test('is rejected while two-factor login is on', async () => {
    const { call, ann, logIn, code } = await withTwoFactor()
    expect((await call('POST', TWO_FACTOR, { as: ann })).status).toBe(400)
    expect((await logIn({ code: code() })).status).toBe(200)
  })
})

describe('POST /api/auth/two-factor/confirm', () => {
  test('turns two-factor login on and returns ten recovery codes, which are stored as digests', async () => {
    const { start, codeOf, prove, state, actions, ctx, clock } = await open()
    const secret = await start()
    const { status, body } = await prove('confirm', codeOf(secret))
    expect(status).toBe(200)
    const codes: string[] = body.data.recovery_codes
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/)
    expect(Date.parse((await state()).enabled_at)).toBe(Math.floor(clock.now() / 1000) * 1000)
    expect((await state()).recovery_codes).toBe(10)
    expect((await actions()).at(-1)).toBe('two_factor_enabled')
    const stored = JSON.stringify([
      await ctx.db.selectFrom('recovery_codes').selectAll().execute(),
      (await ctx.db.selectFrom('two_factor_logins').selectAll().execute()).map((row) =>
        row.sealed_secret.toString('latin1'),
      ),
    ])
    for (const text of [secret, ...codes]) expect(stored).not.toContain(text.replaceAll('-', ''))
  })

  test('requires the current password and a code of the new secret', async () => {
    const { start, codeOf, prove, state } = await open()
    expect((await prove('confirm', '123456')).status).toBe(400)
    const secret = await start()
    const code = codeOf(secret)
    expect(await prove('confirm', code, 'not the password')).toMatchObject(badCredentials)
    expect(await prove('confirm', otherThan(code))).toMatchObject(wrong)
    expect(await prove('confirm', '')).toMatchObject(wrong)
    expect((await state()).enabled_at).toBeNull()
    expect((await prove('confirm', code)).status).toBe(200)
    expect((await prove('confirm', code)).status).toBe(400)
  })

  test('uses the code up, so that it does not log in as well', async () => {
    const { start, codeOf, prove, logIn } = await open()
    const code = codeOf(await start())
    await prove('confirm', code)
    expect(await logIn({ code })).toMatchObject(wrong)
  })
})

describe('a login with two-factor login', () => {
  test('names the missing code, only for the right password', async () => {
    const { logIn, ...server } = await withTwoFactor()
    expect(await logIn()).toMatchObject(missing)
    for (const code of ['', ' ', null]) expect(await logIn({ code })).toMatchObject(missing)
    const bob = await aPerson(server, { username: 'bob' })
    const password = 'not the password'
    const answers = [
      await logIn({ password }),
      await logIn({ password, code: server.code() }),
      await logIn({ password, email: bob.email }),
      await logIn({ email: 'nobody@example.com' }),
    ]
    for (const { status, body } of answers) expect({ status, body }).toEqual(badCredentials)
  })

  test('accepts the current code, and those of the steps before and after', async () => {
    for (const steps of [0, -1, 1]) {
      const { logIn, code } = await withTwoFactor()
      expect((await logIn({ code: code(steps) })).status).toBe(200)
    }
    const { logIn, code } = await withTwoFactor()
    for (const steps of [-2, 2]) expect(await logIn({ code: code(steps) })).toMatchObject(wrong)
  })

  test('accepts codes with spaces', async () => {
    const { logIn, code } = await withTwoFactor()
    expect((await logIn({ code: ` ${code().slice(0, 3)} ${code().slice(3)}` })).status).toBe(200)
  })

  test('accepts a code only once, and none of an earlier step afterwards', async () => {
    const { logIn, code, clock } = await withTwoFactor()
    const [earlier, current] = [code(-1), code()]
    expect((await logIn({ code: current })).status).toBe(200)
    expect(await logIn({ code: current })).toMatchObject(wrong)
    expect(await logIn({ code: earlier })).toMatchObject(wrong)
    clock.advance(STEP)
    expect(await logIn({ code: current })).toMatchObject(wrong)
    expect((await logIn({ code: code() })).status).toBe(200)
  })

  test('accepts a code once among simultaneous requests', async () => {
    const { logIn, code, recoveryCodes, ctx } = await withTwoFactor()
    for (const used of [code(), recoveryCodes[0]]) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => logIn({ code: used })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
    expect(await ctx.db.selectFrom('sessions').selectAll().execute()).toHaveLength(2)
  })

  test('accepts each recovery code once, however it is typed', async () => {
    const { logIn, state, actions, recoveryCodes } = await withTwoFactor()
    const [first = '', second = ''] = recoveryCodes
    expect((await logIn({ code: first })).status).toBe(200)
    expect(await logIn({ code: first })).toMatchObject(wrong)
    expect((await logIn({ code: second.replaceAll('-', ' ').toUpperCase() })).status).toBe(200)
    expect((await state()).recovery_codes).toBe(8)
    expect(await actions()).toContain('recovery_code_used')
  })

  test('counts wrong codes like wrong passwords, but not the first step', async () => {
    const { logIn, code, clock } = await withTwoFactor({
      rateLimits: { api: [], auth: parseRateLimits('AUTH_RATE_LIMITS', '2 per 5 minutes') },
    })
    for (let time = 0; time < 5; time++) expect((await logIn()).status).toBe(401)
    const guess = otherThan(code(3))
    expect([(await logIn({ code: guess })).status, (await logIn({ code: guess })).status]).toEqual([
      401, 401,
    ])
    expect((await logIn({ code: code() })).status).toBe(429)
    expect((await logIn()).status).toBe(429)
    clock.advance(10 * STEP)
    expect((await logIn({ code: code() })).status).toBe(200)
  })

  test('is limited to ten wrong codes an hour and thirty a day, and the user gets a message', async () => {
    const mailbox = await startMailbox()
    const { logIn, prove, code, ann, clock, ctx, recoveryCodes } = await withTwoFactor({
      mail: mailbox.settings,
      rateLimits: { api: [], auth: parseRateLimits('AUTH_RATE_LIMITS', '1000 per 5 minutes') },
    })
    const guess = async (times: number) => {
      const attempts = Array.from({ length: times }, () => logIn({ code: otherThan(code(5)) }))
      return (await Promise.all(attempts)).filter(({ status }) => status === 401).length
    }
    expect(await guess(20)).toBe(10)
    for (const right of [code(), recoveryCodes[0]])
      expect((await logIn({ code: right })).status).toBe(429)
    expect((await prove('disable', code())).status).toBe(429)
    expect((await logIn()).status).toBe(429)
    clock.advance(HOUR)
    expect((await logIn({ code: code() })).status).toBe(200)
    expect(await guess(20)).toBe(10)
    clock.advance(HOUR)
    expect(await guess(20)).toBe(10)
    clock.advance(HOUR)
    expect((await logIn({ code: code() })).status).toBe(429)
    clock.advance(DAY)
    expect((await logIn({ code: code() })).status).toBe(200)
    await ctx.mail.idle()
    const subjects = mailbox.to(ann.email).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject?.includes('Many wrong'))).toHaveLength(3)
  })

  test('is denied to clients of FitTrackee with a text that says what to do, and a personal access token works', async () => {
    const { call, ctx, ann, code } = await withTwoFactor({ dialect: 'fittrackee' })
    const bob = await aPerson({ ctx }, { username: 'bob' })
    const logInAs = (email: string, json: object = {}) =>
      call('POST', LOGIN, { json: { email, password: PASSWORD, ...json } })
    expect(await logInAs(ann.email)).toMatchObject(missing)
    expect((await logInAs(ann.email, { code: code() })).status).toBe(200)
    expect((await logInAs(bob.email)).status).toBe(200)
    const authorization = `Bearer ${await aToken(ctx, ann, 'workouts:read')}`
    expect((await call('GET', '/api/workouts', { authorization })).status).toBe(200)
  })

  test('rejects a code that is not text', async () => {
    const { logIn } = await withTwoFactor()
    for (const code of [123456, ['1'], {}, true]) expect((await logIn({ code })).status).toBe(400)
  })

  test('does not store a session for a wrong code', async () => {
    const { logIn, ctx, code } = await withTwoFactor()
    await logIn({ code: otherThan(code()) })
    await logIn()
    expect(await ctx.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('accepts recovery codes when the key of the server was replaced', async () => {
    const { logIn, ctx, code, recoveryCodes } = await withTwoFactor()
    const sealed_secret = Buffer.from('sealed with another key, thus unreadable')
    await ctx.db.updateTable('two_factor_logins').set({ sealed_secret }).execute()
    expect(await logIn({ code: code() })).toMatchObject(wrong)
    expect((await logIn({ code: recoveryCodes[0] })).status).toBe(200)
  })

  test('is not required of personal access tokens', async () => {
    const { call, ctx, ann } = await withTwoFactor()
    const authorization = `Bearer ${await aToken(ctx, ann, 'profile:read')}`
    expect((await call('GET', '/api/auth/profile', { authorization })).status).toBe(200)
  })
})

describe('POST /api/auth/two-factor/recovery-codes', () => {
  test('replaces the recovery codes', async () => {
    const { prove, logIn, code, actions, recoveryCodes } = await withTwoFactor()
    expect(await prove('recovery-codes', code(), 'not the password')).toMatchObject(badCredentials)
    expect(await prove('recovery-codes', '')).toMatchObject(missing)
    const { status, body } = await prove('recovery-codes', code())
    expect(status).toBe(200)
    expect((await actions()).at(-1)).toBe('recovery_codes_created')
    expect(await logIn({ code: recoveryCodes[0] })).toMatchObject(wrong)
    expect((await logIn({ code: body.data.recovery_codes[0] })).status).toBe(200)
  })

  test('is rejected while two-factor login is off', async () => {
    const { prove } = await open()
    expect((await prove('recovery-codes', '123456')).status).toBe(400)
    expect((await prove('disable', '123456')).status).toBe(400)
  })
})

describe('POST /api/auth/two-factor/disable', () => {
  test('turns two-factor login off, with the password and a code or a recovery code', async () => {
    const { prove, logIn, actions, state, code, recoveryCodes, ctx } = await withTwoFactor()
    expect(await prove('disable', code(), 'not the password')).toMatchObject(badCredentials)
    expect(await prove('disable', otherThan(code()))).toMatchObject(wrong)
    expect((await prove('disable', recoveryCodes[3] ?? '')).status).toBe(204)
    expect((await actions()).at(-1)).toBe('two_factor_disabled')
    expect((await logIn()).status).toBe(200)
    expect(await state()).toEqual({ enabled_at: null, recovery_codes: 0 })
    expect(await ctx.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })
})

describe('two-factor login', () => {
  test('stays on when the password is reset by mail', async () => {
    const mailbox = await startMailbox()
    const { call, ann, logIn, ctx, code } = await withTwoFactor({ mail: mailbox.settings })
    await call('POST', '/api/auth/password/reset-request', { json: { email: ann.email } })
    await ctx.mail.idle()
    const [, mail] = mailbox.to(ann.email)
    const password = 'another horse 43'
    await updatePassword(ctx, { token: tokenIn(mail as ReceivedMail), password, device: undefined })
    expect(await logIn({ password })).toMatchObject(missing)
    expect((await logIn({ password, code: code() })).status).toBe(200)
  })

  test('is announced by mail when it is turned on and off', async () => {
    const mailbox = await startMailbox()
    const { ann, prove, code, ctx } = await withTwoFactor({ mail: mailbox.settings })
    await prove('disable', code())
    await ctx.mail.idle()
    expect(mailbox.to(ann.email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Two-factor login is on'),
      expect.stringContaining('Two-factor login is off'),
    ])
  })

  test('is turned off by an administrator, with a message and an entry of the audit log', async () => {
    const mailbox = await startMailbox()
    const { call, ctx, ann, logIn } = await withTwoFactor({ mail: mailbox.settings })
    const as = await anAdmin(ctx)
    const list = async () =>
      (await call('GET', '/api/users?with_usage=true&with_hidden=true&q=ann', { as })).body.data
        .users[0]
    expect((await list()).has_two_factor).toBe(true)
    const json = { disable_two_factor: true }
    expect((await call('PATCH', '/api/users/ann', { as: ann, json })).status).toBe(403)
    expect((await call('PATCH', '/api/users/ann', { as, json })).status).toBe(200)
    expect((await list()).has_two_factor).toBe(false)
    expect((await logIn()).status).toBe(200)
    const entries = await ctx.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'two_factor_disabled')
      .execute()
    expect(entries).toMatchObject([{ actor_id: as.id, actor_kind: 'admin', subject_id: ann.id }])
    await ctx.mail.idle()
    expect(mailbox.to(ann.email).at(-1)?.subject).toContain('Two-factor login is off')
  })

  test('of an administrator cannot be turned off with only their session', async () => {
    const { call, ctx, ann, logIn } = await withTwoFactor()
    await ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', ann.id).execute()
    const json = { disable_two_factor: true }
    expect((await call('PATCH', '/api/users/ann', { as: ann, json })).status).toBe(403)
    expect(await logIn()).toMatchObject(missing)
  })
})
