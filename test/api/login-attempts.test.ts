import { describe, expect, test } from 'bun:test'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { LoginAttempts } from '@/services/auth/login-attempts'
import { aPerson, PASSWORD } from '../support/accounts'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { startMailbox } from '../support/mailbox'

const LOGIN = '/api/auth/login'
const MINUTE = 60_000

const limited = (text: string) => ({
  rateLimits: { api: [], auth: parseRateLimits('AUTH_RATE_LIMITS', text) },
})

test('login attempts are counted again as soon as the database is readable', async () => {
  const { ctx } = startServer(limited('2 per 5 minutes'))
  const deps = { ...ctx, db: undefined as never }
  const attempts = new LoginAttempts(deps, ctx.config.rateLimits.auth)
  const guess = () => attempts.guess({ limited: ['somebody'] }, async () => 'right')
  await expect(guess()).rejects.toThrow(TypeError)
  deps.db = ctx.db as never
  expect(await guess()).toBe('right')
})

/** A server with two users and a function that logs in from an IP address and returns the status. */
async function withPeople(limit: string) {
  const server = startServer(limited(limit))
  const ann = await aPerson(server, { username: 'ann' })
  const bob = await aPerson(server, { username: 'bob' })
  const logIn = async (email: string, password: string, address = '192.0.2.1') => {
    server.ctx.addresses.askBy(() => address)
    return (await server.call('POST', LOGIN, { json: { email, password } })).status
  }
  return {
    ...server,
    ann,
    bob,
    right: (email: string, address?: string) => logIn(email, PASSWORD, address),
    wrong: (email: string, address?: string) => logIn(email, 'not the password', address),
  }
}

describe('a login', () => {
  test('is not limited after successful logins', async () => {
    const { ann, right, wrong } = await withPeople('2 per 5 minutes')
    for (let time = 0; time < 5; time++) expect(await right(ann.email)).toBe(200)
    expect(await wrong(ann.email)).toBe(401)
    for (let time = 0; time < 5; time++) expect(await right(ann.email)).toBe(200)
  })

  test('is not limited after simultaneous successful logins', async () => {
    const { ann, call } = await withPeople('2 per 5 minutes')
    const json = { email: ann.email, password: PASSWORD }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', LOGIN, { json })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  test('is rejected after too many failures, even with the right password, until the period ends', async () => {
    const { ann, clock, right, wrong } = await withPeople('2 per 5 minutes')
    expect([await wrong(ann.email), await wrong(ann.email)]).toEqual([401, 401])
    expect([await wrong(ann.email), await right(ann.email)]).toEqual([429, 429])
    clock.advance(5 * MINUTE)
    expect(await right(ann.email)).toBe(200)
  })

  test('has no more attempts in parallel than one after another', async () => {
    const { ann, call } = await withPeople('3 per 5 minutes')
    const json = { email: ann.email, password: 'not the password' }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', LOGIN, { json })),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([401, 401, 401, ...Array(9).fill(429)])
  })

  test('is counted by IP address, whatever the account', async () => {
    const { ann, bob, right, wrong } = await withPeople('2 per 5 minutes')
    await wrong(ann.email)
    await wrong('nobody@example.com')
    expect(await right(bob.email)).toBe(429)
    expect(await right(bob.email, '192.0.2.2')).toBe(200)
  })

  test('is counted by account, whatever the IP address', async () => {
    const { ann, bob, right, wrong } = await withPeople('2 per 5 minutes')
    await wrong(ann.email, '192.0.2.1')
    await wrong('ANN@example.com', '192.0.2.2')
    expect(await right(ann.email, '192.0.2.3')).toBe(429)
    expect(await right(bob.email, '192.0.2.3')).toBe(200)
  })

  test('is counted the same for an account that does not exist', async () => {
    const { wrong } = await withPeople('2 per 5 minutes')
    await wrong('nobody@example.com', '192.0.2.1')
    await wrong('Nobody@example.com', '192.0.2.2')
    expect(await wrong('nobody@example.com', '192.0.2.3')).toBe(429)
    expect(await wrong('somebody@example.com', '192.0.2.4')).toBe(401)
  })

  test('is counted for a whole IPv6 network', async () => {
    const { ann, bob, right, wrong } = await withPeople('2 per 5 minutes')
    await wrong(ann.email, '2001:db8:1:2::1')
    await wrong('nobody@example.com', '2001:db8:1:2:ffff::9')
    expect(await right(bob.email, '2001:0db8:0001:0002:1:2:3:4')).toBe(429)
    expect(await right(bob.email, '2001:db8:1:3::1')).toBe(200)
  })

  test('that is malformed is not counted', async () => {
    const { ann, call, right } = await withPeople('1 per 5 minutes')
    for (const json of [{}, { email: ann.email, password: 2 }, { email: 1 }])
      expect((await call('POST', LOGIN, { json })).status).toBe(400)
    expect(await right(ann.email)).toBe(200)
  })

  test('is counted together with password changes of the account', async () => {
    const { ann, call, ctx, right } = await withPeople('2 per 5 minutes')
    ctx.addresses.askBy(() => '192.0.2.1')
    const json = { email: ann.email, password: 'not the password' }
    for (const _ of [1, 2]) await call('PATCH', '/api/auth/profile/edit/account', { as: ann, json })
    expect(await right(ann.email, '192.0.2.2')).toBe(429)
  })

  test('reports how many attempts are left', async () => {
    const { call } = startServer(limited('2 per 5 minutes'))
    const left = async () => {
      const json = { email: 'nobody@example.com', password: 'not the password' }
      const { headers } = await call('POST', LOGIN, { json })
      return headers.get('x-ratelimit-remaining')
    }
    expect([await left(), await left(), await left()]).toEqual(['1', '0', '0'])
  })
})

