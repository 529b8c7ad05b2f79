import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseDate, parsePastDay } from '@/lib/time/local-date'

describe('parseDate', () => {
  test('reads calendar dates with or without leading zeros', () => {
    const days = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, (day) => {
        const written = day.toISOString().slice(0, 10)
        expect(parseDate(written)).toBe(written)
        expect(parseDate(written.replaceAll('-0', '-'))).toBe(written)
      }),
    )
  })

  test.each([
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-00-10',
    '2024-13-01',
    '2024-01-00',
    '2024-01-32',
    '0000-01-01',
  ])('rejects a date that does not exist: %s', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  test('rejects everything else', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/^\d{4}-\d{1,2}-\d{1,2}$/.test(text)),
        (text) => {
          expect(parseDate(text)).toBeUndefined()
        },
      ),
    )
  })
})

test('parsePastDay accepts days from 1900 to today', () => {
  for (const day of ['1900-01-01', '2026-03-10', '2024-02-29'])
    expect(parsePastDay(day, '2026-03-10')).toBe(day)
  for (const day of ['1899-12-31', '2026-03-11', '2026-02-30', 'today', ''])
    expect(parsePastDay(day, '2026-03-10')).toBeUndefined()
})
