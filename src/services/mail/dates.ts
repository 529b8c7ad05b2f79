import languages from '@/domain/reference/languages.json'
import { toWallClock } from '@/lib/time/local-date'

const PATTERNS = new Map(languages.languages.map(({ code, date_pattern }) => [code, date_pattern]))
const TOKENS = /yyyy|y|MMM\.?|MM|M|dd|d/g

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats the month as `MMM` within a date. In some languages a month on its own has another case or form. */
function monthName(wall: number, language: string): string {
  const month = { month: 'short', timeZone: 'UTC' } as const
  const locales = [language.replace('_', '-'), 'en']
  const inDate = new Intl.DateTimeFormat(locales, { ...month, day: 'numeric', year: 'numeric' })
  const name = inDate.formatToParts(wall).find(({ type }) => type === 'month')?.value
  // Some languages use numbers for months in such dates.
  return name && /\p{L}/u.test(name) ? name : new Intl.DateTimeFormat(locales, month).format(wall)
}

/** Preferences for the format of dates. */
interface DatePreferences {
  language: string
  timezone: string
  /** `MM/dd/yyyy`, `dd/MM/yyyy`, `yyyy-MM-dd`, or `date_string` for the format of the language. */
  date_format: string
}

/** Formats an instant as `<date> - HH:mm:ss` in the recipient's time zone, date format and language. */
export function mailDate(
  instant: number,
  { language, timezone, date_format }: DatePreferences,
): string {
  const wall = toWallClock(instant, timezone)
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
    // Avoids a double dot in languages that abbreviate with one.
    'MMM.': `${month.replace(/\.$/, '')}.`,
    MM: twoDigits(date.getUTCMonth() + 1),
    M: String(date.getUTCMonth() + 1),
    dd: twoDigits(date.getUTCDate()),
    d: String(date.getUTCDate()),
  }
  const text = pattern.replace(TOKENS, (token) => fields[token] ?? token)
  return `${text} - ${date.toISOString().slice(11, 19)}`
}
