import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createSigner } from '@/lib/text/signed-text'

const signer = createSigner('a secret', 'a purpose')

describe('a signed text', () => {
  test('can be verified with any content', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(signer.verify(signer.sign(text))).toBe(text)
      }),
    )
  })

  test.each([
    ['an empty text', ''],
    ['a text without a signature', '7'],
    ['another text with the same signature', signer.sign('7').replace('7.', '8.')],
    ['a shortened signature', signer.sign('7').slice(0, -1)],
    ['another secret', createSigner('another secret', 'a purpose').sign('7')],
    ['another purpose', createSigner('a secret', 'another purpose').sign('7')],
  ])('is rejected with %s', (_, signed) => {
    expect(signer.verify(signed)).toBeUndefined()
  })
})
