import { chooseDeviceLanguage, FALLBACK, LANGUAGE_KEY } from './device-language'
import { type Catalogue, getLanguage, setLanguage } from './text'

/** Translations of the UI. The catalogues are compiled when the UI is built. */
const CATALOGUES: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  de: () => import('@/domain/reference/locales/de/web.json'),
  en: () => import('@/domain/reference/locales/en/web.json'),
  es: () => import('@/domain/reference/locales/es/web.json'),
  fr: () => import('@/domain/reference/locales/fr/web.json'),
  it: () => import('@/domain/reference/locales/it/web.json'),
  nl: () => import('@/domain/reference/locales/nl/web.json'),
  pl: () => import('@/domain/reference/locales/pl/web.json'),
  pt: () => import('@/domain/reference/locales/pt/web.json'),
}

/** Returns `language` if the UI is translated into it, otherwise English. */
const toAvailableLanguage = (language: string): string =>
  language in CATALOGUES ? language : FALLBACK

/**
 * Returns the language to use on this device: the account's last known one, otherwise the first of the browser's
 * languages with a translation.
 */
export const getDeviceLanguage = (): string =>
  chooseDeviceLanguage((candidate) => candidate in CATALOGUES)

/** Loads the texts of a language and switches the page to it. */
export async function loadLanguage(language: string): Promise<void> {
  const catalogue = await CATALOGUES[toAvailableLanguage(language)]?.()
  if (!catalogue) return
  document.documentElement.lang = toAvailableLanguage(language)
  setLanguage(toAvailableLanguage(language), catalogue.default as Catalogue)
}

/** Switches the page to an account's language, and remembers it on this device for the time before the next login. */
export async function switchLanguage(language: string): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, language)
  if (toAvailableLanguage(language) !== getLanguage()) await loadLanguage(language)
}
