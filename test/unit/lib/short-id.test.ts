import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { shortIdOf, uuidOf } from '@/lib/short-id'

describe('short identifiers', () => {
  test('write a UUID with 22 characters, padded on the left', () => {
    expect(shortIdOf('00000000-0000-0000-0000-000000000000')).toBe('2'.repeat(22))
    expect(shortIdOf('00000000-0000-0000-0000-00000000003a')).toBe(`${'2'.repeat(20)}33`)
  })

  test('can be turned back into the UUID they were made of', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => uuidOf(shortIdOf(uuid)) === uuid))
  })

  test.each(['', 'abc0', 'lIO1', 'z'.repeat(22), 'z'.repeat(40)])('are not %p', (text) => {
    expect(uuidOf(text)).toBeUndefined()
  })
})
