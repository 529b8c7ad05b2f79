import { beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import english from '@/domain/reference/locales/en/web.json'
import { describeInBrowser } from '../support/browser-world'

const LOCALES = resolve(import.meta.dir, '../../src/domain/reference/locales')
const KEYS = new Set(Object.keys(english))
const PATHS = [
  ...['/', '/workouts', '/statistics', '/records', '/settings', '/admin'],
  ...['/workouts/add', '/workouts/duplicates', '/workouts/tasks', '/move-in'],
]

const PHONE = { width: 390, height: 844 }

const CONSENT = {
  scope: 'workouts:read profile:read',
  redirect_uri: 'https://app.example.org/back',
}

/** Time limit in milliseconds for fifteen screens, even on a machine that is several times slower than most. */
const PATIENCE = 180_000

const textsOf = async (language: string): Promise<Record<string, string>> =>
  Bun.file(join(LOCALES, language, 'web.json')).json()

/** Keys on a page in place of translated texts. */
const untranslated = async (page: Page): Promise<string[]> => {
  // biome-ignore lint/performance/useDomNodeTextContent: words of neighbours would run together
  const words = (await page.locator('body').innerText()).split(/\s+/)
  return words.filter((word) => KEYS.has(word))
}

/** Texts of buttons and select lists that do not fit on a phone. */
async function cutWords(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE)
  const words = await page
    .locator('.mantine-Button-label, input[aria-haspopup=listbox]')
    .evaluateAll((elements) =>
      elements
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((one) => (one instanceof HTMLInputElement ? one.value : one.textContent)),
    )
  if (before) await page.setViewportSize(before)
  return words
}

describeInBrowser('the languages in a browser', (world) => {
  let consent = ''

  beforeAll(async () => {
    await world().pageOf('nosy')
    await world().pageOf('noisy')
    const report = { note: 'Noisy', object_id: 'noisy', object_type: 'user' }
    await world().call('nosy', 'POST', '/reports', report)
    const answer = (await world().call('nosy', 'POST', '/oauth/apps', {
      client_name: 'Planner',
      client_uri: 'https://app.example.org',
      redirect_uris: [CONSENT.redirect_uri],
      scope: CONSENT.scope,
    })) as { data: { client: { client_id: string } } }
    const { client_id } = answer.data.client
    const search = new URLSearchParams({ ...CONSENT, client_id, response_type: 'code' })
    consent = `/profile/apps/authorize?${search}`
  })

  test.each(readdirSync(LOCALES))(
    '%s is used on every screen without cut-off texts, and in the page',
    async (language) => {
      const name = `speaks_${language}`
      const page = await world().pageOf(name, { role: 'admin' })
      await world().call(name, 'POST', '/auth/profile/edit/preferences', { language })
      const workout = await world().ride(name, { name: 'A ride' })
      const texts = await textsOf(language)
      for (const path of [...PATHS, '/admin/reports/1', consent, `/workouts/${workout}`]) {
        await world().open(page, path)
        await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
        expect([path, await untranslated(page)]).toEqual([path, []])
        expect([path, await cutWords(page)]).toEqual([path, []])
      }
      await world().open(page, '/workouts')
      await page.getByRole('button', { name: texts['filter.title'] ?? '', exact: true }).click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      expect(['filters', await cutWords(page)]).toEqual(['filters', []])
      await world().open(page, `/workouts/${workout}`)
      await page
        .getByText(texts['workout.records'] ?? '', { exact: true })
        .first()
        .waitFor()
      await world().expectAccessible(page, true)
    },
    PATIENCE,
  )

  test('a visitor gets the language of the browser', async () => {
    const page = await world().visitor({ locale: 'nl-NL' })
    await world().open(page, '/login')
    await page.locator('html[lang="nl"]').waitFor({ state: 'attached' })
  })

  test('a browser with an invalid language shows everything, including charts', async () => {
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

  test('a visitor with an unsupported language gets English', async () => {
    const page = await world().visitor({ locale: 'fi-FI' })
    await world().open(page, '/login')
    await page.locator('html[lang="en"]').waitFor({ state: 'attached' })
  })
})
