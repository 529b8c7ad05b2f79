import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'
import type english from '@/domain/reference/locales/en/web.json'
import { getDateFormat, getNumberFormat, getPluralRules } from './formats'

/** A key of the text catalogue. */
export type TextKey = keyof typeof english

/** All texts of the UI in one language, compiled from ICU MessageFormat. */
export type Catalogue = Readonly<Record<TextKey, CompiledMessage>>

type Values = Readonly<Record<string, string | number>>

const listeners = new Set<() => void>()
const active: { language: string; catalogue: Partial<Catalogue> } = {
  language: 'en',
  catalogue: {},
}

const OPTIONS: FormatOptions = {
  formatters: {
    getNumberFormat: (locale) => getNumberFormat(String(locale), {}),
    getPluralRules: (locale) => getPluralRules(String(locale), {}),
    getDateTimeFormat: (locale, options) => getDateFormat(String(locale), options ?? {}),
  },
}

/** Switches the page to a language, and notifies the listeners. */
export function setLanguage(language: string, catalogue: Catalogue): void {
  Object.assign(active, { language, catalogue })
  for (const listener of listeners) listener()
}

/** Returns the current language of the page. */
export const getLanguage = (): string => active.language

/** Calls `listener` each time the language changes; returns a function that unsubscribes. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the text of a key in the current language, with the values filled in and the plural forms resolved. */
export function t(key: TextKey, values?: Values): string {
  return String(format(active.catalogue[key] ?? key, active.language, values, OPTIONS))
}
