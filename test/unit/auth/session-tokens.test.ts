import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import { FORMER_EPOCH, sessionTokens } from '@/auth/session-tokens'
import { testClock } from '../../support/clock'

const SECRET = 'a key for tests only, with an ümlaut'
const DAY = 86_400_000
const INVALID = { valid: false, expired: false } as const

/** Another implementation of the standard. */
const other = new Elysia().use(jwt({ name: 'signer', secret: SECRET })).decorator.signer

function started() {
  const clock = testClock()
  return { clock, sessions: sessionTokens(SECRET, clock) }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token that is signed as it should be, whatever it says. */
function signed(header: unknown, payload: unknown): string {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
}

describe('a session token', () => {
  test('tells whose it is for thirty days', () => {
    const { clock, sessions } = started()
    const token = sessions.issue(7, 3)
    const expiresAt = Math.floor(clock.now() / 1000) * 1000 + 30 * DAY
    const claims = { userId: 7, epoch: 3, expiresAt }
    expect(sessions.check(token)).toEqual({ valid: true, claims })
    clock.advance(30 * DAY - 1000)
    expect(sessions.check(token)).toEqual({ valid: true, claims })
    clock.advance(1000)
    expect(sessions.check(token)).toEqual({ valid: false, expired: true })
  })

  test('is another one each time', () => {
    const { sessions } = started()
    expect(sessions.issue(7, 3)).not.toBe(sessions.issue(7, 3))
  })

  test('is read by other implementations, and theirs is read here', async () => {
    const { clock, sessions } = started()
    const currentDate = new Date(clock.now())
    const claims = await other.verify(sessions.issue(7, 3), { currentDate })
    expect(claims).toMatchObject({ sub: '7', epoch: 3, purpose: 'session' })
    const exp = Math.floor(clock.now() / 1000) + 60
    const token = await other.sign({ sub: '7', exp, epoch: 3, purpose: 'session' })
    expect(sessions.check(token)).toMatchObject({ valid: true, claims: { userId: 7 } })
  })
})

describe('a token is refused', () => {
  const { clock, sessions } = started()
  const HEADER = { alg: 'HS256', typ: 'JWT' }
  const claims = { sub: '7', exp: clock.now() / 1000 + 60, epoch: 0, purpose: 'session' }
  const good = signed(HEADER, claims)

  test.each([
    ['that names no algorithm', `${part({ ...HEADER, alg: 'none' })}.${part(claims)}.`],
    ['that names another algorithm', signed({ ...HEADER, alg: 'HS512' }, claims)],
    ['that must be understood better', signed({ ...HEADER, crit: ['exp'] }, claims)],
    ['of another purpose', signed(HEADER, { ...claims, purpose: 'reset_password' })],
    ['without an end', signed(HEADER, { ...claims, exp: undefined })],
    ['without an epoch', signed(HEADER, { ...claims, epoch: '0' })],
    ['of nobody', signed(HEADER, { ...claims, sub: 'me' })],
    ['that holds no object', signed(HEADER, null)],
    ['with another signature', good.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['with the same signature written otherwise', `${good}=`],
    ['with a character of no meaning in its signature', `${good}!`],
    ['with four parts', `${good}.x`],
    ['without signature', good.split('.').slice(0, 2).join('.')],
    ['that is a word', 'token'],
  ])('%s', (_, token) => {
    expect(sessions.check(good)).toMatchObject({ valid: true })
    expect(sessions.check(token)).toEqual(INVALID)
  })

  test('signed with another key', () => {
    expect(sessionTokens('another key', clock).check(good)).toEqual(INVALID)
  })
})

describe('a session of FitTrackee 1.2 that was begun before the move', () => {
  const HEADER = { alg: 'HS256', typ: 'JWT' }
  const begun = (more: object = {}) => {
    const { clock, sessions } = started()
    const iat = Math.floor(clock.now() / 1000)
    return sessions.check(signed(HEADER, { exp: iat + (30 * DAY) / 1000, iat, sub: '7', ...more }))
  }

  test('stands for the epoch of accounts that were moved', () => {
    expect(begun()).toMatchObject({ valid: true, claims: { userId: 7, epoch: FORMER_EPOCH } })
    expect(FORMER_EPOCH).toBeLessThan(0)
  })

  test('is nothing else that is signed with the same key', () => {
    const { clock } = started()
    const iat = Math.floor(clock.now() / 1000)
    // A link to reset a password, and tokens of other makes.
    expect(begun({ exp: iat + 3600 })).toEqual(INVALID)
    expect(begun({ purpose: 'reset' })).toEqual(INVALID)
    expect(begun({ type: 'auth', jti: 'x' })).toEqual(INVALID)
    expect(begun({ sub: 'ann' })).toEqual(INVALID)
    expect(begun({ iat: undefined })).toEqual(INVALID)
  })
})
