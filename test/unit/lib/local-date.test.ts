import { describe, expect, test } from 'bun:test'
import { parseLocalDay, parseLocalMinute } from '@/lib/time/local-date'

const PARIS = 'Europe/Paris'
const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)

describe('parseLocalDay', () => {
  test('uses the day of the time zone, not of UTC', () => {
    expect(parseLocalDay('2024-02-10', PARIS)).toEqual({
      start: at('2024-02-09T23:00:00Z'),
      end: at('2024-02-10T23:00:00Z'),
    })
  })

  test.each([
    ['2024-03-31', 23],
    ['2024-10-27', 25],
  ])('makes %s %i hours long across a change of the clocks', (text, hours) => {
    const day = parseLocalDay(text, PARIS)
    expect((day?.end ?? 0) - (day?.start ?? 0)).toBe(hours * HOUR)
  })

  test('begins a day without midnight at its first instant', () => {
    expect(parseLocalDay('2018-11-04', 'America/Sao_Paulo')?.start).toBe(at('2018-11-04T03:00:00Z'))
  })

  test('accepts dates without leading zeros', () => {
    expect(parseLocalDay('2024-2-1', PARIS)).toEqual(parseLocalDay('2024-02-01', PARIS))
  })

  test.each([
    '',
    '2024',
    '01/02/2024',
    '2024-13-01',
    '2024-02-30',
    '2024-02-10 10:00',
    '0000-01-01',
  ])('rejects %p', (text) => {
    expect(parseLocalDay(text, PARIS)).toBeUndefined()
  })
})

describe('parseLocalMinute', () => {
  test('reads local time in the time zone', () => {
    expect(parseLocalMinute('2024-07-10 09:30', PARIS)).toBe(at('2024-07-10T07:30:00Z'))
  })

  test('reads skipped and repeated times with the standard offset', () => {
    expect(parseLocalMinute('2024-03-31 02:30', PARIS)).toBe(at('2024-03-31T01:30:00Z'))
    expect(parseLocalMinute('2024-10-27 02:30', PARIS)).toBe(at('2024-10-27T01:30:00Z'))
  })

  test.each([
    '2024-02-10',
    '2024-02-10 09:30:00',
    '2024-02-10T09:30',
    '2024-02-10 24:00',
    'yesterday',
  ])('rejects %p', (text) => {
    expect(parseLocalMinute(text, PARIS)).toBeUndefined()
  })
})
