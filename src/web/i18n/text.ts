import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'
import type english from '@/reference/locales/en/web.json'
import { dateFormat, numberFormat, pluralRules } from './formats'

/** A key of the text catalogue. */
export type TextKey = keyof typeof english

/** Every text of the UI in one language, compiled from ICU MessageFormat. */
export type Catalogue = Readonly<Record<TextKey, CompiledMessage>>

type Values = Readonly<Record<string, string | number>>

const listeners = new Set<() => void>()
const active: { language: string; catalogue: Partial<Catalogue> } = {
  language: 'en',
  catalogue: {},
}

const OPTIONS: FormatOptions = {
  formatters: {
    getNumberFormat: (locale) => numberFormat(String(locale), {}),
    getPluralRules: (locale) => pluralRules(String(locale), {}),
    getDateTimeFormat: (locale, options) => dateFormat(String(locale), options ?? {}),
  },
}

/** Makes a language the one that the page speaks; everything that watches it is told. */
export function speak(language: string, catalogue: Catalogue): void {
  Object.assign(active, { language, catalogue })
  for (const listener of listeners) listener()
}

/** The language the page speaks. */
export const spokenLanguage = (): string => active.language

/** Calls back whenever the page speaks another language; answers how to stop it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The text of a key in the language of the page, with its values filled in and counted things in the right number. */
export function t(key: TextKey, values?: Values): string {
  return String(format(active.catalogue[key] ?? key, active.language, values, OPTIONS))
}
