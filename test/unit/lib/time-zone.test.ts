import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import catalogue from '@/domain/reference/timezones.json'
import { formatLocalTime, toInstant, toWallClock } from '@/lib/time/local-date'
import { runs } from '../../support/properties'

const at = (text: string) => Date.parse(text)
const zone = fc.constantFrom(...catalogue.timezones)
const instant = fc.integer({ min: at('1930-01-01T00:00:00Z'), max: at('2080-01-01T00:00:00Z') })

/** Formats an instant with Intl: an independent way to compute the same local time. */
function formatted(when: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return format.format(when)
}

describe('toWallClock', () => {
  test('converts to local time, with daylight saving time', () => {
    expect(toWallClock(at('2024-07-01T12:00:00.250Z'), 'Europe/Paris')).toBe(
      at('2024-07-01T14:00:00.250Z'),
    )
    expect(toWallClock(at('2024-01-01T12:00:00Z'), 'Asia/Kathmandu')).toBe(
      at('2024-01-01T17:45:00Z'),
    )
  })

  test('agrees with Intl in every zone at any time', () => {
    fc.assert(
      fc.property(instant, zone, (when, timezone) => {
        expect(formatLocalTime(when, timezone)).toBe(formatted(when, timezone))
      }),
      runs(500),
    )
  })
})

describe('toInstant', () => {
  test('inverts toWallClock, except for times that occur twice', () => {
    fc.assert(
      fc.property(instant, zone, (when, timezone) => {
        const wall = toWallClock(when, timezone)
        expect(toWallClock(toInstant(wall, timezone), timezone)).toBe(wall)
      }),
      runs(500),
    )
  })

  test.each([
    ['2024-03-31T02:30:00Z', '2024-03-31T01:30:00Z'],
    ['2024-10-27T02:30:00Z', '2024-10-27T01:30:00Z'],
  ])('reads %s in Paris with the standard offset', (wall, expected) => {
    expect(toInstant(at(wall), 'Europe/Paris')).toBe(at(expected))
  })
})
