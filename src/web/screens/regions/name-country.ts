/** Returns the name of a country (ISO 3166-1 alpha-2) in a language, or its code if the browser does not know it. */
export function nameCountry(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
