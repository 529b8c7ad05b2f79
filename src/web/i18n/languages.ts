import { deviceLanguageOf, FALLBACK, LANGUAGE_KEY } from './device-language'
import { type Catalogue, speak, spokenLanguage } from './text'

/** The languages the UI is written in. Catalogues are compiled when the UI is built. */
const CATALOGUES: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  de: () => import('@/reference/locales/de/web.json'),
  en: () => import('@/reference/locales/en/web.json'),
  es: () => import('@/reference/locales/es/web.json'),
  fr: () => import('@/reference/locales/fr/web.json'),
  it: () => import('@/reference/locales/it/web.json'),
  nl: () => import('@/reference/locales/nl/web.json'),
  pl: () => import('@/reference/locales/pl/web.json'),
  pt: () => import('@/reference/locales/pt/web.json'),
}

/** The language to speak to somebody who reads `language`: that one, or English where it is not written yet. */
const written = (language: string): string => (language in CATALOGUES ? language : FALLBACK)

/** The language of this device: the account's last known one, else the first of the browser's that is written. */
export const deviceLanguage = (): string => deviceLanguageOf((wish) => wish in CATALOGUES)

/** Speaks a language as soon as its texts are here. */
export async function loadLanguage(language: string): Promise<void> {
  const catalogue = await CATALOGUES[written(language)]?.()
  if (!catalogue) return
  document.documentElement.lang = written(language)
  speak(written(language), catalogue.default as Catalogue)
}

/** Speaks the language of an account from now on, on this device also before the next login. */
export async function followLanguage(language: string): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, language)
  if (written(language) !== spokenLanguage()) await loadLanguage(language)
}
