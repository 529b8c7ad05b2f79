import { wallClock } from '@/lib/local-date'
import languages from '@/reference/languages.json'

const PATTERNS = new Map(languages.languages.map(({ code, date_pattern }) => [code, date_pattern]))
const TOKENS = /yyyy|y|MMM\.?|MM|M|dd|d/g

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** `MMM` as it stands in dates of a language; by itself, it would be in another case or form in some. */
function monthName(wall: number, language: string): string {
  const month = { month: 'short', timeZone: 'UTC' } as const
  const locales = [language.replace('_', '-'), 'en']
  const inDate = new Intl.DateTimeFormat(locales, { ...month, day: 'numeric', year: 'numeric' })
  const name = inDate.formatToParts(wall).find(({ type }) => type === 'month')?.value
  // Some languages have numbers in such dates.
  return name && /\p{L}/u.test(name) ? name : new Intl.DateTimeFormat(locales, month).format(wall)
}

/** The preferences that decide how dates are written. */
interface DatePreferences {
  language: string
  timezone: string
  /** `MM/dd/yyyy`, `dd/MM/yyyy`, `yyyy-MM-dd`, or `date_string`: as the language does. */
  date_format: string
}

/** `<date> - HH:mm:ss` in somebody's time zone, date format and language. */
export function mailDate(
  instant: number,
  { language, timezone, date_format }: DatePreferences,
): string {
  const wall = wallClock(instant, timezone)
  const date = new Date(wall)
  const pattern =
    date_format === 'date_string'
      ? (PATTERNS.get(language) ?? PATTERNS.get('en') ?? '')
      : date_format
  const month = monthName(wall, language)
  const fields: Record<string, string> = {
    yyyy: String(date.getUTCFullYear()),
    y: String(date.getUTCFullYear()),
    MMM: month,
    // No dot twice, where the language has its own.
    'MMM.': `${month.replace(/\.$/, '')}.`,
    MM: twoDigits(date.getUTCMonth() + 1),
    M: String(date.getUTCMonth() + 1),
    dd: twoDigits(date.getUTCDate()),
    d: String(date.getUTCDate()),
  }
  const shown = pattern.replace(TOKENS, (token) => fields[token] ?? token)
  return `${shown} - ${date.toISOString().slice(11, 19)}`
}
