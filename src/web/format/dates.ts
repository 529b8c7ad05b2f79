import languages from '@/reference/languages.json'
import { dateFormat } from '@/web/i18n/formats'

/** What the account says about dates. */
export type DatePreferences = {
  /** `MM/dd/yyyy`, `dd/MM/yyyy`, `yyyy-MM-dd` or `date_string` (the usual form of the language). */
  dateFormat: string
  timeZone: string
  language: string
}

const FALLBACK_PATTERN = 'yyyy-MM-dd'
const FALLBACK_ZONE = 'UTC'

/** The BCP 47 tag of one of the server's language codes (`zh_Hans` is the only one that differs). */
export function localeOf(language: string): string {
  const tag = language.replace('_', '-')
  return supports(tag) ? tag : 'en'
}

function supports(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag]).length > 0
  } catch {
    return false
  }
}

function zoneOf(timeZone: string): string {
  try {
    return dateFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return FALLBACK_ZONE
  }
}

function patternOf({ dateFormat, language }: DatePreferences): string {
  if (dateFormat !== 'date_string') return dateFormat
  const known = languages.languages.find((entry) => entry.code === language)
  return known?.date_pattern ?? FALLBACK_PATTERN
}

function partsOf(
  date: Date,
  preferences: DatePreferences,
  options: Intl.DateTimeFormatOptions,
): Record<string, string> {
  const format = dateFormat(localeOf(preferences.language), {
    ...options,
    timeZone: zoneOf(preferences.timeZone),
    numberingSystem: 'latn',
  })
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
}

function isValid(date: Date): boolean {
  return !Number.isNaN(date.getTime())
}

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/**
 * The month of an instant in letters, as it stands in a date: with a dot where the language puts one or its pattern
 * asks for one, but never after a whole word, such as May.
 */
function monthInLetters(date: Date, preferences: DatePreferences, isDotted: boolean): string {
  const { month = '' } = partsOf(date, preferences, { ...DAY, month: 'short' })
  if (!isDotted || month.endsWith('.')) return month
  const { month: whole } = partsOf(date, preferences, { ...DAY, month: 'long' })
  return month === whole ? month : `${month}.`
}

/** The day of an instant in the account's zone and date format; empty for an unreadable date. */
export function formatDate(date: Date, preferences: DatePreferences): string {
  if (!isValid(date)) return ''
  const { year = '', month = '', day = '' } = partsOf(date, preferences, DAY)
  const write = (symbol: string): string => {
    if (symbol.startsWith('MMM')) return monthInLetters(date, preferences, symbol.endsWith('.'))
    if (symbol.startsWith('y')) return year
    const number = symbol.startsWith('M') ? month : day
    return symbol.length === 1 ? String(Number(number)) : number
  }
  return patternOf(preferences).replace(/yyyy|y|MMM\.?|MM|M|dd|d/g, write)
}

/** The day of an instant in the account's zone, `YYYY-MM-DD`, as the API writes days. */
export const dayOf = (date: Date, preferences: DatePreferences): string =>
  formatDate(date, { ...preferences, dateFormat: 'yyyy-MM-dd' })

/** The time of day of an instant in the account's zone, `HH:mm`. */
export function formatTime(date: Date, preferences: DatePreferences): string {
  if (!isValid(date)) return ''
  const { hour = '', minute = '' } = partsOf(date, preferences, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return `${hour}:${minute}`
}

/** The short name of the weekday of an instant in the account's zone. */
export function formatWeekday(date: Date, preferences: DatePreferences): string {
  return isValid(date) ? (partsOf(date, preferences, { weekday: 'short' }).weekday ?? '') : ''
}

/** Month and year of an instant in the account's zone, as a heading. */
export function formatMonth(date: Date, preferences: DatePreferences): string {
  if (!isValid(date)) return ''
  return dateFormat(localeOf(preferences.language), {
    month: 'long',
    year: 'numeric',
    timeZone: zoneOf(preferences.timeZone),
  }).format(date)
}

/** A day of the calendar (`YYYY-MM-DD`), which is the same day in every zone. */
export const formatDay = (day: string, preferences: DatePreferences): string =>
  formatDate(new Date(`${day}T00:00:00Z`), { ...preferences, timeZone: 'UTC' })
