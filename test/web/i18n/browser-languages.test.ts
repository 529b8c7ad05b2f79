import { expect, test } from 'bun:test'
import { mendBrowserLanguages, tagOf } from '@/web/i18n/browser-languages'

test.each([
  ['en-US', 'en-US'],
  ['zh-Hans-CN', 'zh-Hans-CN'],
  ['en-US@posix', 'en-US'],
  ['de_AT.UTF-8@euro', 'de-AT'],
  ['pt_BR', 'pt-BR'],
  ['C', 'en'],
  ['C.UTF-8', 'en'],
  ['', 'en'],
])('the language that a system calls %j is %s', (name, tag) => {
  expect(tagOf(name)).toBe(tag)
  expect(new Intl.Locale(tagOf(name)).language).toBeString()
})

test('a browser that says what is no language says one that there is from then on', () => {
  const said = { language: 'de_AT@euro', languages: ['de_AT@euro', 'en-US@posix'] as const }
  const browser = Object.create(said)
  mendBrowserLanguages(browser)
  expect(browser.language).toBe('de-AT')
  expect(browser.languages).toEqual(['de-AT', 'en-US'])
})

test('a browser that says languages is left alone', () => {
  const browser = Object.create({ language: 'de-AT', languages: ['de-AT', 'en'] })
  mendBrowserLanguages(browser)
  expect(Object.keys(browser)).toEqual([])
})
