import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createSealer } from '@/lib/text/sealed-text'

const sealer = createSealer('a secret key for tests')

describe('a sealed text', () => {
  test('can be opened with the same key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sealer.open(sealer.seal(text))).toBe(text)
      }),
    )
  })

  test('reveals nothing and differs every time', () => {
    const [one, other] = [sealer.seal('the same secret'), sealer.seal('the same secret')]
    expect(one.equals(other)).toBeFalse()
    expect(one.toString('latin1')).not.toContain('secret')
  })

  test('cannot be opened with another key', () => {
    expect(() => createSealer('another key').open(sealer.seal('text'))).toThrow()
  })

  test('cannot be opened when a byte has changed', () => {
    const sealed = sealer.seal('text')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => sealer.open(changed)).toThrow()
    }
  })

  test.each([0, 1, 12, 27])('cannot be opened when it has only %i bytes', (length) => {
    expect(() => sealer.open(Buffer.alloc(length))).toThrow()
  })
})
