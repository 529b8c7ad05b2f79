import { expect, test } from 'bun:test'
import { repairBrowserLanguages, toLanguageTag } from '@/web/i18n/browser-languages'

test.each([
  ['en-US', 'en-US'],
  ['zh-Hans-CN', 'zh-Hans-CN'],
  ['en-US@posix', 'en-US'],
  ['de_AT.UTF-8@euro', 'de-AT'],
  ['pt_BR', 'pt-BR'],
  ['C', 'en'],
  ['C.UTF-8', 'en'],
  ['', 'en'],
])('the system locale %j becomes %s', (name, tag) => {
  expect(toLanguageTag(name)).toBe(tag)
  expect(new Intl.Locale(toLanguageTag(name)).language).toBeString()
})

test('invalid languages of the browser are replaced', () => {
  const said = { language: 'de_AT@euro', languages: ['de_AT@euro', 'en-US@posix'] as const }
  const browser = Object.create(said)
  repairBrowserLanguages(browser)
  expect(browser.language).toBe('de-AT')
  expect(browser.languages).toEqual(['de-AT', 'en-US'])
})

test('valid languages of the browser are not changed', () => {
  const browser = Object.create({ language: 'de-AT', languages: ['de-AT', 'en'] })
  repairBrowserLanguages(browser)
  expect(Object.keys(browser)).toEqual([])
})
