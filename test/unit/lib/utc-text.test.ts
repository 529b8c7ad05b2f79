import { describe, expect, test } from 'bun:test'
import { isoUtcText, spacedUtcText } from '@/lib/time/utc-text'

const AT = Date.UTC(2018, 2, 13, 12, 44, 45) * 1000

describe('UTC timestamps', () => {
  test('omit the fraction when it is zero', () => {
    expect(isoUtcText(AT)).toBe('2018-03-13T12:44:45Z')
    expect(spacedUtcText(AT)).toBe('2018-03-13 12:44:45+00:00')
  })

  test('contain all six digits of a fraction', () => {
    expect(isoUtcText(AT + 500_000)).toBe('2018-03-13T12:44:45.500000Z')
    expect(spacedUtcText(AT + 7)).toBe('2018-03-13 12:44:45.000007+00:00')
  })

  test('work before 1970', () => {
    expect(isoUtcText(-1)).toBe('1969-12-31T23:59:59.999999Z')
    expect(spacedUtcText(-2_147_483_648e6)).toBe('1901-12-13 20:45:52+00:00')
  })
})
