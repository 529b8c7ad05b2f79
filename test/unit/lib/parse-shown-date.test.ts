import { describe, expect, test } from 'bun:test'
import { parseDisplayedDate } from '@/domain/text/displayed-date'

const LANGUAGES = [
  ...['en-US', 'en-GB', 'de', 'fr', 'es', 'es-419', 'it', 'nl', 'pt-BR', 'pt-PT', 'pl', 'ru', 'ja'],
  ...['ko', 'zh-CN', 'zh-TW', 'da', 'sv', 'nb', 'id', 'tr', 'cs', 'fi', 'el', 'hu', 'uk', 'vi'],
]

describe('parseShownDate', () => {
  test.each(LANGUAGES)('reads dates as they are formatted in %s', (language) => {
    for (const dateStyle of ['medium', 'long'] as const)
      for (let day = 0; day < 366; day += 3) {
        const instant = Date.UTC(2024, 0, 1 + day, (day * 7) % 24, (day * 13) % 60, 5)
        const options = { dateStyle, timeStyle: 'medium', timeZone: 'UTC' } as const
        const text = new Date(instant).toLocaleString(language, options)
        expect({ text, instant: parseDisplayedDate(text) }).toEqual({ text, instant })
      }
  })

  test.each([
    ['Nov 2, 2024, 7:01:02 PM', '2024-11-02T19:01:02Z'],
    ['02.11.2024, 07:01', '2024-11-02T07:01:00Z'],
    ['2 nov. 2024 à 07:01:02', '2024-11-02T07:01:02Z'],
    ['2024-11-02 07:01:02 UTC', '2024-11-02T07:01:02Z'],
    ['12:00:00 AM Jan 1, 2024', '2024-01-01T00:00:00Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(parseDisplayedDate(text)).toBe(Date.parse(instant))
  })

  test.each([
    '',
    'yesterday',
    '31.02.2024, 07:00',
    '2.13.2024, 07:00',
    'Nov 2, 2024',
    '7:01:02 AM',
  ])('rejects %p', (text) => {
    expect(parseDisplayedDate(text)).toBeUndefined()
  })
})
