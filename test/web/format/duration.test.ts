import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatClock, formatFullClock, formatHours, parseDuration } from '@/web/format/duration'

describe('parseDuration', () => {
  test.each([
    ['0:00:00', 0],
    ['0:41:35', 2495],
    ['25:00:00', 90_000],
    ['1 day, 1:00:00', 90_000],
    ['2 days, 0:00:05', 172_805],
    ['0:00:07.250000', 7],
  ])('parses %s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds)
  })

  test.each([[null], [undefined], [''], ['41:35'], ['0:60:00'], ['an hour']])(
    'returns null for %p',
    (text) => {
      expect(parseDuration(text)).toBeNull()
    },
  )
})

describe('formatClock', () => {
  test('omits hours below one hour', () => {
    expect(formatClock(0)).toBe('0:00')
    expect(formatClock(59.6)).toBe('1:00')
    expect(formatClock(2495)).toBe('41:35')
    expect(formatClock(3600)).toBe('1:00:00')
  })

  test('formats every duration of the server without losing a second', () => {
    const time = { hours: fc.nat(200), minutes: fc.nat(59), seconds: fc.nat(59) }
    fc.assert(
      fc.property(fc.record(time), ({ hours, minutes, seconds }) => {
        const two = (value: number) => String(value).padStart(2, '0')
        const text = `${hours}:${two(minutes)}:${two(seconds)}`
        const shown = formatClock(parseDuration(text) ?? Number.NaN)
        expect(hours > 0 ? shown : `0:${two(minutes)}:${two(seconds)}`).toBe(text)
        expect(hours > 0 || shown === `${minutes}:${two(seconds)}`).toBe(true)
      }),
    )
  })
})

test('formatHours rounds to minutes', () => {
  expect(formatHours(29, 'en')).toBe('0:00')
  expect(formatHours(3599, 'en')).toBe('1:00')
  expect(formatHours(312 * 3600 + 290, 'en')).toBe('312:05')
  expect(formatHours(1378 * 3600, 'en')).toBe('1,378:00')
})

test.each([305, 59, 0, 3600, 360_000])('%d seconds are parsed again in full', (seconds) => {
  expect(parseDuration(formatFullClock(seconds))).toBe(seconds)
})
