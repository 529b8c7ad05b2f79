import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sealerFor } from '@/lib/sealed-text'

const sealer = sealerFor('a secret key for tests')

describe('a sealed text', () => {
  test('is opened by the same key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sealer.open(sealer.seal(text))).toBe(text)
      }),
    )
  })

  test('shows nothing of itself, and looks different every time', () => {
    const [one, other] = [sealer.seal('the same secret'), sealer.seal('the same secret')]
    expect(one.equals(other)).toBeFalse()
    expect(one.toString('latin1')).not.toContain('secret')
  })

  test('is opened by no other key', () => {
    expect(() => sealerFor('another key').open(sealer.seal('text'))).toThrow()
  })

  test('is not opened when a byte of it has changed', () => {
    const sealed = sealer.seal('text')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => sealer.open(changed)).toThrow()
    }
  })

  test.each([0, 1, 12, 27])('is more than %i bytes', (length) => {
    expect(() => sealer.open(Buffer.alloc(length))).toThrow()
  })
})
