import { describe, expect, test } from 'bun:test'
import {
  type DatePreferences,
  formatDate,
  formatMonth,
  formatTime,
  formatWeekday,
  toLocale,
} from '@/web/format/dates'

const NEW_YEAR = new Date('Thu, 31 Dec 2026 23:30:00 GMT')

const preferences = (changes: Partial<DatePreferences> = {}): DatePreferences => ({
  dateFormat: 'MM/dd/yyyy',
  timeZone: 'UTC',
  language: 'en',
  ...changes,
})

describe('formatDate', () => {
  test.each([
    ['MM/dd/yyyy', 'en', '12/31/2026'],
    ['dd/MM/yyyy', 'en', '31/12/2026'],
    ['yyyy-MM-dd', 'en', '2026-12-31'],
    ['date_string', 'en', 'Dec. 31, 2026'],
    ['date_string', 'zh_Hans', '2026年12月31日'],
    ['date_string', 'xx', '2026-12-31'],
  ])('formats %s in %s', (dateFormat, language, text) => {
    expect(formatDate(NEW_YEAR, preferences({ dateFormat, language }))).toBe(text)
  })

  test.each([
    ['de', '7. Sept. 2026', '7. Mai 2026'],
    ['en', 'Sep. 7, 2026', 'May 7, 2026'],
    ['es', '7 sept 2026', '7 may 2026'],
    ['fr', '7 sept. 2026', '7 mai 2026'],
    ['nl', '7 sep. 2026', '7 mei 2026'],
    ['pl', '7 wrz 2026', '7 maj 2026'],
  ])('ends abbreviated months in %s with a full stop', (language, short, whole) => {
    const written = preferences({ dateFormat: 'date_string', language })
    expect(formatDate(new Date('2026-09-07T12:00:00Z'), written)).toBe(short)
    expect(formatDate(new Date('2026-05-07T12:00:00Z'), written)).toBe(whole)
  })

  test('drops leading zeros if the pattern has a single letter', () => {
    const date = new Date('2026-03-05T12:00:00Z')
    const text = formatDate(date, preferences({ dateFormat: 'date_string' }))
    expect(text).toBe('Mar. 5, 2026')
  })

  test('uses the time zone of the account, not of the browser', () => {
    expect(formatDate(NEW_YEAR, preferences({ timeZone: 'Europe/Paris' }))).toBe('01/01/2027')
    expect(formatDate(NEW_YEAR, preferences({ timeZone: 'America/Lima' }))).toBe('12/31/2026')
  })

  test('falls back to UTC for an unknown time zone', () => {
    expect(formatDate(NEW_YEAR, preferences({ timeZone: 'Moon/Base' }))).toBe('12/31/2026')
  })
})

test('times have 24 hours and the time zone of the account', () => {
  expect(formatTime(NEW_YEAR, preferences({ timeZone: 'Europe/Paris' }))).toBe('00:30')
  expect(formatTime(NEW_YEAR, preferences())).toBe('23:30')
})

test('weekday and month use the time zone of the account', () => {
  const paris = preferences({ timeZone: 'Europe/Paris' })
  expect(formatWeekday(NEW_YEAR, paris)).toBe('Fri')
  expect(formatMonth(NEW_YEAR, paris)).toBe('January 2027')
})

test('an invalid date is formatted as an empty text', () => {
  const never = new Date('never')
  const shown = [formatDate, formatTime, formatWeekday, formatMonth].map((format) =>
    format(never, preferences()),
  )
  expect(shown).toEqual(['', '', '', ''])
})

test('toLocale converts zh_Hans and falls back for unknown codes', () => {
  expect(toLocale('zh_Hans')).toBe('zh-Hans')
  expect(toLocale('fr')).toBe('fr')
  expect(toLocale('')).toBe('en')
  expect(toLocale('not a language')).toBe('en')
})
