import { describe, expect, spyOn, test } from 'bun:test'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createSessionTokens, FITTRACKEE_EPOCH, MAX_CACHED } from '@/services/auth/session-tokens'
import { afterTest } from '../../support/after-test'
import { testClock } from '../../support/clock'

const SECRET = 'a key for tests only, with an ümlaut'
const DAY = 86_400_000
const INVALID = { valid: false, expired: false } as const
const HEADER = { alg: 'HS256', typ: 'JWT' }

function openTokens() {
  const clock = testClock()
  return { clock, sessions: createSessionTokens(SECRET, clock) }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with a valid signature and any content. */
function signed(header: unknown, payload: unknown, hash = 'sha256'): string {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac(hash, SECRET).update(text).digest('base64url')}`
}

/** Counts the signatures that are verified until the end of the test. */
function countVerifications(): () => number {
  const verify = spyOn(crypto.subtle, 'verify')
  afterTest(() => verify.mockRestore())
  return () => verify.mock.calls.length
}

describe('a session token', () => {
  test('is valid for its user for thirty days', async () => {
    const { clock, sessions } = openTokens()
    const token = await sessions.issue(7, 3)
    const expiresAt = Math.floor(clock.now() / 1000) * 1000 + 30 * DAY
    const claims = { userId: 7, epoch: 3, expiresAt, isStored: false }
    expect(await sessions.verify(token)).toEqual({ valid: true, claims })
    clock.advance(30 * DAY - 1000)
    expect(await sessions.verify(token)).toEqual({ valid: true, claims })
    clock.advance(1000)
    expect(await sessions.verify(token)).toEqual({ valid: false, expired: true })
    expect(await createSessionTokens(SECRET, clock).verify(token)).toEqual({
      valid: false,
      expired: true,
    })
  })

  test('is different each time', async () => {
    const { sessions } = openTokens()
    expect(await sessions.issue(7, 3)).not.toBe(await sessions.issue(7, 3))
  })

  test('names its algorithm, issuer and purpose', async () => {
    const { clock, sessions } = openTokens()
    const [header = '', payload = '', signature] = (await sessions.issue(7, 3)).split('.')
    const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
    expect(read(header)).toEqual(HEADER)
    expect(read(payload)).toEqual({
      iss: 'milepost',
      sub: '7',
      jti: expect.any(String),
      exp: Math.floor(clock.now() / 1000) + (30 * DAY) / 1000,
      purpose: 'session',
      epoch: 3,
    })
    expect(signature).toBe(
      createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url'),
    )
  })

  test('from an earlier release stays valid until it expires', async () => {
    const { clock, sessions } = openTokens()
    const exp = Math.floor(clock.now() / 1000) + 60
    // The two earlier formats: today's, and one with an additional `iat`.
    for (const more of [{}, { iat: exp - 60 }]) {
      const token = signed(HEADER, {
        sub: '7',
        jti: 'x',
        exp,
        ...more,
        purpose: 'session',
        epoch: 3,
      })
      expect(await sessions.verify(token)).toEqual({
        valid: true,
        claims: { userId: 7, epoch: 3, expiresAt: exp * 1000, isStored: false },
      })
    }
    clock.advance(60_000)
    const token = signed(HEADER, { sub: '7', jti: 'x', exp, purpose: 'session', epoch: 3 })
    expect(await sessions.verify(token)).toEqual({ valid: false, expired: true })
  })
})

describe('a session token is rejected', () => {
  const { clock, sessions } = openTokens()
  const claims = {
    ...{ iss: 'milepost', sub: '7', exp: clock.now() / 1000 + 60 },
    ...{ epoch: 0, purpose: 'session' },
  }
  const good = signed(HEADER, claims)
  const rsa = `${part({ ...HEADER, alg: 'RS256' })}.${part(claims)}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

  test.each([
    ['that names no algorithm', `${part({ ...HEADER, alg: 'none' })}.${part(claims)}.`],
    ['of another algorithm', signed({ ...HEADER, alg: 'HS512' }, claims, 'sha512')],
    ['that names another algorithm', signed({ ...HEADER, alg: 'HS512' }, claims)],
    [
      'of a public key',
      `${rsa}.${sign('sha256', Buffer.from(rsa), privateKey).toString('base64url')}`,
    ],
    ['with an unsupported critical extension', signed({ ...HEADER, crit: ['exp'] }, claims)],
    ['of another issuer', signed(HEADER, { ...claims, iss: 'another' })],
    ['whose issuer is not a string', signed(HEADER, { ...claims, iss: null })],
    ['of another purpose', signed(HEADER, { ...claims, purpose: 'reset_password' })],
    ['without a purpose', signed(HEADER, { ...claims, purpose: undefined })],
    ['without an expiry', signed(HEADER, { ...claims, exp: undefined })],
    ['whose epoch is not a number', signed(HEADER, { ...claims, epoch: '0' })],
    ['without a user', signed(HEADER, { ...claims, sub: 'me' })],
    ['whose payload is not an object', signed(HEADER, null)],
    ['of other claims', `${part(HEADER)}.${part({ ...claims, sub: '8' })}.${good.split('.')[2]}`],
    ['with another signature', good.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['with the same signature and padding', `${good}=`],
    ['with an invalid character in its signature', `${good}!`],
    ['with white space in its signature', good.replace(/.{5}$/, ' $&')],
    ['with four parts', `${good}.x`],
    ['without signature', good.split('.').slice(0, 2).join('.')],
    ['that is a plain word', 'token'],
    ['that is not ASCII', `${good}ü`],
  ])('%s', async (_, token) => {
    // Once with the valid token in the cache and once without.
    expect(await sessions.verify(good)).toMatchObject({ valid: true })
    expect(await sessions.verify(token)).toEqual(INVALID)
    expect(await createSessionTokens(SECRET, clock).verify(token)).toEqual(INVALID)
  })

  test('when unused bits of its last signature character differ', async () => {
    // The last of 43 characters carries four bits; decoders ignore its other two.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(good.slice(-1))
    const respelled = good.slice(0, -1) + alphabet[last + 1]
    expect(last % 4).toBe(0)
    expect(Buffer.from(respelled.slice(-43), 'base64url')).toEqual(
      Buffer.from(good.slice(-43), 'base64url'),
    )
    expect(await sessions.verify(respelled)).toEqual(INVALID)
  })

  test('when it is signed with another key', async () => {
    expect(await createSessionTokens('another key', clock).verify(good)).toEqual(INVALID)
  })
})

