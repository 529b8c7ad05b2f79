import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import english from '@/reference/locales/en/web.json'
import { describeInBrowser } from '../support/browser-world'

const LOCALES = resolve(import.meta.dir, '../../src/reference/locales')
const KEYS = new Set(Object.keys(english))
const PATHS = [
  ...['/', '/workouts', '/statistics', '/records', '/settings', '/admin'],
  ...['/workouts/add', '/workouts/duplicates', '/workouts/tasks', '/move-in'],
]

/** Milliseconds for eleven screens, also on a machine that is several times slower than most. */
const PATIENCE = 180_000

const textsOf = async (language: string): Promise<Record<string, string>> =>
  Bun.file(join(LOCALES, language, 'web.json')).json()

/** The keys that stand on a page where their texts should. */
const untranslated = async (page: Page): Promise<string[]> => {
  // biome-ignore lint/performance/useDomNodeTextContent: words of neighbours would run together
  const words = (await page.locator('body').innerText()).split(/\s+/)
  return words.filter((word) => KEYS.has(word))
}

describeInBrowser('the languages in a browser', (world) => {
  test.each(readdirSync(LOCALES))(
    '%s is spoken on every screen, and by the page',
    async (language) => {
      const name = `speaks_${language}`
      const page = await world().pageOf(name, { role: 'admin' })
      await world().call(name, 'POST', '/auth/profile/edit/preferences', { language })
      const workout = await world().ride(name, { name: 'A ride' })
      const texts = await textsOf(language)
      for (const path of [...PATHS, `/workouts/${workout}`]) {
        await world().open(page, path)
        await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
        expect([path, await untranslated(page)]).toEqual([path, []])
      }
      await page
        .getByText(texts['workout.records'] ?? '', { exact: true })
        .first()
        .waitFor()
      await world().expectAccessible(page)
    },
    PATIENCE,
  )

  test('a visitor is spoken to in the language of the browser', async () => {
    const page = await world().visitor({ locale: 'nl-NL' })
    await world().open(page, '/login')
    await page.locator('html[lang="nl"]').waitFor({ state: 'attached' })
  })

  test('a browser that calls its language what is none shows everything, charts too', async () => {
    const page = await world().pageOf('posix')
    const workout = await world().ride('posix', { name: 'A ride' })
    await page.addInitScript(() => {
      const said = { language: 'en-US@posix', languages: ['en-US@posix'] }
      for (const [name, value] of Object.entries(said))
        Object.defineProperty(Navigator.prototype, name, { get: () => value })
    })
    await world().open(page, `/workouts/${workout}`)
    await page.locator('.uplot canvas').first().waitFor()
  })

  test('a visitor whose language is not written is spoken to in English', async () => {
    const page = await world().visitor({ locale: 'fi-FI' })
    await world().open(page, '/login')
    await page.locator('html[lang="en"]').waitFor({ state: 'attached' })
  })
})
