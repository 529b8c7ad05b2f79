/** Where this device keeps the language of the account that was last here. */
export const LANGUAGE_KEY = 'milepost.language'

/** What is spoken to those whose language is not written yet. */
export const FALLBACK = 'en'

/** The language of this device among those that are written: the account's last known one, else the browser's first. */
export function deviceLanguageOf(isWritten: (language: string) => boolean): string {
  const wishes = [
    localStorage.getItem(LANGUAGE_KEY),
    ...navigator.languages.map((tag) => tag.split('-')[0]),
  ]
  return wishes.find((wish) => wish && isWritten(wish)) ?? FALLBACK
}