describe('a cached session token', () => {
  test('has its signature verified once, however long the session lasts', async () => {
    const { clock, sessions } = openTokens()
    const token = await sessions.issue(7, 3)
    const count = countVerifications()
    for (let day = 0; day < 30; day += 1) {
      expect(await sessions.verify(token)).toMatchObject({ valid: true })
      clock.advance(DAY - 1)
    }
    expect(count()).toBe(1)
  })

  test('has its signature verified again after it was evicted from the cache', async () => {
    const { sessions } = openTokens()
    const [first = '', ...others] = await Promise.all(
      Array.from({ length: MAX_CACHED + 1 }, (_, user) => sessions.issue(user, 0)),
    )
    await sessions.verify(first)
    const count = countVerifications()
    for (const token of others.slice(1)) await sessions.verify(token)
    await sessions.verify(first)
    expect(count()).toBe(MAX_CACHED - 1)
    // Now the second token is the least recently used.
    await sessions.verify(others[0] ?? '')
    await sessions.verify(first)
    expect(count()).toBe(MAX_CACHED)
    await sessions.verify(others[1] ?? '')
    expect(count()).toBe(MAX_CACHED + 1)
    expect(await sessions.verify(others[1] ?? '')).toMatchObject({ valid: true })
  })

  test('is not evicted by invalid tokens', async () => {
    const { sessions } = openTokens()
    const token = await sessions.issue(7, 3)
    await sessions.verify(token)
    for (let other = 0; other < MAX_CACHED; other += 1)
      expect(await sessions.verify(`${other}.x.AAAA`)).toEqual(INVALID)
    const count = countVerifications()
    expect(await sessions.verify(token)).toMatchObject({ valid: true })
    expect(count()).toBe(0)
  })
})

describe('a session of FitTrackee 1.2 that began before the migration', () => {
  const verify = (more: object = {}) => {
    const { clock, sessions } = openTokens()
    const iat = Math.floor(clock.now() / 1000)
    return sessions.verify(signed(HEADER, { exp: iat + (30 * DAY) / 1000, iat, sub: '7', ...more }))
  }

  test('belongs to the epoch of migrated accounts', async () => {
    expect(await verify()).toMatchObject({
      valid: true,
      claims: { userId: 7, epoch: FITTRACKEE_EPOCH },
    })
    expect(FITTRACKEE_EPOCH).toBeLessThan(0)
  })

  test('is not confused with other tokens signed with the same key', async () => {
    const { clock } = openTokens()
    const iat = Math.floor(clock.now() / 1000)
    // A password reset link, and tokens of other software.
    expect(await verify({ exp: iat + 3600 })).toEqual(INVALID)
    expect(await verify({ purpose: 'reset' })).toEqual(INVALID)
    expect(await verify({ type: 'auth', jti: 'x' })).toEqual(INVALID)
    expect(await verify({ iss: 'milepost' })).toEqual(INVALID)
    expect(await verify({ sub: 'ann' })).toEqual(INVALID)
    expect(await verify({ iat: undefined })).toEqual(INVALID)
  })
})
