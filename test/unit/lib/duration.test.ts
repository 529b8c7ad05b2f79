import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatDuration } from '@/lib/time/duration'

describe('formatDuration', () => {
  test('writes hours without padding, minutes and seconds with two digits', () => {
    for (const form of ['hours', 'days'] as const) {
      expect(formatDuration(0, form)).toBe('0:00:00')
      expect(formatDuration(297, form)).toBe('0:04:57')
      expect(formatDuration(3661, form)).toBe('1:01:01')
      expect(formatDuration(86_399, form)).toBe('23:59:59')
    }
  })

  test('continues to count hours after a day, or separates the days', () => {
    expect(formatDuration(90_000, 'hours')).toBe('25:00:00')
    expect(formatDuration(90_000, 'days')).toBe('1 day, 1:00:00')
    expect(formatDuration(172_805, 'hours')).toBe('48:00:05')
    expect(formatDuration(172_805, 'days')).toBe('2 days, 0:00:05')
    expect(formatDuration(29 * 86_400 + 83_095, 'days')).toBe('29 days, 23:04:55')
  })

  test('writes negative durations, which overlapping segments produce', () => {
    expect(formatDuration(-3600, 'hours')).toBe('-1 day, 23:00:00')
    expect(formatDuration(-3600, 'days')).toBe('-1 day, 23:00:00')
    expect(formatDuration(-86_401, 'days')).toBe('-2 days, 23:59:59')
  })

  test('round-trips in both forms', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (seconds) => {
        expect(readBack(formatDuration(seconds, 'hours'))).toBe(seconds)
        expect(readBack(formatDuration(seconds, 'days'))).toBe(seconds)
      }),
    )
  })
})

function readBack(text: string): number {
  const [, days = '0', sign = '', hours = '', minutes = '', seconds = ''] =
    /^(?:(-?\d+) days?, )?(-?)(\d+):(\d\d):(\d\d)$/.exec(text) ?? []
  const clock = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return Number(days) * 86_400 + (sign ? -clock : clock)
}
