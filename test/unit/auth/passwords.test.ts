import { describe, expect, test } from 'bun:test'
import { hashPassword, isOutdatedHash, passwordMatches } from '@/auth/passwords'

/** Made by Python's bcrypt, as the accounts that are imported have them: it looks at 72 bytes of UTF-8. */
const IMPORTED: [password: string, hash: string][] = [
  ['correct horse 42', '$2b$04$FVSiVScykz6PdoCFubEZ/.e/PvYZRFykMrHHMar9CrhvKDHhJL8qm'],
  ['pässwörd 🏃', '$2b$04$T787DnNFFd0jvRxyQ2Z5rOvjSJivj7psPSXQdMzCqru8wbRmKpS1i'],
  [`${'x'.repeat(72)}TAIL`, '$2b$04$T4EVR90N6RaZsHc.U9tRC.Me0uYi0x6lqup4FHuCYypxGGQmfXuv6'],
  ['é'.repeat(40), '$2b$04$LcdpsUi74UqxkliLWg.9nuxyye2rWVoX2tG8MEtWbesvN6y0vQqwK'],
]

describe('an imported hash', () => {
  test.each(IMPORTED)('is matched by its password %s', async (password, hash) => {
    expect(await passwordMatches(password, hash)).toBeTrue()
    expect(await passwordMatches(`!${password}`, hash)).toBeFalse()
    expect(isOutdatedHash(hash)).toBeTrue()
  })

  test('is matched by what differs after 72 bytes only, as where it was made', async () => {
    const [, , [, hash = ''] = []] = IMPORTED
    expect(await passwordMatches(`${'x'.repeat(72)}other`, hash)).toBeTrue()
    expect(await passwordMatches('x'.repeat(71), hash)).toBeFalse()
  })
})

describe('no hash', () => {
  test('is matched by nothing, after the work that a hash costs', async () => {
    const hash = await hashPassword('password')
    /** The shortest of some times, so that what else the machine does counts little. */
    const duration = async (known: string | undefined) => {
      const times: number[] = []
      for (let round = 0; round < 5; round += 1) {
        const began = performance.now()
        await passwordMatches('wrong password', known)
        times.push(performance.now() - began)
      }
      return Math.min(...times)
    }
    expect(await duration(undefined)).toBeGreaterThan((await duration(hash)) / 3)
    expect(await passwordMatches('', undefined)).toBeFalse()
  })

  test.each(['', 'none', '$argon2id$broken', '$2b$12$short'])(
    'is what %j is worth',
    async (hash) => {
      expect(await passwordMatches('password', hash)).toBeFalse()
    },
  )
})

describe('a new hash', () => {
  test('is argon2id with a salt of its own', async () => {
    const [one, other] = [await hashPassword('password'), await hashPassword('password')]
    expect(one).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(one).not.toBe(other)
    expect(isOutdatedHash(one)).toBeFalse()
    expect(await passwordMatches('password', one)).toBeTrue()
    expect(await passwordMatches('Password', one)).toBeFalse()
  })

  test('tells long passwords apart beyond any length', async () => {
    const long = 'x'.repeat(200)
    const hash = await hashPassword(`${long}a`)
    expect(await passwordMatches(`${long}a`, hash)).toBeTrue()
    expect(await passwordMatches(`${long}b`, hash)).toBeFalse()
  })
})
