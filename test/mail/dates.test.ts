import { describe, expect, test } from 'bun:test'
import { mailDate } from '@/mail/dates'
import languages from '@/reference/languages.json'

const INSTANT = Date.parse('2026-02-28T23:05:09Z')
const inParis = { timezone: 'Europe/Paris', language: 'en' }

describe('the date in a mail', () => {
  test.each([
    ['MM/dd/yyyy', '03/01/2026 - 00:05:09'],
    ['dd/MM/yyyy', '01/03/2026 - 00:05:09'],
    ['yyyy-MM-dd', '2026-03-01 - 00:05:09'],
    ['date_string', 'Mar. 1, 2026 - 00:05:09'],
  ])('is written as %s in the reader’s time zone', (date_format, shown) => {
    expect(mailDate(INSTANT, { ...inParis, date_format })).toBe(shown)
  })

  test.each([
    ['fr', '1 mars 2026 - 00:05:09'],
    ['de', '1. Mär 2026 - 00:05:09'],
    ['eu', '2026 mar 1 - 00:05:09'],
    ['zh_Hans', '2026年3月1日 - 00:05:09'],
    ['xx', 'Mar. 1, 2026 - 00:05:09'],
  ])('has the words of %s', (language, shown) => {
    const reader = { ...inParis, language, date_format: 'date_string' }
    expect(mailDate(INSTANT, reader)).toBe(shown)
  })

  test.each(languages.languages.map(({ code }) => code))('can be written in %s', (language) => {
    const reader = { ...inParis, language, date_format: 'date_string' }
    expect(mailDate(INSTANT, reader)).toMatch(/2026.* - 00:05:09$/)
  })

  test('follows the clock of the time zone', () => {
    const reader = { timezone: 'America/New_York', language: 'en', date_format: 'yyyy-MM-dd' }
    expect(mailDate(INSTANT, reader)).toBe('2026-02-28 - 18:05:09')
  })
})