describe('the count of login attempts', () => {
  test('is preserved across a restart', async () => {
    const { ann, ctx, clock, right, wrong } = await withPeople('2 per 5 minutes')
    await wrong(ann.email)
    ctx.attempts = new LoginAttempts(ctx, ctx.config.rateLimits.auth)
    expect(await wrong(ann.email)).toBe(401)
    ctx.attempts = new LoginAttempts(ctx, ctx.config.rateLimits.auth)
    expect(await right(ann.email)).toBe(429)
    clock.advance(5 * MINUTE)
    ctx.attempts = new LoginAttempts(ctx, ctx.config.rateLimits.auth)
    expect(await right(ann.email)).toBe(200)
  })

  test('is stored without names and IP addresses', async () => {
    const { ann, ctx, wrong } = await withPeople('2 per 5 minutes')
    await wrong(ann.email, '192.0.2.1')
    await wrong('nobody@example.com', '192.0.2.1')
    const rows = await ctx.db.selectFrom('attempt_windows').selectAll().execute()
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toMatch(/192\.0|example|account/)
  })
})

describe('links in emails', () => {
  async function withMail() {
    const mailbox = await startMailbox()
    const server = startServer({ ...limited('100 per 5 minutes'), mail: mailbox.settings })
    const ann = await aPerson(server, { username: 'ann' })
    const bob = await aPerson(server, { username: 'bob' })
    const ask = async (email: string) =>
      (await server.call('POST', '/api/auth/password/reset-request', { json: { email } })).status
    const mailsTo = async (email: string) => {
      await server.ctx.mail.idle()
      return mailbox.to(email).length
    }
    return { ...server, ann, bob, ask, mailsTo }
  }

  test('are sent at most five times per hour to each account, without a different response', async () => {
    const { ann, bob, clock, ask, mailsTo } = await withMail()
    for (let time = 0; time < 7; time++) expect(await ask(ann.email)).toBe(200)
    expect(await mailsTo(ann.email)).toBe(5)
    await ask(bob.email)
    expect(await mailsTo(bob.email)).toBe(1)
    clock.advance(60 * MINUTE)
    await ask(ann.email)
    expect(await mailsTo(ann.email)).toBe(6)
  })

  test('are sent at most five times per hour to an unconfirmed account', async () => {
    const { call, ctx, mailsTo } = await withMail()
    const cat = await aUser(ctx, { username: 'cat', is_active: 0 })
    await ctx.db
      .insertInto('purpose_tokens')
      .values({ token_hash: 'x', user_id: cat.id, purpose: 'confirm_account', created_at: 0 })
      .execute()
    const json = { email: cat.email }
    for (let time = 0; time < 7; time++)
      expect((await call('POST', '/api/auth/account/resend-confirmation', { json })).status).toBe(
        200,
      )
    expect(await mailsTo(cat.email)).toBe(5)
  })

  test('are sent at most five times per hour to new email addresses', async () => {
    const { call, ann, mailsTo } = await withMail()
    const change = async (email: string) => {
      const json = { email, password: PASSWORD }
      const { status } = await call('PATCH', '/api/auth/profile/edit/account', { as: ann, json })
      return status
    }
    for (let time = 0; time < 5; time++) expect(await change(`victim${time}@example.com`)).toBe(200)
    expect(await change('victim5@example.com')).toBe(429)
    expect(await mailsTo('victim5@example.com')).toBe(0)
  })

  test('are limited by IP address, whatever their purpose', async () => {
    const mailbox = await startMailbox()
    const { call } = startServer({ ...limited('3 per 5 minutes'), mail: mailbox.settings })
    const statuses = []
    for (let time = 0; time < 4; time++) {
      const json = { email: `person${time}@example.com` }
      statuses.push((await call('POST', '/api/auth/password/reset-request', { json })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
