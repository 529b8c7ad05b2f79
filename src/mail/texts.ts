import german from '@/reference/locales/de/mail.json'
import english from '@/reference/locales/en/mail.json'
import french from '@/reference/locales/fr/mail.json'

export type TextKey = keyof typeof english

/** Languages mails are written in; who prefers another one gets English. */
const CATALOGUES: Record<string, Partial<Record<TextKey, string>>> = {
  de: german,
  en: english,
  fr: french,
}

/** A text in the reader's language, `{name}` replaced by the value of that name. */
export type Translate = (key: TextKey, values?: Record<string, string>) => string

/** The texts of a language, each in English where it has none. */
export function translator(language: string): Translate {
  const catalogue = CATALOGUES[language] ?? {}
  return (key, values = {}) =>
    (catalogue[key] ?? english[key]).replace(/\{(\w+)\}/g, (name, word) => values[word] ?? name)
}

/** The language a mail will be in. */
export const languageOfMail = (language: string): string =>
  language in CATALOGUES ? language : 'en'
