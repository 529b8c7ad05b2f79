/** The language used in place of an invalid tag. */
const FALLBACK = 'en'

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}

/**
 * Returns the language tag (BCP 47) for a system's locale name: `de_AT.UTF-8@euro` becomes `de-AT`. Returns English if
 * there is none.
 */
export function toLanguageTag(name: string): string {
  if (isTag(name)) return name
  const plain = name.replace(/[.@].*$/, '').replaceAll('_', '-')
  return isTag(plain) ? plain : FALLBACK
}

/**
 * Replaces invalid language tags of the browser. On a minimal Linux it reports `en-US@posix`, for which `Intl` throws,
 * even within libraries: charts could not be loaded at all.
 */
export function repairBrowserLanguages(browser: Pick<Navigator, 'language' | 'languages'>): void {
  const { language, languages } = browser
  if ([language, ...languages].every(isTag)) return
  const repaired = { language: toLanguageTag(language), languages: languages.map(toLanguageTag) }
  for (const [name, value] of Object.entries(repaired))
    Object.defineProperty(browser, name, { value, configurable: true })
}
