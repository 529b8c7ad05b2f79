import languages from '@/domain/reference/languages.json'
import { getDateFormat } from '@/web/i18n/formats'

/** The account's preferences for displaying dates. */
export type DatePreferences = {
  /** `MM/dd/yyyy`, `dd/MM/yyyy`, `yyyy-MM-dd`, or `date_string` for the usual format of the language. */
  dateFormat: string
  timeZone: string
  language: string
}

const FALLBACK_PATTERN = 'yyyy-MM-dd'
const FALLBACK_ZONE = 'UTC'

/**
 * Returns the BCP 47 tag of one of the server's language codes (only `zh_Hans` differs); `en` if the browser does not
 * support it.
 */
export function toLocale(language: string): string {
  const tag = language.replace('_', '-')
  return isSupported(tag) ? tag : 'en'
}

function isSupported(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag]).length > 0
  } catch {
    return false
  }
}

function toTimeZone(timeZone: string): string {
  try {
    getDateFormat('en', { timeZone })
    return timeZone
  } catch {
    return FALLBACK_ZONE
  }
}

function getDatePattern({
  dateFormat,
  language,
}: Pick<DatePreferences, 'dateFormat' | 'language'>): string {
  if (dateFormat !== 'date_string') return dateFormat
  const known = languages.languages.find((entry) => entry.code === language)
  return known?.date_pattern ?? FALLBACK_PATTERN
}

function formatParts(
  date: Date,
  preferences: DatePreferences,
  options: Intl.DateTimeFormatOptions,
): Record<string, string> {
  const format = getDateFormat(toLocale(preferences.language), {
    ...options,
    timeZone: toTimeZone(preferences.timeZone),
    numberingSystem: 'latn',
  })
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
}

function isValid(date: Date): boolean {
  return !Number.isNaN(date.getTime())
}

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/**
 * Returns the abbreviated month of an instant for use in a date. It ends with a full stop if the locale or the date
 * pattern requires one, but never after an unabbreviated name such as May.
 */
function formatMonthName(date: Date, preferences: DatePreferences, isDotted: boolean): string {
  const { month = '' } = formatParts(date, preferences, { ...DAY, month: 'short' })
  if (!isDotted || month.endsWith('.')) return month
  const { month: whole } = formatParts(date, preferences, { ...DAY, month: 'long' })
  return month === whole ? month : `${month}.`
}

/** Formats the day of an instant in the account's time zone and date format; empty for an invalid date. */
export function formatDate(date: Date, preferences: DatePreferences): string {
  if (!isValid(date)) return ''
  const { year = '', month = '', day = '' } = formatParts(date, preferences, DAY)
  const write = (symbol: string): string => {
    if (symbol.startsWith('MMM')) return formatMonthName(date, preferences, symbol.endsWith('.'))
    if (symbol.startsWith('y')) return year
    const number = symbol.startsWith('M') ? month : day
    return symbol.length === 1 ? String(Number(number)) : number
  }
  return getDatePattern(preferences).replace(/yyyy|y|MMM\.?|MM|M|dd|d/g, write)
}

/** Returns the day of an instant in the account's time zone as `YYYY-MM-DD`, the format of the API. */
export const formatIsoDay = (date: Date, preferences: DatePreferences): string =>
  formatDate(date, { ...preferences, dateFormat: 'yyyy-MM-dd' })

/** Formats the time of day of an instant in the account's time zone as `HH:mm`; empty for an invalid date. */
export function formatTime(date: Date, preferences: DatePreferences): string {
  if (!isValid(date)) return ''
  const { hour = '', minute = '' } = formatParts(date, preferences, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return `${hour}:${minute}`
}

/** Returns the short weekday name of an instant in the account's time zone; empty for an invalid date. */
export function formatWeekday(date: Date, preferences: DatePreferences): string {
  return isValid(date) ? (formatParts(date, preferences, { weekday: 'short' }).weekday ?? '') : ''
}

/** Formats month and year of an instant in the account's time zone, for headings. */
export function formatMonth(date: Date, preferences: DatePreferences): string {
  if (!isValid(date)) return ''
  return getDateFormat(toLocale(preferences.language), {
    month: 'long',
    year: 'numeric',
    timeZone: toTimeZone(preferences.timeZone),
  }).format(date)
}

/** Formats a calendar day (`YYYY-MM-DD`), which does not depend on the time zone. */
export const formatDay = (day: string, preferences: DatePreferences): string =>
  formatDate(new Date(`${day}T00:00:00Z`), { ...preferences, timeZone: 'UTC' })

/** Returns the long weekday name of a calendar day (`YYYY-MM-DD`). */
export const formatDayName = (day: string, { language }: DatePreferences): string =>
  getDateFormat(toLocale(language), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/**
 * Formats a calendar day (`YYYY-MM-DD`) without its year, for charts: `7 Sep`. Day and month are in the order of the
 * account's date format, or of the language if the format begins with the year.
 */
export function formatShortDay(
  day: string,
  preferences: Pick<DatePreferences, 'dateFormat' | 'language'>,
): string {
  const format = getDateFormat(toLocale(preferences.language), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  })
  const parts = format.formatToParts(new Date(`${day}T00:00:00Z`))
  const natural = parts.map(({ value }) => value).join('')
  const pattern = getDatePattern(preferences)
  if (pattern.startsWith('y')) return natural
  const [one, other] = parts.filter(({ type }) => type === 'day' || type === 'month')
  const isDayFirst = pattern.indexOf('d') < pattern.indexOf('M')
  if (!one || !other || (one.type === 'day') === isDayFirst) return natural
  return `${other.value} ${one.value}`
}
