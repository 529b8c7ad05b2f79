import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { instantOf, localText, wallClock } from '@/lib/time-zone'

const wall = (text: string) => Date.parse(`${text}Z`)
const iso = (instant: number) => new Date(instant).toISOString()

describe('instantOf', () => {
  test.each([
    ['2024-01-15T10:00:00', '2024-01-15T09:00:00.000Z'],
    ['2024-07-15T10:00:00', '2024-07-15T08:00:00.000Z'],
  ])('reads %s in Paris', (local, instant) => {
    expect(iso(instantOf(wall(local), 'Europe/Paris'))).toBe(instant)
  })

  test('reads a time that clocks skip with the winter offset', () => {
    expect(iso(instantOf(wall('2024-03-31T02:30:00'), 'Europe/Paris'))).toBe(
      '2024-03-31T01:30:00.000Z',
    )
  })

  test('reads a time that clocks show twice with the winter offset', () => {
    expect(iso(instantOf(wall('2024-10-27T02:30:00'), 'Europe/Paris'))).toBe(
      '2024-10-27T01:30:00.000Z',
    )
  })

  test('undoes wallClock away from changes of the clocks', () => {
    const zones = fc.constantFrom('Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'UTC')
    const days = fc.integer({ min: 0, max: 20_000 }).map((day) => (day + 0.5) * 86_400_000)
    fc.assert(
      fc.property(days, zones, (instant, zone) => {
        expect(instantOf(wallClock(instant, zone), zone)).toBe(instant)
      }),
    )
  })
})

test('localText writes date and time of a zone', () => {
  expect(localText(Date.parse('2024-05-11T07:00:00Z'), 'Europe/Paris')).toBe('2024-05-11 09:00:00')
  expect(localText(Date.parse('2024-12-31T23:30:00Z'), 'Asia/Tokyo')).toBe('2025-01-01 08:30:00')
})
