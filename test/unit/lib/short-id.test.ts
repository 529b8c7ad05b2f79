import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeShortId, encodeShortId } from '@/lib/text/short-id'

describe('short identifiers', () => {
  test('encode a UUID as 22 characters, padded on the left', () => {
    expect(encodeShortId('00000000-0000-0000-0000-000000000000')).toBe('2'.repeat(22))
    expect(encodeShortId('00000000-0000-0000-0000-00000000003a')).toBe(`${'2'.repeat(20)}33`)
  })

  test('can be decoded to the same UUID', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => decodeShortId(encodeShortId(uuid)) === uuid))
  })

  test.each(['', 'abc0', 'lIO1', 'z'.repeat(22), 'z'.repeat(40)])('reject %p', (text) => {
    expect(decodeShortId(text)).toBeUndefined()
  })
})
