import { describe, expect, test } from 'bun:test'
import { isOutdatedHash, openPasswords } from '@/services/auth/passwords'
import { leastCosts } from '../../support/timing'

const passwords = openPasswords()

/** Hashes created by Python's bcrypt, as imported accounts have them. bcrypt uses only the first 72 bytes of UTF-8. */
const IMPORTED: [password: string, hash: string][] = [
  ['correct horse 42', '$2b$04$FVSiVScykz6PdoCFubEZ/.e/PvYZRFykMrHHMar9CrhvKDHhJL8qm'],
  ['pässwörd 🏃', '$2b$04$T787DnNFFd0jvRxyQ2Z5rOvjSJivj7psPSXQdMzCqru8wbRmKpS1i'],
  [`${'x'.repeat(72)}TAIL`, '$2b$04$T4EVR90N6RaZsHc.U9tRC.Me0uYi0x6lqup4FHuCYypxGGQmfXuv6'],
  ['é'.repeat(40), '$2b$04$LcdpsUi74UqxkliLWg.9nuxyye2rWVoX2tG8MEtWbesvN6y0vQqwK'],
]

describe('an imported hash', () => {
  test.each(IMPORTED)('matches its password %s', async (password, hash) => {
    expect(await passwords.matches(password, hash)).toBeTrue()
    expect(await passwords.matches(`!${password}`, hash)).toBeFalse()
    expect(isOutdatedHash(hash)).toBeTrue()
  })

  test('ignores everything after 72 bytes, as the software that created it does', async () => {
    const [, , [, hash = ''] = []] = IMPORTED
    expect(await passwords.matches(`${'x'.repeat(72)}other`, hash)).toBeTrue()
    expect(await passwords.matches('x'.repeat(71), hash)).toBeFalse()
  })
})

describe('a missing password hash', () => {
  test('matches no password and takes as long as a real hash to check', async () => {
    const hash = await passwords.hash('password')
    const [some = 0, none] = await leastCosts(
      () => passwords.matches('wrong password', hash),
      () => passwords.matches('wrong password', undefined),
    )
    expect(none).toBeGreaterThan(some / 3)
    expect(await passwords.matches('', undefined)).toBeFalse()
  })

  test.each(['', 'none', '$argon2id$broken', '$2b$12$short'])(
    'is assumed when the stored hash is malformed: %j',
    async (hash) => {
      expect(await passwords.matches('password', hash)).toBeFalse()
    },
  )
})

describe('a new hash', () => {
  test('is argon2id with its own salt', async () => {
    const [one, other] = [await passwords.hash('password'), await passwords.hash('password')]
    expect(one).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(one).not.toBe(other)
    expect(isOutdatedHash(one)).toBeFalse()
    expect(await passwords.matches('password', one)).toBeTrue()
    expect(await passwords.matches('Password', one)).toBeFalse()
  })

  test('distinguishes passwords that differ only after 200 characters', async () => {
    const long = 'x'.repeat(200)
    const hash = await passwords.hash(`${long}a`)
    expect(await passwords.matches(`${long}a`, hash)).toBeTrue()
    expect(await passwords.matches(`${long}b`, hash)).toBeFalse()
  })
})
