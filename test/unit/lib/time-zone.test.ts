import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { instantOf, localText, wallClock } from '@/lib/local-date'
import catalogue from '@/reference/timezones.json'
import { runs } from '../../support/properties'

const at = (text: string) => Date.parse(text)
const zone = fc.constantFrom(...catalogue.timezones)
const instant = fc.integer({ min: at('1930-01-01T00:00:00Z'), max: at('2080-01-01T00:00:00Z') })

/** What the formatter of dates says: another way to the same clock. */
function formatted(when: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return format.format(when)
}

describe('wallClock', () => {
  test('shows what clocks in the zone show, with summer time', () => {
    expect(wallClock(at('2024-07-01T12:00:00.250Z'), 'Europe/Paris')).toBe(
      at('2024-07-01T14:00:00.250Z'),
    )
    expect(wallClock(at('2024-01-01T12:00:00Z'), 'Asia/Kathmandu')).toBe(at('2024-01-01T17:45:00Z'))
  })

  test('agrees with the formatter of dates in every zone at any time', () => {
    fc.assert(
      fc.property(instant, zone, (when, timezone) => {
        expect(localText(when, timezone)).toBe(formatted(when, timezone))
      }),
      runs(500),
    )
  })
})

describe('instantOf', () => {
  test('undoes the wall clock, but for times that clocks show twice', () => {
    fc.assert(
      fc.property(instant, zone, (when, timezone) => {
        const wall = wallClock(when, timezone)
        expect(wallClock(instantOf(wall, timezone), timezone)).toBe(wall)
      }),
      runs(500),
    )
  })

  test.each([
    ['2024-03-31T02:30:00Z', '2024-03-31T01:30:00Z'],
    ['2024-10-27T02:30:00Z', '2024-10-27T01:30:00Z'],
  ])('reads %s in Paris with the standard offset', (wall, expected) => {
    expect(instantOf(at(wall), 'Europe/Paris')).toBe(at(expected))
  })
})
