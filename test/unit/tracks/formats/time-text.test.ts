import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseTimeText } from '@/domain/tracks/formats/text/time-text'

const EIGHT = Date.UTC(2024, 4, 4, 8) * 1000

describe('parseTimeText', () => {
  test.each([
    ['2024-05-04T08:00:00Z', EIGHT],
    ['2024-05-04 08:00:00Z', EIGHT],
    ['2024-5-4T8:0:0Z', EIGHT],
    ['2024-05-04T08:00:00', EIGHT],
    ['2024-05-04T08:00:00.5Z', EIGHT + 500_000],
    ['2024-05-04T08:00:00.123456Z', EIGHT + 123_456],
    ['2024-05-04T08:00:00.123456789Z', EIGHT + 123_456],
    ['2024-5-4T8:0:0.25', EIGHT + 250_000],
    ['2024-05-04T10:00:00+02:00', EIGHT],
    ['2024-05-04T10:00:00+0200', EIGHT],
    ['2024-05-04T10:00:00+02', EIGHT],
    ['2024-05-04T13:45:00.5+05:45', EIGHT + 500_000],
    ['2024-05-04T04:30:00-03:30', EIGHT],
    ['2024-05-04T05:00:00\u221203:00', EIGHT],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29) * 1000],
    ['1969-12-31T23:59:59.999999Z', -1],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000_000],
  ])('reads %s', (text, microseconds) => {
    expect(parseTimeText(text)).toBe(microseconds)
  })

  test.each([
    '',
    'yesterday',
    '2024-05-04',
    '2024-05-04T08:00Z',
    '20240504T080000Z',
    '24-05-04T08:00:00Z',
    ' 2024-05-04T08:00:00Z',
    '2024-05-04T08:00:00Z ',
    '2024-05-04T08:00:00.Z',
    '2024-05-04T08:00:00.1234567890123456Z',
    '2024-05-04T08:00:00,5Z',
    '2024-05-04T08:00:00+2',
    '2024-05-04T08:00:00+24:00',
    '2024-05-04X08:00:00Z',
    '2024-05-04T08:00:000Z',
    '2024-05-04T0a:00:00Z',
  ])('does not read %p', (text) => {
    expect(parseTimeText(text)).toBeNaN()
  })

  test.each([
    '2024-13-01T00:00:00Z',
    '2024-00-01T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2024-04-31T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2024-05-04T24:00:00Z',
    '2024-05-04T08:60:00Z',
    '2024-05-04T08:00:60Z',
  ])('rejects the nonexistent %s', (text) => {
    expect(parseTimeText(text)).toBeNaN()
  })

  test('agrees with the calendar of the platform', () => {
    const years = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') }
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
        expect(parseTimeText(date.toISOString())).toBe(date.getTime() * 1000)
      }),
    )
  })

  test('reads the same instant in any notation', () => {
    const offset = fc.integer({ min: -23 * 60, max: 23 * 60 })
    const instant = fc.integer({ min: 0, max: 2 ** 31 })
    fc.assert(
      fc.property(instant, offset, (seconds, minutes) => {
        const local = new Date((seconds + minutes * 60) * 1000)
        const [date = '', time = ''] = local.toISOString().slice(0, 19).split('T')
        const loose = date.replace(/-0/g, '-')
        const sign = minutes < 0 ? '-' : '+'
        const away = Math.abs(minutes)
        const hours = String(Math.floor(away / 60)).padStart(2, '0')
        const zone = `${sign}${hours}:${String(away % 60).padStart(2, '0')}`
        expect(parseTimeText(`${date}T${time}${zone}`)).toBe(seconds * 1_000_000)
        expect(parseTimeText(`${loose} ${time}${zone}`)).toBe(seconds * 1_000_000)
      }),
    )
  })
})
