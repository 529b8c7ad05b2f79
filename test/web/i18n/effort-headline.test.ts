import { afterEach, expect, test } from 'bun:test'
import { formatEffortTarget } from '@/web/components/numbers/effort-text'
import { type Catalogue, setLanguage, t } from '@/web/i18n/text'

const HALF = { kind: 'distance', target: 21_097.5 } as const

/** The test runner compiles the texts, as the build does. */
async function speak(language: string): Promise<void> {
  const texts = await import(`@/domain/reference/locales/${language}/web.json`)
  setLanguage(language, texts.default as Catalogue)
}

afterEach(() => speak('en'))

test.each([
  ['en', 'Best half marathon ever'],
  ['de', 'Bestwert über Halbmarathon'],
  ['es', 'Mejor marca en media maratón'],
  ['fr', 'Record sur semi-marathon'],
  ['it', 'Miglior risultato su mezza maratona'],
  ['nl', 'Beste halve marathon'],
  ['pl', 'Najlepszy wynik: półmaraton'],
  ['pt', 'Melhor marca em meia maratona'],
])('the headline of a half marathon has no odd capital in %s', async (language, text) => {
  await speak(language)
  const target = formatEffortTarget(HALF, { locale: language, units: 'metric' }, true)
  expect(t('headline.effort', { place: '1', kind: 'distance', target })).toBe(text)
})
