/** The localStorage key of the language of the account last used on this device. */
export const LANGUAGE_KEY = 'milepost.language'

/** The language used if there is no translation into the user's language. */
export const FALLBACK = 'en'

/**
 * Returns the first available language among the account's last known one and the browser's languages; English if none
 * is available.
 */
export function chooseDeviceLanguage(isAvailable: (language: string) => boolean): string {
  const candidates = [
    localStorage.getItem(LANGUAGE_KEY),
    ...navigator.languages.map((tag) => tag.split('-')[0]),
  ]
  return candidates.find((candidate) => candidate && isAvailable(candidate)) ?? FALLBACK
}
