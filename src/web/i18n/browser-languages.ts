/** What is taken for a language that nobody has. */
const FALLBACK = 'en'

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}

/** A language as `Intl` takes it (BCP 47), of the name that a system has for it: `de_AT.UTF-8@euro` is `de-AT`. */
export function tagOf(name: string): string {
  if (isTag(name)) return name
  const plain = name.replace(/[.@].*$/, '').replaceAll('_', '-')
  return isTag(plain) ? plain : FALLBACK
}

/**
 * Makes the browser say only languages that there are. On a bare Linux it says `en-US@posix`, at which `Intl` throws, in
 * what others wrote as well: charts could not even be loaded.
 */
export function mendBrowserLanguages(browser: Pick<Navigator, 'language' | 'languages'>): void {
  const { language, languages } = browser
  if ([language, ...languages].every(isTag)) return
  const mended = { language: tagOf(language), languages: languages.map(tagOf) }
  for (const [name, value] of Object.entries(mended))
    Object.defineProperty(browser, name, { value, configurable: true })
}
