import { describe, expect, test } from 'bun:test'
import languages from '@/domain/reference/languages.json'
import { mailDate } from '@/services/mail/dates'

const INSTANT = Date.parse('2026-02-28T23:05:09Z')
const inParis = { timezone: 'Europe/Paris', language: 'en' }

describe('the date in an email', () => {
  test.each([
    ['MM/dd/yyyy', '03/01/2026 - 00:05:09'],
    ['dd/MM/yyyy', '01/03/2026 - 00:05:09'],
    ['yyyy-MM-dd', '2026-03-01 - 00:05:09'],
    ['date_string', 'Mar. 1, 2026 - 00:05:09'],
  ])("is formatted as %s in the reader's time zone", (date_format, shown) => {
    expect(mailDate(INSTANT, { ...inParis, date_format })).toBe(shown)
  })

  test.each([
    ['fr', '1 mars 2026 - 00:05:09'],
    ['de', '1. März 2026 - 00:05:09'],
    ['es', '1 mar 2026 - 00:05:09'],
    ['it', '1 mar 2026 - 00:05:09'],
    ['nl', '1 mrt. 2026 - 00:05:09'],
    ['pl', '1 mar 2026 - 00:05:09'],
    ['pt', '1 mar. 2026 - 00:05:09'],
    ['cs', '1. bře 2026 - 00:05:09'],
    ['eu', '2026 mar. 1 - 00:05:09'],
    ['nb', '1. mars 2026 - 00:05:09'],
    ['ru', '1 мар. 2026 - 00:05:09'],
    ['zh_Hans', '2026年3月1日 - 00:05:09'],
    ['xx', 'Mar. 1, 2026 - 00:05:09'],
  ])('is translated to %s', (language, shown) => {
    const reader = { ...inParis, language, date_format: 'date_string' }
    expect(mailDate(INSTANT, reader)).toBe(shown)
  })

  test('has German months in the form used next to a day, with a dot after abbreviations', () => {
    const german = { ...inParis, language: 'de', date_format: 'date_string' }
    const months = Array.from({ length: 12 }, (_, month) => mailDate(Date.UTC(2026, month), german))
    expect(months.map((text) => text.split(' ')[1])).toEqual([
      ...['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni'],
      ...['Juli', 'Aug.', 'Sept.', 'Okt.', 'Nov.', 'Dez.'],
    ])
    const russian = { ...german, language: 'ru' }
    expect(mailDate(Date.UTC(2026, 4, 9), russian)).toStartWith('9 мая 2026')
  })

  test.each(languages.languages.map(({ code }) => code))('can be formatted in %s', (language) => {
    const reader = { ...inParis, language, date_format: 'date_string' }
    expect(mailDate(INSTANT, reader)).toMatch(/2026.* - 00:05:09$/)
  })

  test("uses the reader's time zone", () => {
    const reader = { timezone: 'America/New_York', language: 'en', date_format: 'yyyy-MM-dd' }
    expect(mailDate(INSTANT, reader)).toBe('2026-02-28 - 18:05:09')
  })
})
