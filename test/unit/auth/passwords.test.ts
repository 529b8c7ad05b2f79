import { describe, expect, test } from 'bun:test'
import { isOutdatedHash, openPasswords } from '@/auth/passwords'
import { shortestTimes } from '../../support/timing'

const passwords = openPasswords()

/** Made by Python's bcrypt, as the accounts that are imported have them: it looks at 72 bytes of UTF-8. */
const IMPORTED: [password: string, hash: string][] = [
  ['correct horse 42', '$2b$04$FVSiVScykz6PdoCFubEZ/.e/PvYZRFykMrHHMar9CrhvKDHhJL8qm'],
  ['pässwörd 🏃', '$2b$04$T787DnNFFd0jvRxyQ2Z5rOvjSJivj7psPSXQdMzCqru8wbRmKpS1i'],
  [`${'x'.repeat(72)}TAIL`, '$2b$04$T4EVR90N6RaZsHc.U9tRC.Me0uYi0x6lqup4FHuCYypxGGQmfXuv6'],
  ['é'.repeat(40), '$2b$04$LcdpsUi74UqxkliLWg.9nuxyye2rWVoX2tG8MEtWbesvN6y0vQqwK'],
]

describe('an imported hash', () => {
  test.each(IMPORTED)('is matched by its password %s', async (password, hash) => {
    expect(await passwords.matches(password, hash)).toBeTrue()
    expect(await passwords.matches(`!${password}`, hash)).toBeFalse()
    expect(isOutdatedHash(hash)).toBeTrue()
  })

  test('is matched by what differs after 72 bytes only, as where it was made', async () => {
    const [, , [, hash = ''] = []] = IMPORTED
    expect(await passwords.matches(`${'x'.repeat(72)}other`, hash)).toBeTrue()
    expect(await passwords.matches('x'.repeat(71), hash)).toBeFalse()
  })
})

describe('no hash', () => {
  test('is matched by nothing, after the work that a hash costs', async () => {
    const hash = await passwords.hash('password')
    const [some = 0, none] = await shortestTimes(
      () => passwords.matches('wrong password', hash),
      () => passwords.matches('wrong password', undefined),
    )
    expect(none).toBeGreaterThan(some / 3)
    expect(await passwords.matches('', undefined)).toBeFalse()
  })

  test.each(['', 'none', '$argon2id$broken', '$2b$12$short'])(
    'is what %j is worth',
    async (hash) => {
      expect(await passwords.matches('password', hash)).toBeFalse()
    },
  )
})

describe('a new hash', () => {
  test('is argon2id with a salt of its own', async () => {
    const [one, other] = [await passwords.hash('password'), await passwords.hash('password')]
    expect(one).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(one).not.toBe(other)
    expect(isOutdatedHash(one)).toBeFalse()
    expect(await passwords.matches('password', one)).toBeTrue()
    expect(await passwords.matches('Password', one)).toBeFalse()
  })

  test('tells long passwords apart beyond any length', async () => {
    const long = 'x'.repeat(200)
    const hash = await passwords.hash(`${long}a`)
    expect(await passwords.matches(`${long}a`, hash)).toBeTrue()
    expect(await passwords.matches(`${long}b`, hash)).toBeFalse()
  })
})
