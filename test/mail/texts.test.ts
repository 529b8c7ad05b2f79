import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import languages from '@/domain/reference/languages.json'
import english from '@/domain/reference/locales/en/mail.json'
import { translator } from '@/services/mail/message'

type Catalogue = Record<string, string>

const placeholders = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

const translated = await Promise.all(
  [...new Glob('src/domain/reference/locales/*/mail.json').scanSync('.')].map(
    async (path): Promise<[string, Catalogue]> => [
      path.split('/').at(-2) ?? '',
      await Bun.file(path).json(),
    ],
  ),
)

describe.each(translated)('the translations to %s', (language, catalogue) => {
  test('are in a documented language', () => {
    expect(languages.languages.map(({ code }) => code)).toContain(language)
  })

  test('have the keys and placeholders of the English texts', () => {
    const texts: Catalogue = english
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(texts).sort())
    for (const [key, text] of Object.entries(catalogue))
      expect([key, placeholders(text)]).toEqual([key, placeholders(texts[key])])
  })

  test('are used', () => {
    const translate = translator(language)
    expect(translate('common.greeting', { username: 'sam' })).toBe(
      catalogue['common.greeting']?.replace('{username}', 'sam') ?? '',
    )
  })
})
